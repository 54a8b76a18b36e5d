//===-- LandingPads.cpp - Targets of indirect jumps -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LandingPads.h.
//
//===----------------------------------------------------------------------===//

#include "machine/LandingPads.h"
#include "machine/BlockMarks.h"
#include "target/MachineNames.h"

#include "gmon/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineJumpTableInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace gmon {

static bool isUsedByTableOnly(const Constant &Address) {
  return all_of(Address.users(), [](const User *U) {
    if (const auto *Table = dyn_cast<GlobalVariable>(U))
      return Table->getSection() == GMON_BLOCK_TABLE_SECTION;
    return isa<Constant>(U) && isUsedByTableOnly(*cast<Constant>(U));
  });
}

/// Whether \p I is an instruction at which indirect jumps may land.
static bool isLandingPad(const MachineInstr &I) {
  const TargetInstrInfo &Instructions =
      *I.getMF()->getSubtarget().getInstrInfo();
  const Triple &Target = I.getMF()->getTarget().getTargetTriple();
  if (Target.isX86()) {
    static const unsigned Endbr = findInstruction(Instructions, "ENDBR64");
    return I.getOpcode() == Endbr;
  }
  if (!Target.isAArch64())
    return false;
  static const unsigned HintCode = findInstruction(Instructions, "HINT");
  if (I.getOpcode() != HintCode)
    return false;
  constexpr int64_t BtiC = 34, BtiJ = 36, BtiJC = 38;
  const int64_t Hint = I.getOperand(0).getImm();
  return Hint == BtiC || Hint == BtiJ || Hint == BtiJC;
}

/// Whether indirect jumps lead to \p Block, as far as is known.
static bool isTarget(const MachineBasicBlock &Block) {
  const BasicBlock *Taken = Block.getAddressTakenIRBlock();
  const BlockAddress *Address = Taken ? BlockAddress::lookup(Taken) : nullptr;
  if (!Address || Block.isMachineBlockAddressTaken() || Block.isEHPad() ||
      !isUsedByTableOnly(*Address))
    return true;
  const MachineJumpTableInfo *Tables = Block.getParent()->getJumpTableInfo();
  return Tables && any_of(Tables->getJumpTables(),
                          [&](const MachineJumpTableEntry &Entry) {
                            return is_contained(Entry.MBBs, &Block);
                          });
}

void removeLandingPads(MachineFunction &F) {
  for (MachineBasicBlock &Block : drop_begin(F)) {
    auto First =
        find_if(Block, [](const MachineInstr &I) { return !isNoCode(I); });
    if (First != Block.end() && isLandingPad(*First) && !isTarget(Block))
      First->eraseFromParent();
  }
}

} // namespace gmon
