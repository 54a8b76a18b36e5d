//===-- DirectEntry.h - Entries for callers that count ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instrumented caller counts its calls itself, and would have the callee's
// hook count them again. So a function that others can call has two entries:
//
//   function:             the hook, in front of the prologue
//   function + 16:        the prologue
//
// Callers that count call the second one, wherever the function is, whether it
// is instrumented or not. They call it as `function.hook.gmon + 16`: that
// symbol is a second name of the function's first byte, so that no symbol parts
// the function for those who look up an address. Each object file of such
// callers has a stub of that name, which jumps to the function, and for which
// the linker takes the function itself where it has a hook there.
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

/// Whether \p F, which is to have a hook, can have it in front of its prologue,
/// and callers in other files that know so.
bool canHaveDirectEntry(const llvm::Function &F);

/// The symbols for the second entry of a function: for its own name, which
/// comes first, and for each alias.
using EntrySymbols = llvm::SmallVector<llvm::GlobalValue *, 1>;

/// Declares those of \p F, which insertEarlyHook() defines. Call once.
EntrySymbols declareDirectEntry(llvm::Function &F);

/// Whether the hook of \p F, which is not optimized, is to be in front of its
/// prologue although all callers enter by it. A hook in line, and calls that
/// count, take as long to compile as what is around them.
bool takesEarlyHook(const llvm::Function &F);

/// Puts the hook in front of the prologue of \p F, and defines
/// \p Symbols, of its second entry, if there are any. The hook counts the call if that is asked, or else only gives
/// the thread its copy of the counters.
void insertEarlyHook(llvm::Function &F,
                     llvm::ArrayRef<llvm::GlobalValue *> Symbols,
                     FunctionData &Data, bool CountsCalls);

/// Whether calls of \p F, of which the module has the declaration only, are
/// worth counting: it may be instrumented.
bool mayHaveDirectEntry(const llvm::Function &F,
                        const llvm::TargetLibraryInfo &Library);

/// The symbol for the second entry of \p F, with a stub that stands for the
/// entry where there is none.
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
