//===-- StackWriter.h - Writes files with stacks ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: stacks. Out: a sidecar file, as gmon/format.h specifies it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKWRITER_H
#define GMON_ANALYZER_STACKWRITER_H

#include "profile/StackProfile.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// Writes \p Stacks to \p OS. Facts of the value 0 are omitted, except the rate
/// and the clock.
void writeStacks(llvm::raw_ostream &OS, const StackProfile &Stacks);

} // namespace gmon

#endif // GMON_ANALYZER_STACKWRITER_H
