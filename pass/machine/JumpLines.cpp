//===-- JumpLines.cpp - The lines of jumps --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See JumpLines.h.
//
//===----------------------------------------------------------------------===//

#include "machine/JumpLines.h"
#include "lines/Locations.h"
#include "machine/BlockMarks.h"
#include "machine/OwnInstructions.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include <set>

using namespace llvm;

namespace gmon {

static bool isJump(const MachineInstr &I) {
  return I.isUnconditionalBranch() && !I.isIndirectBranch();
}

/// The location of the last code of the program in front of \p Jump in its
/// block, or the line 0.
static DebugLoc locationInFront(const MachineInstr &Jump) {
  for (const MachineInstr *I = Jump.getPrevNode(); I; I = I->getPrevNode())
    if (!isNoCode(*I) && lineOf(I->getDebugLoc()))
      return I->getDebugLoc();
  const DILocation *Own = Jump.getDebugLoc().get();
  return DILocation::get(Own->getContext(), 0, 0, Own->getScope(),
                         Own->getInlinedAt());
}

void settleJumpLines(MachineFunction &F) {
  if (F.getFunction().hasOptNone() || !F.getFunction().getSubprogram())
    return;
  std::set<FileLine> WithCode;
  for (const MachineBasicBlock &Block : F)
    for (const MachineInstr &I : Block)
      if (!isNoCode(I) && !isJump(I) && !isRecognizedAsOwn(I))
        if (std::optional<FileLine> Line = lineOf(I.getDebugLoc()))
          WithCode.insert(*Line);
  for (MachineBasicBlock &Block : F)
    for (MachineInstr &I : Block)
      if (isJump(I))
        if (std::optional<FileLine> Line = lineOf(I.getDebugLoc());
            Line && WithCode.count(*Line))
          I.setDebugLoc(locationInFront(I));
}

} // namespace gmon
