//===-- SourceCounters.h - Counting the executions of lines -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source counters: executions of source lines, whatever the optimizer makes of
// them.
//
// Before optimization each function gets placeholders for its counters, and an
// entry in the module's map that says what they count. To the optimizer a
// placeholder has an effect that must happen as often as the source says,
// touches no memory of the program, and costs nothing when functions are
// inlined. After inlining, loops keep counters in registers. In the end each
// function counts its blocks, for all placeholders in them: see
// SharedCounters.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SOURCE_SOURCECOUNTERS_H
#define GMON_PASS_SOURCE_SOURCECOUNTERS_H

#include "selection/Selection.h"

#include "llvm/IR/PassManager.h"

namespace gmon {

/// Inserts placeholders into the functions to instrument.
class SourceCountersPass : public llvm::PassInfoMixin<SourceCountersPass> {
public:
  explicit SourceCountersPass(std::shared_ptr<Selector> Functions)
      : Functions(std::move(Functions)) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  /// Unoptimized code, too.
  static bool isRequired() { return true; }

private:
  std::shared_ptr<Selector> Functions;
};

} // namespace gmon

#endif // GMON_PASS_SOURCE_SOURCECOUNTERS_H
