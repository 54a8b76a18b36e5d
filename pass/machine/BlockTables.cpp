//===-- BlockTables.cpp - The blocks that have counts ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See BlockTables.h. Each block is a constant: its distance from the table.
//
//===----------------------------------------------------------------------===//

#include "machine/BlockTables.h"

#include "gmon/abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gmon {

/// The function or block whose distance from a block table is \p Word; null if
/// the block was deleted.
static const Value *targetOfDistance(const Constant &Word) {
  const Value *Distance = &Word;
  if (Operator::getOpcode(Distance) == Instruction::Trunc)
    Distance = cast<Operator>(Distance)->getOperand(0);
  if (Operator::getOpcode(Distance) != Instruction::Sub)
    return nullptr;
  const Value *Address = cast<Operator>(Distance)->getOperand(0);
  if (Operator::getOpcode(Address) != Instruction::PtrToInt)
    return nullptr;
  return cast<Operator>(Address)->getOperand(0);
}

BlockTables readBlockTables(const Module &M) {
  BlockTables Result;
  for (const GlobalVariable &Table : M.globals()) {
    if (Table.getSection() != GMON_BLOCK_TABLE_SECTION ||
        !Table.hasInitializer())
      continue;
    const Constant &Words = *Table.getInitializer();
    uint64_t Number =
        cast<ConstantInt>(Words.getAggregateElement(0u))->getZExtValue();
    SmallVector<const BasicBlock *> Blocks;
    const Function *F = nullptr;
    for (uint64_t I = 0; I != Number; ++I) {
      const Value *Target =
          targetOfDistance(*Words.getAggregateElement(unsigned(2 + 2 * I)));
      if (const auto *Alias = dyn_cast_or_null<GlobalAlias>(Target)) {
        F = dyn_cast<Function>(Alias->getAliaseeObject());
        Blocks.push_back(F && !F->isDeclaration() ? &F->getEntryBlock()
                                                  : nullptr);
      } else {
        const auto *Address = dyn_cast_or_null<BlockAddress>(Target);
        Blocks.push_back(Address ? Address->getBasicBlock() : nullptr);
      }
    }
    if (F)
      Result[F] = std::move(Blocks);
  }
  return Result;
}

} // namespace gmon
