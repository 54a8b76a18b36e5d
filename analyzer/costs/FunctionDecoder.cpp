//===-- FunctionDecoder.cpp - Instructions of functions -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up each function's code in its section.
//
//===----------------------------------------------------------------------===//

#include "costs/FunctionDecoder.h"
#include "gmon/abi.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

bool FunctionDecoder::hasCode(uint64_t Address) const {
  return any_of(Sections, [&](const CodeSection &Each) {
    return Each.Address <= Address && Address < Each.high();
  });
}

Expected<DecodedFunction>
FunctionDecoder::decode(const FlowFunction &Flow) const {
  DecodedFunction Function{&Flow, {}};
  auto Section = find_if(Sections, [&](const CodeSection &Each) {
    return Each.Address <= Flow.Code.Low && Flow.Code.High <= Each.high();
  });
  if (Section == Sections.end())
    return makeError("the code at 0x" + utohexstr(Flow.Code.Low, true) +
                     " is not in the file: files of debug information have "
                     "none; name the program");
  ArrayRef<uint64_t> NextOwn = Flow.Own;
  for (const FlowPiece &Piece : Flow.Pieces) {
    std::vector<CodeInstruction> &Found = Function.Pieces.emplace_back();
    constexpr uint64_t UsualSize = 4; // of an instruction
    Found.reserve((Piece.Code.High - Piece.Code.Low) / UsualSize + 1);
    std::optional<uint64_t> Bad;
    Decode.visit(
        Section->Bytes.slice(Piece.Code.Low - Section->Address,
                             Piece.Code.High - Piece.Code.Low),
        Piece.Code.Low, CodeKind::Main,
        [&](const CodeInstruction &Each) {
          if (!Found.empty() && Found.back().IsBarrier)
            return;
          Found.push_back(Each);
          if (!NextOwn.empty() && NextOwn.front() == Each.Address)
            NextOwn = NextOwn.drop_front();
        },
        [&](uint64_t Address) {
          if (!Bad)
            Bad = Address;
        });
    if (Bad)
      return makeError("no instruction is known at 0x" + utohexstr(*Bad, true));
  }
  if (!NextOwn.empty())
    return makeError("the description of its code's flow is damaged: no "
                     "instruction begins at 0x" +
                     utohexstr(NextOwn.front(), true));
  return std::move(Function);
}
