//===-- SettledLines.cpp - Lines of jumps and counters --------------------===//
//---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SettledLines.h.
//
//===----------------------------------------------------------------------===//

#include "machine/SettledLines.h"
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

static bool isCounter(const MachineInstr &I) {
  return !I.isCall() && isRecognizedAsOwn(I);
}

/// Whether \p I is code of the program that has a line.
static bool hasLine(const MachineInstr &I) {
  return !isNoCode(I) && !isRecognizedAsOwn(I) && lineOf(I.getDebugLoc());
}

/// The location of no line in the scope of \p I, which has a location.
static DebugLoc withoutLine(const MachineInstr &I) {
  const DILocation *Own = I.getDebugLoc().get();
  return DILocation::get(Own->getContext(), 0, 0, Own->getScope(),
                         Own->getInlinedAt());
}

/// The location of the program's code in front of \p Jump in its block.
static DebugLoc locationInFront(const MachineInstr &Jump) {
  for (const MachineInstr *I = Jump.getPrevNode(); I; I = I->getPrevNode())
    if (hasLine(*I))
      return I->getDebugLoc();
  return withoutLine(Jump);
}

/// The location of the program's code behind \p Counter in its block.
static DebugLoc locationBehind(const MachineInstr &Counter) {
  for (const MachineInstr *I = Counter.getNextNode(); I; I = I->getNextNode())
    if (hasLine(*I))
      return I->getDebugLoc();
  return withoutLine(Counter);
}

void settleLines(MachineFunction &F) {
  if (F.getFunction().hasOptNone() || !F.getFunction().getSubprogram())
    return;
  std::set<FileLine> WithCode;
  for (const MachineBasicBlock &Block : F)
    for (const MachineInstr &I : Block)
      if (!isJump(I) && hasLine(I))
        WithCode.insert(*lineOf(I.getDebugLoc()));
  for (MachineBasicBlock &Block : F)
    for (MachineInstr &I : Block)
      if (std::optional<FileLine> Line = lineOf(I.getDebugLoc());
          Line && isJump(I) && WithCode.count(*Line))
        I.setDebugLoc(locationInFront(I));
  // The entry's counters may be the only code of the function's line.
  for (MachineBasicBlock &Block : drop_begin(F))
    for (MachineInstr &I : Block)
      if (lineOf(I.getDebugLoc()) && isCounter(I))
        I.setDebugLoc(locationBehind(I));
}

} // namespace gmon
