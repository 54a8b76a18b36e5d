//===-- InstructionCounts.cpp - Executions of instructions ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up addresses. CodeCosts.cpp computes the counts.
//
//===----------------------------------------------------------------------===//

#include "costs/InstructionCounts.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

std::optional<InstructionCount>
InstructionCounts::find(uint64_t Address) const {
  auto Next = upper_bound(Pieces, Address, [](uint64_t A, const Piece &Each) {
    return A < Each.Code.High;
  });
  if (Next == Pieces.end() || !Next->Code.contains(Address))
    return std::nullopt;
  auto NextOwn = upper_bound(Own, Address, [](uint64_t A, const auto &Range) {
    return A < Range.High;
  });
  return InstructionCount{Next->Count, Next->IsExact,
                          NextOwn != Own.end() && NextOwn->contains(Address)};
}

double InstructionCounts::executedBytes(AddressRange Code) const {
  double Sum = 0;
  for (auto Next = upper_bound(
           Pieces, Code.Low,
           [](uint64_t A, const Piece &P) { return A < P.Code.High; });
       Next != Pieces.end() && Next->Code.Low < Code.High; ++Next)
    Sum += double(Next->Count) * double(std::min(Next->Code.High, Code.High) -
                                        std::max(Next->Code.Low, Code.Low));
  return Sum;
}
