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
//   function:           the hook, in front of the prologue
//   function.gmon:      the prologue
//
// Callers that count call the second one, wherever the function is, whether it
// is instrumented or not: each of their object files has a stub of that name,
// which jumps to the function, and for which the linker takes the entry itself
// where there is one.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_DIRECTENTRY_H
#define GMON_PASS_DIRECTENTRY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class GlobalAlias;
class GlobalValue;
class TargetLibraryInfo;
} // namespace llvm

namespace gmon {

class FunctionData;

/// Whether \p F, which is to have a hook, can have it in front of its prologue,
/// and callers in other files that know so.
bool canHaveDirectEntry(const llvm::Function &F);

/// The names of the second entry of \p F: for its own, which comes first, and
/// for each alias. Call once.
llvm::SmallVector<llvm::GlobalAlias *, 1> createDirectEntry(llvm::Function &F);

/// Puts the hook in front of the prologue of \p F, behind which are \p Entries.
/// The hook counts the call if that is asked, or else only gives the thread its
/// copy of the counters.
void insertEarlyHook(llvm::Function &F,
                     llvm::ArrayRef<llvm::GlobalAlias *> Entries,
                     FunctionData &Data, bool CountsCalls);

/// Whether calls of \p F, of which the module has the declaration only, are
/// worth counting: it may be instrumented.
bool mayHaveDirectEntry(const llvm::Function &F,
                        const llvm::TargetLibraryInfo &Library);

/// What stands for the second entry of \p F where it has none.
llvm::GlobalValue *getStub(llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_DIRECTENTRY_H
