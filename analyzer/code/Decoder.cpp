//===-- Decoder.cpp - The instructions of a program -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets up LLVM's MC layer for one target. Enables all extensions that can be
// enabled together: a program may choose its code when it runs.
//
//===----------------------------------------------------------------------===//

#include "code/Decoder.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace gmon;
using namespace llvm;

// The targets that are linked in: Targets.inc has GMON_TARGET(name) for each.
#define GMON_TARGET(Name)                                                      \
  extern "C" void LLVMInitialize##Name##TargetInfo();                          \
  extern "C" void LLVMInitialize##Name##TargetMC();                            \
  extern "C" void LLVMInitialize##Name##Disassembler();
#include "code/Targets.inc"
#undef GMON_TARGET

static void initializeTargets() {
#define GMON_TARGET(Name)                                                      \
  LLVMInitialize##Name##TargetInfo();                                          \
  LLVMInitialize##Name##TargetMC();                                            \
  LLVMInitialize##Name##Disassembler();
#include "code/Targets.inc"
#undef GMON_TARGET
}

/// The objects that decode one instruction set. Each member is constructed from
/// the members before it.
struct Decoder::Machine {
  MCTargetOptions Options;
  std::unique_ptr<const MCRegisterInfo> Registers;
  std::unique_ptr<const MCAsmInfo> AsmInfo;
  std::unique_ptr<const MCSubtargetInfo> Subtarget;
  std::unique_ptr<const MCInstrInfo> Instructions;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<const MCDisassembler> Disassembler;
  std::unique_ptr<MCInstrAnalysis> Analysis;

  /// Returns the target of \p Inst, a call or jump, if it is known.
  std::optional<uint64_t> targetOf(const MCInst &Inst, uint64_t Address,
                                   uint64_t Size) const;

  /// Returns the properties of \p Inst, which \p Bytes begin with.
  CodeInstruction describe(const MCInst &Inst, uint64_t Address,
                           ArrayRef<uint8_t> Bytes, uint64_t AddressMask) const;
  void describeMemory(const MCInst &Inst, const MCInstrDesc &Desc,
                      CodeInstruction &To) const;
  template <typename Visitor, typename Skipper>
  void walk(ArrayRef<uint8_t> Bytes, uint64_t Address, Visitor Visit,
            Skipper Skip) const;

  static std::unique_ptr<Machine> create(const Target &T, const Triple &Where,
                                         StringRef Cpu, StringRef Features);
};

std::unique_ptr<Decoder::Machine> Decoder::Machine::create(const Target &T,
                                                           const Triple &Where,
                                                           StringRef Cpu,
                                                           StringRef Features) {
  auto M = std::make_unique<Machine>();
  M->Registers.reset(T.createMCRegInfo(Where));
  if (!M->Registers)
    return nullptr;
  M->AsmInfo.reset(T.createMCAsmInfo(*M->Registers, Where, M->Options));
  M->Subtarget.reset(T.createMCSubtargetInfo(Where, Cpu, Features));
  M->Instructions.reset(T.createMCInstrInfo());
  if (!M->AsmInfo || !M->Subtarget || !M->Instructions)
    return nullptr;
  M->Context = std::make_unique<MCContext>(
      Where, M->AsmInfo.get(), M->Registers.get(), M->Subtarget.get());
  M->Disassembler.reset(T.createMCDisassembler(*M->Subtarget, *M->Context));
  M->Analysis.reset(T.createMCInstrAnalysis(M->Instructions.get()));
  if (!M->Disassembler || !M->Analysis)
    return nullptr;
  return M;
}

std::optional<uint64_t> Decoder::Machine::targetOf(const MCInst &Inst,
                                                   uint64_t Address,
                                                   uint64_t Size) const {
  if (!Subtarget->getTargetTriple().isSystemZ()) {
    uint64_t Target;
    if (Analysis->evaluateBranch(Inst, Address, Size, Target))
      return Target;
    return std::nullopt;
  }
  // LLVM has no such function for SystemZ.
  const MCInstrDesc &Desc = Instructions->get(Inst.getOpcode());
  for (auto [Info, Operand] : zip(Desc.operands(), Inst))
    if (Info.OperandType == MCOI::OPERAND_PCREL && Operand.isImm())
      return Address + Operand.getImm();
  return std::nullopt;
}

/// Whether \p Bytes are a prefix of x86 alone, which LLVM takes for an
/// instruction: lock.
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

/// Reads the memory operand of an x86 instruction: base, scale, index,
/// displacement, segment.
void Decoder::Machine::describeMemory(const MCInst &Inst,
                                      const MCInstrDesc &Desc,
                                      CodeInstruction &To) const {
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
  To.UsesSegment = Segment && StringRef(Registers->getName(Segment)) == "GS";
  if (Index)
    return;
  const uint64_t Offset = Inst.getOperand(I + 3).getImm();
  if (!Base)
    To.Operand = Offset;
  else if (StringRef(Registers->getName(Base)) == "RIP")
    To.Operand = To.end() + Offset;
}

CodeInstruction Decoder::Machine::describe(const MCInst &Inst, uint64_t Address,
                                           ArrayRef<uint8_t> Bytes,
                                           uint64_t AddressMask) const {
  const MCInstrDesc &Desc = Instructions->get(Inst.getOpcode());
  CodeInstruction Result;
  Result.Address = Address;
  Result.Size = uint8_t(Bytes.size());
  Result.IsCall = Analysis->isCall(Inst);
  Result.IsBranch = !Result.IsCall && Analysis->isBranch(Inst);
  Result.Loads = Desc.mayLoad();
  Result.Stores = Desc.mayStore();
  if (Result.IsCall || Result.IsBranch)
    if (std::optional<uint64_t> To = targetOf(Inst, Address, Bytes.size()))
      Result.Target = *To & AddressMask;
  if (!Subtarget->getTargetTriple().isX86())
    return Result;
  Result.IsRepeated = isRepeatedString(Bytes);
  describeMemory(Inst, Desc, Result);
  // Return addresses are in memory; LLVM's tables do not say so.
  Result.Stores |= Result.IsCall;
  Result.Loads |= Desc.isReturn();
  return Result;
}

/// Returns the features that the code of \p Program may need. Calls LLVM's
/// function only where it checks the contents of the file.
static std::string neededFeatures(const Image &Program, const Triple &Where) {
  if (Where.isAArch64())
    return "+all";
  if (Where.isLoongArch())
    return "+f,+d,+lsx,+lasx,+lvz,+lbt";
  if (Where.isRISCV() || Where.isARM()) {
    if (Expected<SubtargetFeatures> Features = Program.object().getFeatures())
      return Features->getString();
    else
      consumeError(Features.takeError());
    return "+c,+m,+a,+f,+d";
  }
  return "";
}

/// The processor with the most instructions, for targets where no feature
/// enables them.
static StringRef neededCpu(const Triple &Where) {
  if (Where.isPPC())
    return "future";
  if (Where.isSystemZ())
    return "z17";
  if (Where.isMIPS())
    return Where.isMIPS64() ? "mips64r5" : "mips32r5";
  return "";
}

std::unique_ptr<Decoder> Decoder::create(const Image &Program) {
  initializeTargets();
  Triple Where = Program.object().makeTriple();
  // A file without build attributes says nothing about its ARM code.
  if (Where.isARM() && Where.getSubArch() == Triple::NoSubArch)
    Where.setArch(Where.getArch(), Triple::ARMSubArch_v8);
  std::string Ignored;
  const Target *T = TargetRegistry::lookupTarget(Where, Ignored);
  if (!T)
    return nullptr;

  std::string Features = neededFeatures(Program, Where);
  std::unique_ptr<Decoder> Result(new Decoder);
  Result->AddressMask = Program.addressSize() == 4 ? UINT32_MAX : UINT64_MAX;
  Result->Main = Machine::create(*T, Where, neededCpu(Where), Features);
  if (!Result->Main)
    return nullptr;
  if (Where.isARM()) {
    Features += Features.empty() ? "+thumb-mode" : ",+thumb-mode";
    Result->Thumb = Machine::create(*T, Where, "", Features);
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

/// Calls \p Visit with each instruction in \p Bytes, its address and its size,
/// and \p Skip with the address and the bytes of one that is not known. \p Skip
/// returns how many bytes to leave out.
template <typename Visitor, typename Skipper>
void Decoder::Machine::walk(ArrayRef<uint8_t> Bytes, uint64_t Address,
                            Visitor Visit, Skipper Skip) const {
  Analysis->resetState();
  MCInst Inst;
  while (!Bytes.empty()) {
    Inst.clear();
    uint64_t Size = 0;
    if (Disassembler->getInstruction(Inst, Size, Bytes, Address, nulls()) ==
        MCDisassembler::Fail) {
      Analysis->resetState();
      Size = Skip(Address, Bytes);
    } else {
      Visit(Inst, Address, Size);
      Analysis->updateState(Inst, Address);
    }
    Size = std::clamp<uint64_t>(Size, 1, Bytes.size());
    Bytes = Bytes.drop_front(Size);
    Address += Size;
  }
}

void Decoder::decode(ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind,
                     function_ref<void(const Transfer &)> Visit,
                     function_ref<void(const Transfer &)> VisitIndirect) const {
  if (Kind == CodeKind::Data)
    return;
  const Machine &M = machineFor(Kind);
  M.walk(
      Bytes, Address,
      [&](const MCInst &Inst, uint64_t At, uint64_t Size) {
        bool IsCall = M.Analysis->isCall(Inst);
        if (!IsCall && !M.Analysis->isBranch(Inst))
          return;
        auto Length = uint8_t(Size);
        if (std::optional<uint64_t> To = M.targetOf(Inst, At, Size))
          Visit({At, *To & AddressMask, IsCall, Length});
        else
          VisitIndirect({At, 0, IsCall, Length});
      },
      [&](uint64_t At, ArrayRef<uint8_t> Unknown) {
        return M.Disassembler->suggestBytesToSkip(Unknown, At);
      });
}

void Decoder::visit(ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind,
                    function_ref<void(const CodeInstruction &)> Visit,
                    function_ref<void(uint64_t)> Skip) const {
  if (Kind == CodeKind::Data)
    return;
  const Machine &M = machineFor(Kind);
  const bool IsX86 = M.Subtarget->getTargetTriple().isX86();
  uint64_t Start = Address; // of the instruction, with its prefixes
  M.walk(
      Bytes, Address,
      [&](const MCInst &Inst, uint64_t At, uint64_t Size) {
        if (!IsX86 || !isPrefix(Bytes.slice(At - Address, Size))) {
          Visit(M.describe(Inst, Start,
                           Bytes.slice(Start - Address, At + Size - Start),
                           AddressMask));
          Start = At + Size;
        }
      },
      [&](uint64_t At, ArrayRef<uint8_t>) {
        Skip(At);
        Start = At + 1;
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
  for (auto [Stub, Word] :
       Main->Analysis->findPltEntries(Address, Padded, *Main->Subtarget)) {
    if (Stub - Address >= Bytes.size())
      continue;
    // LLVM's mark for a stub that adds the table's address, which is in ebx.
    if (AddressMask == UINT32_MAX && int64_t(Word) < 0)
      Word = ~Word + GlobalOffsetTable;
    Result.push_back({Stub, Word & AddressMask});
  }
  return Result;
}
