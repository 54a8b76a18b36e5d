//===-- CallCounters.h - Calls counted where they are made ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function all of whose callers are known needs no hook: see gmon/abi.h.
// Other functions may have a second entry behind their hook: see DirectEntry.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_CALLCOUNTERS_H
#define GMON_PASS_CALLCOUNTERS_H

#include "calls/DirectEntry.h"
#include "counters/BlockCounters.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {
class CallBase;
class Function;
class TargetLibraryInfo;
} // namespace llvm

namespace gmon {

class FunctionData;

using FunctionSet = llvm::SmallPtrSet<const llvm::Function *, 16>;

/// Whether \p F, if hooked, counts the calls that it makes by name. Unoptimized
/// code of executables leaves them to the callees' hooks: see takesEarlyHook().
bool countsCalls(const llvm::Function &F);

/// Those of \p Functions that only \p Functions call, and only by name.
FunctionSet findKnownCallers(llvm::ArrayRef<llvm::Function *> Functions);

/// Functions that instrumented code does not call by their first entry.
struct DirectCallees {
  /// Functions without a hook, because all callers count.
  FunctionSet Unhooked;
  /// Functions with a second entry, which callers that count call.
  llvm::DenseMap<const llvm::Function *, EntrySymbols> Entries;
};

/// Redirects each call in \p F of one of \p Callees, or of a function of
/// another file that may be one, past the callee's hook. Returns these calls.
llvm::SmallVector<llvm::CallBase *>
makeCallsDirect(llvm::Function &F, const DirectCallees &Callees,
                const llvm::TargetLibraryInfo &Library);

/// Counts each of \p Calls, which are in \p F. \p Blocks has the counts of the
/// blocks, if they are counted. Code of the entry must be inserted afterwards,
/// in front of these counters.
void insertCallCounters(llvm::Function &F, FunctionData &Data,
                        llvm::ArrayRef<llvm::CallBase *> Calls,
                        const std::optional<BlockCounts> &Blocks);

/// Refers to the descriptor of \p F, whose entry has no code that does, so that
/// linkers keep it with the function. Does nothing if there are no counts to
/// describe.
void insertReference(llvm::Function &F, FunctionData &Data);

} // namespace gmon

#endif // GMON_PASS_CALLCOUNTERS_H
