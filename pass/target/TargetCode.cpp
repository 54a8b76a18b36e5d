//===-- TargetCode.cpp - What differs between targets ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TargetCode.h.
//
//===----------------------------------------------------------------------===//

#include "target/TargetCode.h"
#include "ir/Sanitizers.h"
#include "target/Assembly.h"
#include "target/MachineAssembly.h"

#include "gmon/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace gmon {

bool isSupported(const Module &M) {
  const Triple &Target = M.getTargetTriple();
  switch (Target.getArch()) {
  case Triple::x86_64:
  case Triple::aarch64:
  case Triple::riscv64:
    return Target.isOSBinFormatELF() &&
           M.getDataLayout().getPointerSizeInBits() == 64;
  default:
    return false;
  }
}

static constexpr char LibraryFlag[] = "gmon.library";

void setForLibrary(Module &M) {
  if (!M.getModuleFlag(LibraryFlag))
    M.addModuleFlag(Module::Max, LibraryFlag, 1);
}

/// Whether \p M is compiled for a library.
static bool isPIC(const Module &M) {
  return M.getPICLevel() != PICLevel::NotPIC &&
         M.getPIELevel() == PIELevel::Default;
}

bool isForLibrary(const Module &M) {
  return M.getModuleFlag(LibraryFlag) && !isPIC(M);
}

bool needsDynamicTLS(const Module &M) {
  return M.getTargetTriple().isMusl() && (isPIC(M) || isForLibrary(M));
}

/// The address space of what %gs points to.
static constexpr unsigned SegmentSpace = 256;

bool usesSegment(const Module &M) {
  if (M.getTargetTriple().getArch() != Triple::x86_64 || isForLibrary(M) ||
      M.getCodeModel().value_or(CodeModel::Small) != CodeModel::Small)
    return false;
  return !isPIC(M);
}

Value *inSegment(IRBuilderBase &Builder, Value *Counter) {
  return Builder.CreateAddrSpaceCast(Counter, Builder.getPtrTy(SegmentSpace));
}

static bool isInSegment(const Value *Counter) {
  return Counter->getType()->getPointerAddressSpace() == SegmentSpace;
}

unsigned indexScale(const Module &M) {
  return M.getTargetTriple().isX86() ? GMON_INDEX_SCALE_X86
                                     : GMON_INDEX_SCALE_OTHER;
}

Function *declareRuntime(Module &M, StringRef Entry, FunctionType *T) {
  auto *F = cast<Function>(M.getOrInsertFunction(Entry, T).getCallee());
  F->setVisibility(GlobalValue::HiddenVisibility);
  return F;
}

/// The entry point as a function, by a convention that preserves registers.
static Function *declareEntry(Module &M, StringRef Entry, FunctionType *Type) {
  Function *F = declareRuntime(M, Entry, Type);
  F->setCallingConv(CallingConv::PreserveAll);
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::Cold);
  return F;
}

void createRuntimeCall(IRBuilderBase &Builder, StringRef Entry,
                       ArrayRef<Value *> Arguments) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  SmallVector<Type *> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  auto *Type =
      FunctionType::get(Builder.getVoidTy(), Types, /*isVarArg=*/false);
  if (M.getTargetTriple().isX86()) {
    CallInst *Call =
        Builder.CreateCall(declareEntry(M, Entry, Type), Arguments);
    Call->setCallingConv(CallingConv::PreserveAll);
    Call->setDoesNotThrow();
    return;
  }
  // The convention keeps no argument registers on AArch64, and does not exist
  // on RISC-V. There the call is one that the optimizer does not know to be
  // one. Its arguments are in registers that carry no arguments of the
  // function. (LLVM knows no clobber x30, only lr.)
  bool IsAArch64 = M.getTargetTriple().isAArch64();
  StringRef Registers[] = {IsAArch64 ? "{x9}," : "{t1},",
                           IsAArch64 ? "{x10}," : "{t2},"};
  std::string Text = (IsAArch64 ? "bl " : "call t0, ") + Entry.str();
  std::string Constraints;
  for (StringRef Register : ArrayRef(Registers).take_front(Arguments.size()))
    Constraints += Register;
  Constraints +=
      IsAArch64 ? "~{x16},~{x17},~{lr},~{nzcv},~{memory}" : "~{t0},~{memory}";
  CallInst *Call = Builder.CreateCall(InlineAsm::get(Type, Text, Constraints,
                                                     /*hasSideEffects=*/true),
                                      Arguments);
  Call->setDoesNotThrow();
}

bool hasFeature(const Function &F, StringRef Feature) {
  bool Result = false;
  for (StringRef Each :
       split(F.getFnAttribute("target-features").getValueAsString(), ','))
    if (Each.drop_front(!Each.empty()) == Feature)
      Result = Each.front() == '+';
  return Result;
}

Value *keepInRegister(IRBuilderBase &Builder, Value *Pointer) {
  Type *T = Pointer->getType();
  auto *Nothing = InlineAsm::get(FunctionType::get(T, {T}, /*isVarArg=*/false),
                                 "", "=r,0", /*hasSideEffects=*/false);
  CallInst *Call = Builder.CreateCall(Nothing, Pointer);
  Call->setDoesNotThrow();
  Call->setDoesNotAccessMemory();
  return Call;
}

/// Adds \p Amount to the 64-bit word at \p Address: by one instruction where
/// the target has it. Otherwise Armv8 has a store that fails if a signal
/// handler ran since the load. Returns false, and adds nothing, if there is
/// neither, or if the instruction selector makes one instruction of a load, an
/// addition and a store: compilers take a quarter million instructions for each
/// piece of assembly. Where they do not optimize, they make three.
static bool addIncrement(Assembly &Asm, Value *Address, Value *Amount,
                         const Function &F) {
  switch (F.getParent()->getTargetTriple().getArch()) {
  case Triple::x86_64:
    if (!F.hasOptNone() || !match(Amount, PatternMatch::m_One()))
      return false;
    // Operands of assembly have no segment.
    Asm.add(isInSegment(Address) ? SegmentIncrementText : IncrementText);
    Address = Address->stripPointerCasts();
    Asm.addClobbers("~{flags}");
    Asm.addOperand("=*m", Address, /*IsMemory=*/true);
    Asm.addOperand("*m", Address, /*IsMemory=*/true);
    return true;
  case Triple::aarch64:
    Asm.addOperand("=*Q", Address, /*IsMemory=*/true);
    if (hasFeature(F, "lse")) {
      Asm.add("stadd $1, $0");
      Asm.addOperand("r", Amount);
    } else {
      Asm.add(".Lgmon_count${:uid}:\n\t"
              "ldxr x16, $0\n\t"
              "add x16, x16, $1\n\t"
              "stxr w17, x16, $0\n\t"
              "cbnz w17, .Lgmon_count${:uid}");
      Asm.addOperand("rI", Amount);
      Asm.addClobbers("~{x16},~{x17}");
    }
    Asm.addOperand("*Q", Address, /*IsMemory=*/true);
    return true;
  case Triple::riscv64:
    if (!hasFeature(F, "zaamo"))
      return false;
    Asm.add("amoadd.d zero, $1, $0");
    Asm.addOperand("=*A", Address, /*IsMemory=*/true);
    Asm.addOperand("r", Amount);
    Asm.addOperand("*A", Address, /*IsMemory=*/true);
    return true;
  default:
    return false;
  }
}

void createIncrement(IRBuilderBase &Builder, Value *Address, Value *Amount) {
  const Function &F = *Builder.GetInsertBlock()->getParent();
  if (!Amount)
    Amount = Builder.getInt64(1);
  Assembly Asm(Builder);
  if (addIncrement(Asm, Address, Amount, F)) {
    Asm.create();
    return;
  }
  // Volatile, lest a later pass takes them apart.
  LoadInst *Count =
      Builder.CreateLoad(Builder.getInt64Ty(), Address, /*isVolatile=*/true);
  setNoSanitize(Count);
  setNoSanitize(Builder.CreateStore(Builder.CreateAdd(Count, Amount), Address,
                                    /*isVolatile=*/true));
}

/// The constraint of an operand that is a symbol, also in code that may lie
/// anywhere, where the others take none for constants.
static StringRef symbolConstraint(const Module &M) {
  return M.getTargetTriple().isX86() ? "i" : "S";
}

/// Adds \p Data, which is private, to \p Asm, and returns what stands for its
/// name there. x86-64 code with tagged addresses takes no variable for a
/// constant: such a one is named as the assembler has it.
static std::string addSymbol(Assembly &Asm, GlobalVariable &Data,
                             const Function &F) {
  Module &M = *Data.getParent();
  if (hasFeature(F, "tagged-globals") && M.getTargetTriple().isX86()) {
    appendToCompilerUsed(M, &Data);
    return quoteName(
        (M.getDataLayout().getPrivateGlobalPrefix() + Data.getName()).str(),
        "$$");
  }
  unsigned Number = Asm.numOperands();
  Asm.addOperand(symbolConstraint(M), &Data);
  return ("${" + Twine(Number) + ":c}").str();
}

/// The directive that begins a section \p Name that is kept with that of \p
/// Data.
static std::string pushSection(const GlobalVariable &Data, StringRef Name) {
  const Comdat *Group = Data.getComdat();
  StringRef Kind =
      Group->getSelectionKind() == Comdat::NoDeduplicate ? "" : ",comdat";
  return (".pushsection " + Name + ",\"aG\",%progbits," +
          quoteName(Group->getName(), "$$") + Kind)
      .str();
}

/// The directives that write \p Site, in which \p Callee and \p Caller are its
/// symbols.
static std::string callSiteText(const CallSite &Site, StringRef Callee,
                                StringRef Caller) {
  // There are many of these. Few directives are assembled faster, and so is a
  // large number in hexadecimal; the caller's descriptor aligns the section.
  std::string Text =
      "\n\t" + pushSection(*Site.Caller, Site.Caller->getSection());
  raw_string_ostream(Text)
      << "\n\t.quad 0x" << utohexstr(GMON_CALL_SITE_MAGIC) << "\n\t.long "
      << CallLabelName << "-., " << Callee << "-., " << Caller << "-., "
      << Site.Count << ", " << Site.Number << ", 0\n\t.popsection";
  return Text;
}

void createCallCounter(IRBuilderBase &Builder, Value *Address,
                       const CallSite &Site) {
  const Function &F = *Builder.GetInsertBlock()->getParent();
  Assembly Asm(Builder);
  Asm.add(CallLabelText);
  bool Counts = Address && addIncrement(Asm, Address, Builder.getInt64(1), F);
  if (Address && !Counts)
    createIncrement(Builder, Address);
  std::string Callee = ("${" + Twine(Asm.numOperands()) + ":c}").str();
  Asm.addOperand(symbolConstraint(*F.getParent()), Site.Callee);
  std::string Caller = addSymbol(Asm, *Site.Caller, F);
  Asm.add(callSiteText(Site, Callee, Caller));
  // Another section ends the effect of a location that no instruction has.
  if (!Counts)
    Builder.SetCurrentDebugLocation({});
  Asm.create();
}

void createReference(IRBuilderBase &Builder, GlobalVariable *Data) {
  const Function &F = *Builder.GetInsertBlock()->getParent();
  const Triple &Target = F.getParent()->getTargetTriple();
  StringRef None = Target.isX86()       ? "R_X86_64_NONE"
                   : Target.isAArch64() ? "R_AARCH64_NONE"
                                        : "R_RISCV_NONE";
  Assembly Asm(Builder);
  Asm.add(".reloc ., " + None + ", ");
  Asm.add(addSymbol(Asm, *Data, F));
  Asm.create();
}

} // namespace gmon
