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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

static bool contains(ArrayRef<AddressRange> Ranges, uint64_t Address) {
  return any_of(Ranges, [&](const AddressRange &Range) {
    return Range.contains(Address);
  });
}

OwnCode::OwnCode(const Image &Program) {
  for (object::ELFSectionRef Section : Program.object().sections()) {
    Expected<StringRef> Name = Section.getName();
    if (errorToBool(Name.takeError()) ||
        Section.getSize() > UINT64_MAX - Section.getAddress())
      continue;
    const AddressRange Range{Section.getAddress(),
                             Section.getAddress() + Section.getSize()};
    if (*Name == GMON_DATA_SECTION || *Name == GMON_DESCRIPTOR_SECTION)
      Data.push_back(Range);
  }
  Program.visit([&]<class ELFT>(const object::ELFFile<ELFT> &File) {
    auto Headers = File.sections();
    if (errorToBool(Headers.takeError()))
      return;
    auto Symbols = SymbolSection<ELFT>::read(File, *Headers);
    if (errorToBool(Symbols.takeError()))
      return;
    for (const auto &Sym : Symbols->Entries) {
      Expected<StringRef> Name = Sym.getName(Symbols->Strings);
      if (errorToBool(Name.takeError()))
        continue;
      if (*Name == "__gmon_uses_segment")
        HasSegment = Sym.st_shndx != ELF::SHN_UNDEF;
      if (Sym.st_shndx != ELF::SHN_UNDEF &&
          (*Name == "__gmon_rt_miss" || *Name == "__gmon_rt_touch" ||
           *Name == "__gmon_rt_entry" || *Name == "__gmon_rt_entry_touch"))
        Entries.push_back(Sym.st_value);
    }
  });
  llvm::sort(Entries);
}

bool OwnCode::isRuntime(uint64_t Address) const {
  return std::binary_search(Entries.begin(), Entries.end(), Address);
}

bool OwnCode::has(const CodeInstruction &Inst) const {
  return (Inst.UsesSegment && HasSegment) ||
         (Inst.Operand && contains(Data, *Inst.Operand)) ||
         (Inst.Target && isRuntime(*Inst.Target));
}

bool FunctionDecoder::hasCode(uint64_t Address) const {
  return any_of(Sections, [&](const CodeSection &Section) {
    return Section.Address <= Address && Address < Section.high();
  });
}

Expected<DecodedFunction>
FunctionDecoder::decode(const FlowFunction &Flow) const {
  DecodedFunction Function{&Flow, {}};
  auto Section = find_if(Sections, [&](const CodeSection &Known) {
    return Known.Address <= Flow.Code.Low && Flow.Code.High <= Known.high();
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
        [&](const CodeInstruction &Inst) {
          if (!Found.empty() && Found.back().IsBarrier)
            return;
          Found.push_back(Inst);
          if (!NextOwn.empty() && NextOwn.front() == Inst.Address)
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
