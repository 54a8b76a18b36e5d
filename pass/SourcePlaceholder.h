//===-- SourcePlaceholder.h - What stands for a source counter --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The call that counts, until inlining is over. See SourceCounters.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SOURCEPLACEHOLDER_H
#define GMON_PASS_SOURCEPLACEHOLDER_H

namespace llvm {
class GlobalVariable;
class IRBuilderBase;
} // namespace llvm

namespace gmon {

/// A function that exists in no program.
inline constexpr char PlaceholderName[] = "__gmon_count_source";

/// On functions that have counters instead: see InstrumentPass.
inline constexpr char CountsAttribute[] = "gmon-counts";

/// Counts in element \p Index of \p Array.
void createPlaceholder(llvm::IRBuilderBase &Builder,
                       llvm::GlobalVariable *Array, unsigned Index);

} // namespace gmon

#endif // GMON_PASS_SOURCEPLACEHOLDER_H
