//===-- HookPaths.cpp - Let a hook's paths meet ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hook in line calls the runtime on its slow path. The code generator likes
// to copy the program's code behind the hook into that path. The copies differ
// in their jumps and in what aligns them, so that the number of the program's
// instructions would depend on how often the slow path is taken, and that
// depends on how threads are scheduled.
//
// A label where the paths meet prevents it: code with labels is not copied.
//
//===----------------------------------------------------------------------===//

#include "machine/MachineFlow.h"
#include "machine/MachinePasses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;

namespace gmon {

namespace {

class HookPaths : public MachineFunctionPass {
public:
  static char ID;
  HookPaths() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "llvm-gprof's labels behind hooks";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &F) override;
};

char HookPaths::ID = 0;

} // namespace

char &HookPathsID = HookPaths::ID;

/// Whether \p Block is the slow path of a hook.
static bool isSlowPath(const MachineBasicBlock &Block) {
  return Block.succ_size() == 1 && any_of(Block, [](const MachineInstr &I) {
           return I.isCall() && callsRuntime(I);
         });
}

bool HookPaths::runOnMachineFunction(MachineFunction &F) {
  SmallSetVector<MachineBasicBlock *, 4> Joins;
  for (MachineBasicBlock &Block : F)
    if (isSlowPath(Block) && (*Block.succ_begin())->pred_size() > 1)
      Joins.insert(*Block.succ_begin());
  const TargetInstrInfo &Instructions = *F.getSubtarget().getInstrInfo();
  for (MachineBasicBlock *Join : Joins) {
    auto Point = Join->SkipPHIsAndLabels(Join->begin());
    BuildMI(*Join, Point, Join->findDebugLoc(Point),
            Instructions.get(TargetOpcode::ANNOTATION_LABEL))
        .addSym(F.getContext().createTempSymbol());
  }
  return !Joins.empty();
}

static RegisterPass<HookPaths> Pass("gmon-hook-paths",
                                    "Labels behind hooks, for llvm-gprof");

} // namespace gmon
