//===-- GmonPass.h - The instrumentation pass -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instrumentation has two steps. Marking chooses the functions, and writes on
// each what is to be done with it. Instrumenting does that, and writes that it
// is done. Both are one run, except in a link-time optimization: functions are
// marked when they are compiled, and instrumented after the last inlining, when
// they are linked. Running the pass again changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_GMONPASS_H
#define GMON_PASS_GMONPASS_H

#include "Options.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace gmon {

/// The functions of \p M that are to be instrumented: those that Clang marked
/// for mcount or, if none is and not Options::OnlyMarked, all that can be;
/// without those that a filter leaves out.
llvm::SmallVector<llvm::Function *, 0>
functionsToInstrument(llvm::Module &M, const Options &Opts);

/// Has calls of \p F be taken for what they are: later passes may delete, merge
/// or repeat those of a function that neither reads nor writes memory, and what
/// it counts with them.
void dropMemoryAttributes(llvm::Function &F);

/// Notes that the module becomes part of a shared library, whatever the code is
/// compiled for: see isForLibrary().
class LibraryPass : public llvm::PassInfoMixin<LibraryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Notes that the module stays as it is, so that assembly may name what is local
/// in it: see setNamesInText().
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
  explicit MarkPass(Options Opts) : Opts(Opts) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  /// Unoptimized code, too.
  static bool isRequired() { return true; }

private:
  Options Opts;
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
