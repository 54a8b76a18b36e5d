//===-- ClangCounters.h - Clang counters as source counters -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's coverage (-fprofile-instr-generate) counts regions of the source, and
// the test vectors of MC/DC, by intrinsics that LLVM makes counters of, which
// all threads share. Here they become source counters: exact in threads,
// and one for all regions of a block.
//
// In: the intrinsics. Out: placeholders, and an entry in the map for each
// function, with the name and the hash by which Clang's profile knows it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SOURCE_CLANGCOUNTERS_H
#define GMON_PASS_SOURCE_CLANGCOUNTERS_H

#include "selection/Selection.h"

#include "llvm/IR/PassManager.h"

namespace gmon {

/// Takes over the counters of all functions, also of those that are not chosen
/// to be profiled. Runs before LLVM lowers the intrinsics, and leaves it the
/// names: llvm-cov finds the functions of the coverage mapping by them.
class ClangCountersPass : public llvm::PassInfoMixin<ClangCountersPass> {
public:
  explicit ClangCountersPass(std::shared_ptr<Selector> Functions)
      : Functions(std::move(Functions)) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  /// Unoptimized code, too.
  static bool isRequired() { return true; }

private:
  std::shared_ptr<Selector> Functions;
};

} // namespace gmon

#endif // GMON_PASS_SOURCE_CLANGCOUNTERS_H
