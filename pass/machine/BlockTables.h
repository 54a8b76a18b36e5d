//===-- BlockTables.h - The blocks that have counts -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the block tables of a module, which the code generator passes on to the
// runtime: see gmon/abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_BLOCKTABLES_H
#define GMON_PASS_BLOCKTABLES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
class Module;
} // namespace llvm

namespace gmon {

/// For each function with a block table, the listed blocks, the entry block
/// first. Null stands for a block that was deleted.
using BlockTables = llvm::DenseMap<const llvm::Function *,
                                   llvm::SmallVector<const llvm::BasicBlock *>>;

BlockTables readBlockTables(const llvm::Module &M);

} // namespace gmon

#endif // GMON_PASS_BLOCKTABLES_H
