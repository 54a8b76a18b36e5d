//===-- BlockMarks.cpp - Marks that say where code comes from -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See BlockMarks.h. A pass behind instruction selection, in front of the first
// optimization of machine code, finds the blocks that only jump. Later register
// allocation may insert code there.
//
//===----------------------------------------------------------------------===//

#include "machine/BlockMarks.h"
#include "ir/ControlFlow.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gmon {

/// What distinguishes marks from other probes, in place of a function's hash.
static constexpr uint64_t MarkID = 0x776f6c666e6f6d67;

/// Flags of a mark, in place of the attributes of a probe. In front of them, a
/// mark with the first one has the number of the function's returns.
enum MarkFlag { OnlyReturnsFlag = 1, OnlyJumpsFlag = 2, MayLeaveFlag = 4 };
static constexpr unsigned ReturnsShift = 3;

/// The operands of a machine instruction that is a probe.
enum ProbeOperand { IDOperand, IndexOperand, TypeOperand, FlagsOperand };

/// Whether \p Block returns and computes nothing, so that the code generator
/// may copy its return.
static bool onlyReturns(const BasicBlock &Block) {
  return isa<ReturnInst>(Block.getTerminator()) &&
         all_of(Block, [](const Instruction &I) {
           return isa<PHINode, CastInst, ExtractValueInst, ReturnInst>(I) ||
                  hasNoCode(I);
         });
}

static unsigned countReturns(const Function &F) {
  return count_if(F, [](const BasicBlock &Block) {
    return isa<ReturnInst>(Block.getTerminator());
  });
}

void markBlock(BasicBlock::iterator Point, unsigned Index) {
  BasicBlock &Block = *Point->getParent();
  unsigned Flags = any_of(Block, mayNotReturn) ? MayLeaveFlag : 0;
  if (onlyReturns(Block))
    Flags |= OnlyReturnsFlag | countReturns(*Block.getParent()) << ReturnsShift;
  IRBuilder<> Builder(&Block, Point);
  Builder.SetCurrentDebugLocation({});
  Builder.CreateIntrinsic(Intrinsic::pseudoprobe, {},
                          {Builder.getInt64(MarkID), Builder.getInt64(Index),
                           Builder.getInt32(Flags),
                           Builder.getInt64(~uint64_t(0))});
}

std::optional<BlockMark> readMark(const MachineInstr &I) {
  if (!I.isPseudoProbe() ||
      uint64_t(I.getOperand(IDOperand).getImm()) != MarkID)
    return std::nullopt;
  unsigned Flags = I.getOperand(FlagsOperand).getImm();
  bool OnlyReturns =
      Flags & OnlyReturnsFlag &&
      countReturns(I.getMF()->getFunction()) > Flags >> ReturnsShift;
  return BlockMark{unsigned(I.getOperand(IndexOperand).getImm()), OnlyReturns,
                   bool(Flags & OnlyJumpsFlag), bool(Flags & MayLeaveFlag)};
}

bool isNoCode(const MachineInstr &I) {
  return !I.isPHI() && (I.isMetaInstruction() || I.isPosition());
}

bool onlyJumps(const MachineBasicBlock &Block) {
  if (Block.succ_size() != 1)
    return false;
  return all_of(Block, [](const MachineInstr &I) {
    return isNoCode(I) || I.isUnconditionalBranch();
  });
}

namespace {

class FindJumps : public MachineFunctionPass {
public:
  static char ID;
  FindJumps() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "llvm-gprof's search for blocks that only jump";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &F) override;
};

char FindJumps::ID = 0;

} // namespace

char &FindJumpsID = FindJumps::ID;

bool FindJumps::runOnMachineFunction(MachineFunction &F) {
  bool Changed = false;
  for (MachineBasicBlock &Block : F) {
    if (!onlyJumps(Block))
      continue;
    for (MachineInstr &I : Block)
      if (readMark(I)) {
        MachineOperand &Flags = I.getOperand(FlagsOperand);
        Flags.setImm(Flags.getImm() | OnlyJumpsFlag);
        Changed = true;
      }
  }
  return Changed;
}

static RegisterPass<FindJumps> Pass("gmon-find-jumps",
                                    "Blocks that only jump, for llvm-gprof");

} // namespace gmon
