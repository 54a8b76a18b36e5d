//===-- SourceCounters.h - Counting the executions of lines -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `source` block counters: what the source says is executed, whatever the
// optimizer makes of it.
//
// Before any optimization, each function is given calls of a placeholder, which
// stand for its counters, and an entry in the module's map, which says what
// they mean. The placeholder is nothing to the optimizer but an effect that
// must happen as often as it is written: it touches no memory of the program
// and costs nothing when functions are inlined. After inlining loops count in
// registers what they can; in the end each function counts its blocks, for all
// the placeholders in them: see SharedCounters.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SOURCECOUNTERS_H
#define GMON_PASS_SOURCECOUNTERS_H

#include "selection/Selection.h"

#include "llvm/IR/PassManager.h"

namespace gmon {

/// Puts placeholders into the functions that are to be instrumented.
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

/// Adds a pass that has loops keep their counters in registers, if it
/// \p IsEarly and another one follows, or turns all into counters in memory.
/// Where there are none, it does nothing.
void addSourceLowering(llvm::ModulePassManager &MPM, bool IsEarly = false);

} // namespace gmon

#endif // GMON_PASS_SOURCECOUNTERS_H
