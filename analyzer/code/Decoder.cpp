//===-- Decoder.cpp - The instructions of a program -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads from LLVM's instructions what the analyzer needs to know of them.
//
//===----------------------------------------------------------------------===//

#include "code/Decoder.h"
#include "code/LLVMVersion.h"
#include "code/McLayer.h"

using namespace gmon;
using namespace llvm;

/// The layer of one instruction set, and what its instructions mean.
struct Decoder::Machine {
  std::unique_ptr<McLayer> Layer;

  /// Returns the properties of \p Inst, which \p Bytes begin with.
  CodeInstruction describe(const MCInst &Inst, uint64_t Address,
                           ArrayRef<uint8_t> Bytes, uint64_t AddressMask) const;
  void describeMemory(const MCInst &Inst, const MCInstrDesc &Desc,
                      CodeInstruction &Result) const;

  static std::unique_ptr<Machine> create(const Image &Program, bool IsThumb) {
    std::unique_ptr<McLayer> Layer = McLayer::create(Program, IsThumb);
    return Layer ? std::make_unique<Machine>(std::move(Layer)) : nullptr;
  }
};

/// Whether \p Bytes are a lone prefix of x86, an instruction for LLVM.
static bool isPrefix(ArrayRef<uint8_t> Bytes) {
  return Bytes.size() == 1 &&
         (Bytes[0] == 0xf0 || Bytes[0] == 0xf2 || Bytes[0] == 0xf3);
}

/// Whether \p Bytes begin with an x86 string instruction that repeats itself.
static bool isRepeatedString(ArrayRef<uint8_t> Bytes) {
  bool Repeats = false;
  for (uint8_t Byte : Bytes) {
    switch (Byte) {
    case 0xf2:
    case 0xf3:
      Repeats = true;
      continue;
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x64:
    case 0x65:
    case 0x66:
    case 0x67:
      continue;
    default:
      break;
    }
    if ((Byte & 0xf0) == 0x40) // REX
      continue;
    const bool IsInOut = (Byte & 0xfc) == 0x6c;
    const bool IsString =
        Byte >= 0xa4 && Byte <= 0xaf && Byte != 0xa8 && Byte != 0xa9;
    return Repeats && (IsInOut || IsString);
  }
  return false;
}

/// Reads an x86 memory operand: base, scale, index, displacement, segment.
void Decoder::Machine::describeMemory(const MCInst &Inst,
                                      const MCInstrDesc &Desc,
                                      CodeInstruction &Result) const {
  const auto *First = find_if(Desc.operands(), [](const MCOperandInfo &Info) {
    return Info.OperandType == MCOI::OPERAND_MEMORY;
  });
  const size_t I = First - Desc.operands().begin();
  if (I + 4 >= Inst.getNumOperands() || !Inst.getOperand(I).isReg() ||
      !Inst.getOperand(I + 2).isReg() || !Inst.getOperand(I + 3).isImm() ||
      !Inst.getOperand(I + 4).isReg())
    return;
  const MCRegister Base = Inst.getOperand(I).getReg();
  const MCRegister Index = Inst.getOperand(I + 2).getReg();
  const MCRegister Segment = Inst.getOperand(I + 4).getReg();
  Result.UsesSegment =
      Segment && StringRef(Layer->Registers->getName(Segment)) == "GS";
  if (Index)
    return;
  const uint64_t Offset = Inst.getOperand(I + 3).getImm();
  if (!Base)
    Result.Operand = Offset;
  else if (StringRef(Layer->Registers->getName(Base)) == "RIP")
    Result.Operand = Result.end() + Offset;
}

CodeInstruction Decoder::Machine::describe(const MCInst &Inst, uint64_t Address,
                                           ArrayRef<uint8_t> Bytes,
                                           uint64_t AddressMask) const {
  const MCInstrDesc &Desc = Layer->Instructions->get(Inst.getOpcode());
  CodeInstruction Result;
  Result.Address = Address;
  Result.Size = uint8_t(Bytes.size());
  Result.IsCall = Layer->Analysis->isCall(Inst);
  Result.IsBranch = !Result.IsCall && Layer->Analysis->isBranch(Inst);
  Result.IsBarrier = Desc.isBarrier();
  Result.Loads = Desc.mayLoad();
  Result.Stores = Desc.mayStore();
  if (Result.IsCall || Result.IsBranch)
    if (std::optional<uint64_t> Target =
            Layer->targetOf(Inst, Address, Bytes.size()))
      Result.Target = *Target & AddressMask;
  if (!Layer->Subtarget->getTargetTriple().isX86())
    return Result;
  Result.IsRepeated = isRepeatedString(Bytes);
  describeMemory(Inst, Desc, Result);
  // Return addresses are in memory; LLVM's tables do not say so.
  Result.Stores |= Result.IsCall;
  Result.Loads |= Desc.isReturn();
  return Result;
}

std::unique_ptr<Decoder> Decoder::create(const Image &Program) {
  std::unique_ptr<Decoder> Result(new Decoder);
  Result->AddressMask = Program.addressSize() == 4 ? UINT32_MAX : UINT64_MAX;
  Result->Main = Machine::create(Program, /*IsThumb=*/false);
  if (!Result->Main)
    return nullptr;
  if (Program.object().makeTriple().isARM()) {
    Result->Thumb = Machine::create(Program, /*IsThumb=*/true);
    if (!Result->Thumb)
      return nullptr;
  }
  return Result;
}

Decoder::~Decoder() = default;

const Decoder::Machine &Decoder::machineFor(CodeKind Kind) const {
  return Kind == CodeKind::Thumb && Thumb ? *Thumb : *Main;
}

void Decoder::decode(ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind,
                     function_ref<void(const Transfer &)> Visit) const {
  decode(Bytes, Address, Kind, Visit, [](const Transfer &) {});
}

void Decoder::decode(ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind,
                     function_ref<void(const Transfer &)> Visit,
                     function_ref<void(const Transfer &)> VisitIndirect) const {
  if (Kind == CodeKind::Data)
    return;
  const Machine &M = machineFor(Kind);
  const McLayer &Layer = *M.Layer;
  Layer.walk(
      Bytes, Address,
      [&](const MCInst &Inst, uint64_t Address, uint64_t Size) {
        bool IsCall = Layer.Analysis->isCall(Inst);
        if (!IsCall && !Layer.Analysis->isBranch(Inst))
          return;
        auto Length = uint8_t(Size);
        if (std::optional<uint64_t> Target =
                Layer.targetOf(Inst, Address, Size))
          Visit({Address, *Target & AddressMask, IsCall, Length});
        else
          VisitIndirect({Address, 0, IsCall, Length});
      },
      [&](uint64_t Address, ArrayRef<uint8_t> Unknown) {
        return Layer.Disassembler->suggestBytesToSkip(Unknown, Address);
      });
}

void Decoder::findJumpTables(ArrayRef<uint8_t> Bytes, uint64_t Address,
                             CodeKind Kind, JumpTables &Result) const {
  if (Kind != CodeKind::Data)
    gmon::findJumpTables(*machineFor(Kind).Layer, Bytes, Address, Result);
}

void Decoder::visit(ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind,
                    function_ref<void(const CodeInstruction &)> Visit,
                    function_ref<void(uint64_t)> Skip) const {
  if (Kind == CodeKind::Data)
    return;
  const Machine &M = machineFor(Kind);
  const McLayer &Layer = *M.Layer;
  const bool IsX86 = Layer.Subtarget->getTargetTriple().isX86();
  uint64_t Start = Address; // of the instruction, with its prefixes
  Layer.walk(
      Bytes, Address,
      [&](const MCInst &Inst, uint64_t Place, uint64_t Size) {
        if (!IsX86 || !isPrefix(Bytes.slice(Place - Address, Size))) {
          Visit(M.describe(Inst, Start,
                           Bytes.slice(Start - Address, Place + Size - Start),
                           AddressMask));
          Start = Place + Size;
        }
      },
      [&](uint64_t Address, ArrayRef<uint8_t>) {
        Skip(Address);
        Start = Address + 1;
        return uint64_t(1);
      });
}

std::vector<std::pair<uint64_t, uint64_t>>
Decoder::findStubs(ArrayRef<uint8_t> Bytes, uint64_t Address,
                   uint64_t GlobalOffsetTable) const {
  // LLVM's functions read slightly beyond a truncated stub.
  SmallVector<uint8_t> Padded(Bytes);
  Padded.append(32, 0);
  std::vector<std::pair<uint64_t, uint64_t>> Result;
  for (auto [Stub, Word] : Main->Layer->Analysis->findPltEntries(
           Address, Padded, stubsArgument(*Main->Layer->Subtarget))) {
    if (Stub - Address >= Bytes.size())
      continue;
    // LLVM's mark for a stub that adds the table's address, which is in ebx.
    if (AddressMask == UINT32_MAX && int64_t(Word) < 0)
      Word = ~Word + GlobalOffsetTable;
    Result.push_back({Stub, Word & AddressMask});
  }
  return Result;
}
