//===-- McLayer.cpp - LLVM's MC layer for one instruction set -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enables all compatible extensions: programs may choose when they run.
//
//===----------------------------------------------------------------------===//

#include "code/McLayer.h"
#include "code/LLVMVersion.h"
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

/// The processor with the most instructions, where no feature enables them.
static StringRef neededCpu(const Triple &Where) {
  if (Where.isPPC())
    return "future";
  if (Where.isSystemZ())
    return NewestSystemZ;
  if (Where.isMIPS())
    return Where.isMIPS64() ? "mips64r5" : "mips32r5";
  return "";
}

std::unique_ptr<McLayer> McLayer::create(const Image &Program, bool IsThumb) {
  initializeTargets();
  Triple Where = Program.object().makeTriple();
  // A file without build attributes says nothing about its ARM code.
  if (Where.isARM() && Where.getSubArch() == Triple::NoSubArch)
    Where.setArch(Where.getArch(), Triple::ARMSubArch_v8);
  std::string Ignored;
  const Target *T =
      TargetRegistry::lookupTarget(targetArgument(Where), Ignored);
  if (!T)
    return nullptr;
  std::string Features = neededFeatures(Program, Where);
  if (IsThumb)
    Features += Features.empty() ? "+thumb-mode" : ",+thumb-mode";

  auto M = std::make_unique<McLayer>();
  M->Registers.reset(T->createMCRegInfo(targetArgument(Where)));
  if (!M->Registers)
    return nullptr;
  M->AsmInfo.reset(
      T->createMCAsmInfo(*M->Registers, targetArgument(Where), M->Options));
  M->Subtarget.reset(T->createMCSubtargetInfo(targetArgument(Where),
                                              neededCpu(Where), Features));
  M->Instructions.reset(T->createMCInstrInfo());
  if (!M->AsmInfo || !M->Subtarget || !M->Instructions)
    return nullptr;
  M->Context = std::make_unique<MCContext>(
      Where, M->AsmInfo.get(), M->Registers.get(), M->Subtarget.get());
  M->Disassembler.reset(T->createMCDisassembler(*M->Subtarget, *M->Context));
  M->Analysis.reset(T->createMCInstrAnalysis(M->Instructions.get()));
  // LLVM 19 has none for SystemZ, where targetOf does not need one.
  if (!M->Analysis && Where.isSystemZ())
    M->Analysis = std::make_unique<MCInstrAnalysis>(M->Instructions.get());
  if (!M->Disassembler || !M->Analysis)
    return nullptr;
  return M;
}

std::unique_ptr<MCInstPrinter> McLayer::createPrinter() const {
  const Triple &Where = Subtarget->getTargetTriple();
  std::string Ignored;
  const Target *T =
      TargetRegistry::lookupTarget(targetArgument(Where), Ignored);
  if (!T)
    return nullptr;
  std::unique_ptr<MCInstPrinter> Printer(
      T->createMCInstPrinter(Where, AsmInfo->getAssemblerDialect(), *AsmInfo,
                             *Instructions, *Registers));
  if (!Printer)
    return nullptr;
  Printer->setPrintImmHex(true);
  Printer->setPrintBranchImmAsAddress(true);
  Printer->setMCInstrAnalysis(Analysis.get());
  return Printer;
}

std::optional<uint64_t> McLayer::targetOf(const MCInst &Inst, uint64_t Address,
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
      return (HasSystemZDistances ? Address : 0) + Operand.getImm();
  return std::nullopt;
}
