//===-- CallCounters.h - Calls counted where they are made ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function all of whose callers are known needs no hook: see gmon/abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_CALLS_CALLCOUNTERS_H
#define GMON_PASS_CALLS_CALLCOUNTERS_H

#include "counters/BlockCounters.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace gmon {

class FunctionData;

using FunctionSet = llvm::SmallPtrSet<const llvm::Function *, 16>;

/// Whether \p F, if hooked, counts the calls that it makes by name. Unoptimized
/// code of executables leaves them to the callees' hooks: see EarlyHook.h.
bool countsCalls(const llvm::Function &F);

/// Those of \p Functions that only \p Functions call, and only by name.
FunctionSet findKnownCallers(llvm::ArrayRef<llvm::Function *> Functions);

/// Counts each call in \p F of the functions \p Unhooked, which have no hook
/// because all their callers count. \p Blocks has the counts of the blocks, if
/// they are counted. Code of the entry must be inserted afterwards, in front of
/// these counters.
void insertCallCounters(llvm::Function &F, FunctionData &Data,
                        const FunctionSet &Unhooked,
                        const std::optional<BlockCounts> &Blocks);

/// Refers to the descriptor of \p F, whose entry has no code that does, so that
/// linkers keep it with the function. Does nothing if there are no counts to
/// describe.
void insertReference(llvm::Function &F, FunctionData &Data);

} // namespace gmon

#endif // GMON_PASS_CALLS_CALLCOUNTERS_H
