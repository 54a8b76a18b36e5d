//===-- CallSites.h - Calls counted where they are made ---------*- C++ -*-===//
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

#ifndef GMON_PASS_CALLSITES_H
#define GMON_PASS_CALLSITES_H

#include "BlockCounters.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
} // namespace llvm

namespace gmon {

class FunctionData;

using FunctionSet = llvm::SmallPtrSet<const llvm::Function *, 16>;

/// Those of \p Hooked, which are to count their calls, that are called by
/// \p Hooked only, and by name.
FunctionSet findKnownCallers(llvm::ArrayRef<llvm::Function *> Hooked);

/// Counts each call in \p F of a function in \p Known. \p Blocks has the
/// counts of the blocks, if they are counted. What it inserts stands behind the
/// point where an entry hook goes, which must be inserted afterwards.
void insertCallCounters(llvm::Function &F, FunctionData &Data,
                        const FunctionSet &Known,
                        const std::optional<BlockCounts> &Blocks);

/// Has the descriptor of \p F, which has no hook to refer to it, stay with the
/// code, if there is anything that it is to describe.
void insertReference(llvm::Function &F, FunctionData &Data);

} // namespace gmon

#endif // GMON_PASS_CALLSITES_H
