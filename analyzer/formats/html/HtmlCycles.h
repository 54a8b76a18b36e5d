//===-- formats/html/HtmlCycles.h - Cycles of measured calls ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that call one another. In: measured times and arcs. Out: cycles
// with their times and calls.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_HTMLCYCLES_H
#define GMON_ANALYZER_FORMATS_HTMLCYCLES_H

#include "model/StackTimes.h"

namespace gmon {

struct StackCycle {
  std::vector<FunctionIndex> Members; ///< the greatest total first
  StackTime Time;     ///< the total counts a sample once for all members
  uint64_t Calls = 0; ///< those that are counted, by other functions
  uint64_t InternalCalls = 0; ///< the same by members
};

/// The cycles of two or more functions.
class StackCycles {
public:
  StackCycles(const StackTimes &Times, llvm::ArrayRef<StackArc> Arcs);

  /// The greatest total first.
  llvm::ArrayRef<StackCycle> all() const { return All; }
  /// The number, from 1, of each function's cycle; 0 for none.
  llvm::ArrayRef<uint32_t> numbers() const { return CycleOf; }

private:
  std::vector<StackCycle> All;
  std::vector<uint32_t> CycleOf;
};

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_HTMLCYCLES_H
