//===-- Locations.cpp - Lines of instructions -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Locations.h.
//
//===----------------------------------------------------------------------===//

#include "lines/Locations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

namespace gmon {

std::optional<FileLine> lineOf(const DebugLoc &Location) {
  if (!Location || Location.getLine() == 0)
    return std::nullopt;
  return FileLine(Location->getFile(), Location.getLine());
}

bool isSameLine(const DebugLoc &A, const DebugLoc &B) {
  std::optional<FileLine> Line = lineOf(A);
  return Line && Line == lineOf(B);
}

DebugLoc firstLocation(const BasicBlock &Block) {
  for (const Instruction &I : Block)
    if (lineOf(I.getDebugLoc()))
      return I.getDebugLoc();
  return {};
}

DebugLoc lastLocation(const BasicBlock &Block) {
  for (const Instruction &I : reverse(drop_end(Block)))
    if (lineOf(I.getDebugLoc()))
      return I.getDebugLoc();
  return Block.getTerminator()->getDebugLoc();
}

DebugLoc counterLocation(BasicBlock::iterator Point) {
  const BasicBlock &Block = *Point->getParent();
  if (!Point->isTerminator())
    return firstLocation(Block);
  const BasicBlock *Next = Block.getSingleSuccessor();
  if (Next && !Block.getParent()->hasOptNone())
    if (DebugLoc Location = firstLocation(*Next))
      return Location;
  return lastLocation(Block);
}

} // namespace gmon
