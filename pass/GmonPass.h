//===-- GmonPass.h - The instrumentation pass -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instrumentation has two steps. Marking chooses the functions, and writes the
// options on each. Instrumenting plans what each marked function gets, inserts
// it, and writes on the function that it is done. One run does both, except in
// link-time optimization: functions are marked when they are compiled, and
// instrumented when they are linked, after the last inlining. Another run
// changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_GMONPASS_H
#define GMON_PASS_GMONPASS_H

#include "selection/Selection.h"

#include "llvm/IR/PassManager.h"

namespace gmon {

/// Notes that the module becomes part of a shared library, whatever the code is
/// compiled for: see isForLibrary().
class LibraryPass : public llvm::PassInfoMixin<LibraryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Notes that no linker will split the module, so that assembly may contain
/// names of its local symbols: see setNamesInText().
class NamesPass : public llvm::PassInfoMixin<NamesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Chooses the functions to instrument. Takes over the marks that Clang left
/// for mcount; without any, every function that can be instrumented is chosen,
/// unless Options::OnlyMarked.
class MarkPass : public llvm::PassInfoMixin<MarkPass> {
public:
  explicit MarkPass(std::shared_ptr<Selector> Functions,
                    bool IsBeforeLink = false)
      : Functions(std::move(Functions)), IsBeforeLink(IsBeforeLink) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  /// Unoptimized code, too.
  static bool isRequired() { return true; }

private:
  std::shared_ptr<Selector> Functions;
  bool IsBeforeLink; ///< the module will be optimized further by the linker
};

/// Instruments the functions that were marked.
class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

} // namespace gmon

#endif // GMON_PASS_GMONPASS_H
