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

#ifndef GMON_PASS_MACHINE_BLOCKTABLES_H
#define GMON_PASS_MACHINE_BLOCKTABLES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace gmon {

/// The block table of each function that has one.
using BlockTables =
    llvm::DenseMap<const llvm::Function *, llvm::GlobalVariable *>;

BlockTables findBlockTables(llvm::Module &M);

/// The blocks that \p Table lists now, the entry block first. Null stands for a
/// block that was deleted. The code generator changes tables: it may put one
/// block in place of another, which it deletes.
llvm::SmallVector<const llvm::BasicBlock *>
listedBlocks(const llvm::GlobalVariable &Table);

/// Lets \p Table have the place of the table itself for blocks that were
/// deleted. LLVM gives them the address 1, to which GNU ld for AArch64 links no
/// distance.
void dropDeletedBlocks(llvm::GlobalVariable &Table);

} // namespace gmon

#endif // GMON_PASS_MACHINE_BLOCKTABLES_H
