//===-- WantedUnits.h - Which units to read ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A large library has thousands of compilation units, and few of them are on
// stacks. In: a unit and addresses. Out: whether the unit has code there.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_WANTEDUNITS_H
#define GMON_ANALYZER_WANTEDUNITS_H

#include <cstdint>
#include <vector>

namespace llvm {
class DWARFDie;
} // namespace llvm

namespace gmon {

/// Whether \p Unit may have code at one of \p Addresses, which are sorted: it
/// may if it does not say where its code is. Its range list must be bounded.
bool mayHaveCodeAt(const llvm::DWARFDie &Unit,
                   const std::vector<uint64_t> &Addresses);

} // namespace gmon

#endif // GMON_ANALYZER_WANTEDUNITS_H
