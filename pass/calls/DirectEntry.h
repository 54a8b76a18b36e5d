//===-- DirectEntry.h - Entries for callers that count ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instrumented caller counts its calls itself; the callee's hook would count
// them again. So a function that others can call has two entries:
//
//   function:             the hook, in front of the prologue
//   function + 16:        the prologue
//
// Callers that count call the second entry of any function, instrumented or
// not, as `function.hook.gmon + 16`. That symbol is a second name of the
// function's first byte, so that no symbol splits the function for tools that
// look up addresses. Each object file with such callers has a stub of that
// name, which jumps to the function. The linker prefers the function to the
// stub if the function has a hook there.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_DIRECTENTRY_H
#define GMON_PASS_DIRECTENTRY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Constant;
class Function;
class GlobalValue;
class TargetLibraryInfo;
class Value;
} // namespace llvm

namespace gmon {

class FunctionData;

/// Whether the code at the entry of \p F can be in front of its prologue, and
/// callers in other files can skip it.
bool canHaveDirectEntry(const llvm::Function &F);

/// The symbols for the second entry of a function: for its own name, which
/// comes first, and for each alias.
using EntrySymbols = llvm::SmallVector<llvm::GlobalValue *, 1>;

/// Declares the symbols of \p F, which insertEarlyHook() defines. Call once.
EntrySymbols declareDirectEntry(llvm::Function &F);

/// Whether \p F is unoptimized and its hook goes in front of its prologue,
/// although no caller passes by it. A hook in line, and calls that count, would
/// take as long to compile as the code around them.
bool takesEarlyHook(const llvm::Function &F);

/// Puts code in front of the prologue of \p F, and defines \p Symbols, those of
/// its second entry, if it has one. The code counts the call if \p CountsCalls
/// holds; otherwise it only gives the thread its copy of the counters.
void insertEarlyHook(llvm::Function &F,
                     llvm::ArrayRef<llvm::GlobalValue *> Symbols,
                     FunctionData &Data, bool CountsCalls);

/// Whether \p F, which the module only declares, may be an instrumented
/// function of another file, so that callers count calls of it.
bool mayHaveDirectEntry(const llvm::Function &F,
                        const llvm::TargetLibraryInfo &Library);

/// The symbol of the second entry of \p F. Adds the stub that defines it unless
/// the module has it.
llvm::GlobalValue *getStub(llvm::Function &F);

/// The address of the second entry that \p Symbol is for.
llvm::Constant *entryBehind(llvm::GlobalValue &Symbol);

/// Whether \p Symbol is for a second entry.
bool isSymbolOfEntry(const llvm::GlobalValue &Symbol);

/// The symbol of the second entry whose address is \p Callee; null if that is
/// something else.
llvm::GlobalValue *symbolOfEntry(llvm::Value &Callee);

} // namespace gmon

#endif // GMON_PASS_DIRECTENTRY_H
