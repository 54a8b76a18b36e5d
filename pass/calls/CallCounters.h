//===-- CallCounters.h - Calls counted where they are made ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function all of whose callers are known needs no hook: see gmon/abi.h.
// Other functions may have an entry that passes by it: see DirectEntry.h.
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

/// Those of \p Functions that are called by \p Functions only, and by name.
FunctionSet findKnownCallers(llvm::ArrayRef<llvm::Function *> Functions);

/// The functions that instrumented code calls in another way than other code.
struct DirectCallees {
  /// Have no hook, since each of their callers counts.
  FunctionSet Unhooked;
  /// Have a second entry, which callers that count call.
  llvm::DenseMap<const llvm::Function *, EntrySymbols> Entries;
};

/// Has each call in \p F of one of \p Callees, and of what may be one in
/// another file, pass by the callee's hook. Returns these calls.
llvm::SmallVector<llvm::CallBase *>
makeCallsDirect(llvm::Function &F, const DirectCallees &Callees,
                const llvm::TargetLibraryInfo &Library);

/// Counts each of \p Calls, which are in \p F. \p Blocks has the counts of the
/// blocks, if they are counted. What it inserts stands behind the point where
/// an entry hook goes, which must be inserted afterwards.
void insertCallCounters(llvm::Function &F, FunctionData &Data,
                        llvm::ArrayRef<llvm::CallBase *> Calls,
                        const std::optional<BlockCounts> &Blocks);

/// Has the descriptor of \p F, which has no hook to refer to it, stay with the
/// code, if there is anything that it is to describe.
void insertReference(llvm::Function &F, FunctionData &Data);

} // namespace gmon

#endif // GMON_PASS_CALLCOUNTERS_H
