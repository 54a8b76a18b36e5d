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

#include "TargetCode.h"

#include "gmon/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

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

bool needsDynamicTLS(const Module &M) {
  return M.getTargetTriple().isMusl() && M.getPICLevel() != PICLevel::NotPIC &&
         M.getPIELevel() == PIELevel::Default;
}

unsigned indexScale(const Module &M) {
  return M.getTargetTriple().isX86() ? GMON_INDEX_SCALE_X86
                                     : GMON_INDEX_SCALE_OTHER;
}

/// The entry point as a function, by a convention that preserves registers.
static FunctionCallee declareEntry(Module &M, StringRef Entry,
                                   FunctionType *Type) {
  FunctionCallee Callee = M.getOrInsertFunction(Entry, Type);
  if (auto *F = dyn_cast<Function>(Callee.getCallee())) {
    F->setVisibility(GlobalValue::HiddenVisibility);
    F->setDSOLocal(true);
    F->setCallingConv(CallingConv::PreserveAll);
    F->setDoesNotThrow();
    F->addFnAttr(Attribute::Cold);
  }
  return Callee;
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
  // function.
  bool IsAArch64 = M.getTargetTriple().isAArch64();
  StringRef Registers[] = {IsAArch64 ? "{x9}," : "{t1},",
                           IsAArch64 ? "{x10}," : "{t2},"};
  std::string Text = (IsAArch64 ? "bl " : "call t0, ") + Entry.str();
  std::string Constraints;
  for (StringRef Register : ArrayRef(Registers).take_front(Arguments.size()))
    Constraints += Register;
  Constraints +=
      IsAArch64 ? "~{x16},~{x17},~{x30},~{nzcv},~{memory}" : "~{t0},~{memory}";
  CallInst *Call = Builder.CreateCall(InlineAsm::get(Type, Text, Constraints,
                                                     /*hasSideEffects=*/true),
                                      Arguments);
  Call->setDoesNotThrow();
}

/// Whether code for \p F may use \p Feature, which Clang names on each function
/// with all that it implies.
static bool hasFeature(const Function &F, StringRef Feature) {
  bool Result = false;
  for (StringRef Each :
       split(F.getFnAttribute("target-features").getValueAsString(), ','))
    if (Each.drop_front(!Each.empty()) == Feature)
      Result = Each.front() == '+';
  return Result;
}

/// Instructions that add one to memory, as inline assembly. Its operands are
/// the memory, a register with 1 in it if TakesOne, and the memory again.
struct Increment {
  StringRef Text, Constraints;
  bool TakesOne;
};

/// One instruction where the target has it. Otherwise Armv8 has a store that
/// fails if a signal handler ran since the load.
static std::optional<Increment> incrementFor(const Function &F) {
  switch (F.getParent()->getTargetTriple().getArch()) {
  case Triple::x86_64:
    return Increment{"incq $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}", false};
  case Triple::aarch64:
    if (hasFeature(F, "lse"))
      return Increment{"stadd $1, $0", "=*Q,r,*Q", true};
    return Increment{".Lgmon_count${:uid}:\n\t"
                     "ldxr x16, $0\n\t"
                     "add x16, x16, #1\n\t"
                     "stxr w17, x16, $0\n\t"
                     "cbnz w17, .Lgmon_count${:uid}",
                     "=*Q,*Q,~{x16},~{x17}", false};
  case Triple::riscv64:
    if (hasFeature(F, "zaamo"))
      return Increment{"amoadd.d zero, $1, $0", "=*A,r,*A", true};
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

void createIncrement(IRBuilderBase &Builder, Value *Address) {
  Type *Int64 = Builder.getInt64Ty();
  Value *One = Builder.getInt64(1);
  auto Inc = incrementFor(*Builder.GetInsertBlock()->getParent());
  if (!Inc) {
    LoadInst *Count = Builder.CreateLoad(Int64, Address);
    setNoSanitize(Count);
    setNoSanitize(Builder.CreateStore(Builder.CreateAdd(Count, One), Address));
    return;
  }
  // Unoptimized code would load, add and store; the instruction selector makes
  // one instruction of it only where it optimizes, if at all.
  SmallVector<Value *, 3> Operands = {Address, Address};
  if (Inc->TakesOne)
    Operands.insert(Operands.begin() + 1, One);
  SmallVector<Type *, 3> Types;
  for (Value *Operand : Operands)
    Types.push_back(Operand->getType());
  auto *Type =
      FunctionType::get(Builder.getVoidTy(), Types, /*isVarArg=*/false);
  CallInst *Call =
      Builder.CreateCall(InlineAsm::get(Type, Inc->Text, Inc->Constraints,
                                        /*hasSideEffects=*/true),
                         Operands);
  for (auto [Index, Operand] : enumerate(Operands))
    if (Operand == Address)
      Call->addParamAttr(Index, Attribute::get(Builder.getContext(),
                                               Attribute::ElementType, Int64));
  Call->setDoesNotThrow();
  setNoSanitize(Call);
}

void setNoSanitize(Value *V) {
  if (auto *I = dyn_cast<Instruction>(V))
    I->setMetadata(LLVMContext::MD_nosanitize,
                   MDNode::get(I->getContext(), {}));
}

} // namespace gmon
