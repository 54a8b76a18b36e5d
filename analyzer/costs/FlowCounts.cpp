//===-- FlowCounts.cpp - What a profile says of code's flow ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one equation of all copies of a block, and one of each counter.
//
//===----------------------------------------------------------------------===//

#include "costs/FlowCounts.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

FlowCounts::FlowCounts(const Profile &Data) {
  for (const BlockCount &Block : Data.Blocks) {
    Counts[Block.Address] += Block.Count;
    HasPieces |= Block.Address >= GMON_PIECE_KEY_MIN;
  }
}

bool FlowCounts::has(const FlowFunction &Function) const {
  return any_of(Function.Pieces, [&](const FlowPiece &Piece) {
    return Piece.Block && Counts.count(*Piece.Block);
  });
}

bool FlowCounts::hasExecuted(const FlowFunction &Function) const {
  return any_of(Function.Pieces, [&](const FlowPiece &Piece) {
    return (Piece.Block && at(*Piece.Block)) ||
           (Piece.Counter && at(*Piece.Counter));
  });
}

FlowProblem FlowCounts::problemOf(const FlowFunction &Function) const {
  FlowProblem Problem;
  Problem.Nodes.reserve(Function.Pieces.size());
  std::vector<std::pair<uint64_t, uint32_t>> Copies; ///< by block
  for (auto [I, Piece] : enumerate(Function.Pieces)) {
    Problem.Nodes.push_back({Piece.Successors, Piece.has(GMON_FLOW_ENTERED),
                             Piece.has(GMON_FLOW_LEFT), Bounds(),
                             /*IsRare=*/Piece.has(GMON_FLOW_OWN)});
    if (Piece.Block)
      Copies.push_back({*Piece.Block, uint32_t(I)});
    if (Piece.Counter && HasPieces)
      Problem.Sums.push_back({{uint32_t(I)}, at(*Piece.Counter)});
  }
  llvm::sort(Copies);
  for (size_t I = 0; I < Copies.size();) {
    const uint64_t Block = Copies[I].first;
    FlowSum &Sum = Problem.Sums.emplace_back();
    Sum.Count = at(Block);
    for (; I < Copies.size() && Copies[I].first == Block; ++I)
      Sum.Pieces.push_back(Copies[I].second);
  }
  return Problem;
}
