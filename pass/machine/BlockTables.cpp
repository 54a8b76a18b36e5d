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
  const Value *Target = cast<Operator>(Address)->getOperand(0);
  // The address of a deleted block is a number.
  return isa<BlockAddress, GlobalValue>(Target) ? Target : nullptr;
}

/// The function or block of each entry of \p Table.
static SmallVector<const Value *> targetsOf(const GlobalVariable &Table) {
  const Constant &Words = *Table.getInitializer();
  uint64_t Number =
      cast<ConstantInt>(Words.getAggregateElement(0u))->getZExtValue();
  SmallVector<const Value *> Targets;
  for (uint64_t I = 0; I != Number; ++I)
    Targets.push_back(
        targetOfDistance(*Words.getAggregateElement(unsigned(2 + 2 * I))));
  return Targets;
}

/// The function whose entry \p Target stands for, or null.
static const Function *functionOf(const Value *Target) {
  const auto *Alias = dyn_cast_or_null<GlobalAlias>(Target);
  return Alias ? dyn_cast<Function>(Alias->getAliaseeObject()) : nullptr;
}

BlockTables findBlockTables(Module &M) {
  BlockTables Result;
  for (GlobalVariable &Table : M.globals())
    if (Table.getSection() == GMON_BLOCK_TABLE_SECTION &&
        Table.hasInitializer())
      for (const Value *Target : targetsOf(Table))
        if (const Function *F = functionOf(Target))
          Result[F] = &Table;
  return Result;
}

SmallVector<const BasicBlock *> listedBlocks(const GlobalVariable &Table) {
  SmallVector<const BasicBlock *> Blocks;
  for (const Value *Target : targetsOf(Table)) {
    const auto *Address = dyn_cast_or_null<BlockAddress>(Target);
    const Function *F = functionOf(Target);
    Blocks.push_back(Address                    ? Address->getBasicBlock()
                     : F && !F->isDeclaration() ? &F->getEntryBlock()
                                                : nullptr);
  }
  return Blocks;
}

void dropDeletedBlocks(GlobalVariable &Table) {
  const SmallVector<const Value *> Targets = targetsOf(Table);
  if (all_of(Targets, [](const Value *Target) { return Target != nullptr; }))
    return;
  Constant *Words = Table.getInitializer();
  SmallVector<Constant *> New;
  for (unsigned I = 0; Constant *Word = Words->getAggregateElement(I); ++I) {
    // Behind the blocks are the terms of counts that others determine.
    const bool IsDistance =
        I >= 2 && I % 2 == 0 && (I - 2) / 2 < Targets.size();
    New.push_back(IsDistance && !Targets[(I - 2) / 2]
                      ? Constant::getNullValue(Word->getType())
                      : Word);
  }
  if (auto *Type = dyn_cast<StructType>(Words->getType()))
    Table.setInitializer(ConstantStruct::get(Type, New));
  else
    Table.setInitializer(
        ConstantArray::get(cast<ArrayType>(Words->getType()), New));
}

} // namespace gmon
