//===-- SourceLowering.h - Placeholders become counters ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: placeholders for source counters. Out: counters, and entries of the map.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SOURCE_SOURCELOWERING_H
#define GMON_PASS_SOURCE_SOURCELOWERING_H

#include "llvm/IR/PassManager.h"

namespace gmon {

/// Turns placeholders into counters, or, if \p IsEarly, moves them out of loops
/// into registers where a later run turns them into counters. Does nothing
/// without placeholders.
class SourceLoweringPass : public llvm::PassInfoMixin<SourceLoweringPass> {
public:
  explicit SourceLoweringPass(bool IsEarly = false) : IsEarly(IsEarly) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  /// Unoptimized code, too.
  static bool isRequired() { return true; }

private:
  bool IsEarly;
};

} // namespace gmon

#endif // GMON_PASS_SOURCE_SOURCELOWERING_H
