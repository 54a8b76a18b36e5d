//===-- FlowFuzzer.cpp - Fuzzes descriptions of code's flow ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the text of an entry of GMON_FLOW_SECTION. What the reader accepts is
// solved with counts that are made of the pieces' numbers.
//
//===----------------------------------------------------------------------===//

#include "costs/FlowMap.h"
#include "costs/FlowSolver.h"
#include <cstdlib>
#include <map>

using namespace gmon;
using namespace llvm;

static void check(bool IsTrue) {
  if (!IsTrue)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  constexpr uint64_t Start = 0x1000;
  Expected<FlowFunction> Flow =
      readFlow(StringRef(reinterpret_cast<const char *>(Data), Size), Start);
  if (errorToBool(Flow.takeError()))
    return 0;
  FlowProblem Problem;
  std::map<uint64_t, FlowSum> Blocks;
  uint64_t Low = Start;
  for (const FlowPiece &Piece : Flow->Pieces) {
    check(Piece.Code.Low == Low && Piece.Code.High <= Flow->Code.High);
    Low = Piece.Code.High;
    auto Number = uint32_t(Problem.Nodes.size());
    FlowNode Node;
    Node.Successors = Piece.Successors;
    Node.IsEntered = Piece.has(GMON_FLOW_ENTERED);
    Node.IsLeft = Piece.has(GMON_FLOW_LEFT);
    for (uint32_t To : Node.Successors)
      check(To < Flow->Pieces.size());
    Problem.Nodes.push_back(std::move(Node));
    if (Piece.Block) {
      FlowSum &Sum = Blocks[*Piece.Block];
      Sum.Pieces.push_back(Number);
      Sum.Count = *Piece.Block % 1000;
    }
  }
  uint64_t Behind = Start;
  for (uint64_t Own : Flow->Own) {
    check(Behind <= Own && Own < Flow->Code.High);
    Behind = Own + 1;
  }
  for (auto &[Block, Sum] : Blocks)
    Problem.Sums.push_back(std::move(Sum));
  const FlowSolution Solution(Problem);
  for (const CountRange &Count : Solution.pieces())
    check(Count.Low <= Count.High && Count.High <= NoBound);
  std::vector<uint64_t> Weights(Problem.Nodes.size(), 3);
  const CountRange Sum = Solution.sum(Weights);
  check(Sum.Low <= Sum.Estimate && Sum.Estimate <= Sum.High);
  return 0;
}
