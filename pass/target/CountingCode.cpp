//===-- CountingCode.cpp - Pieces of code that count ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CountingCode.h.
//
//===----------------------------------------------------------------------===//

#include "target/CountingCode.h"
#include "ir/Sanitizers.h"
#include "ir/SymbolNames.h"
#include "target/Assembly.h"
#include "target/MachineAssembly.h"
#include "target/Target.h"

#include "gmon/abi.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace gmon {

Value *keepInRegister(IRBuilderBase &Builder, Value *Pointer) {
  Type *T = Pointer->getType();
  auto *Nothing = InlineAsm::get(FunctionType::get(T, {T}, /*isVarArg=*/false),
                                 "", "=r,0", /*hasSideEffects=*/false);
  CallInst *Call = Builder.CreateCall(Nothing, Pointer);
  Call->setDoesNotThrow();
  Call->setDoesNotAccessMemory();
  return Call;
}

void createIncrement(IRBuilderBase &Builder, Value *Address, Value *Amount) {
  const Function &F = *Builder.GetInsertBlock()->getParent();
  if (!Amount)
    Amount = Builder.getInt64(1);
  Assembly Asm(Builder);
  if (targetOf(*F.getParent()).addIncrement(Asm, Address, Amount, F)) {
    Asm.create();
    return;
  }
  // Volatile, so that no later pass separates them.
  LoadInst *Count =
      Builder.CreateLoad(Builder.getInt64Ty(), Address, /*isVolatile=*/true);
  setNoSanitize(Count);
  setNoSanitize(Builder.CreateStore(Builder.CreateAdd(Count, Amount), Address,
                                    /*isVolatile=*/true));
}

/// Adds \p Data, which is private, to \p Asm, and returns what stands for its
/// name there.
static std::string addSymbol(Assembly &Asm, GlobalVariable &Data,
                             const Function &F) {
  Module &M = *Data.getParent();
  const Target &T = targetOf(M);
  if (T.NamesTaggedGlobals && hasFeature(F, "tagged-globals")) {
    appendToCompilerUsed(M, &Data);
    return symbolName(Data);
  }
  unsigned Number = Asm.numOperands();
  Asm.addOperand(T.SymbolConstraint, &Data);
  return ("${" + Twine(Number) + ":c}").str();
}

/// The directives that write \p Site, in which \p Callee and \p Base are
/// symbols: the latter of the caller's counters, or of its descriptor.
static std::string callSiteText(const CallSiteRecord &Site, StringRef Callee,
                                StringRef Base) {
  // MachineAssembly reads this. Without that pass it is assembled: if the call
  // was duplicated, the symbol is defined, and the other call has no record.
  std::string Symbol =
      (".Lgmon_counted_" + Base + "_" + Twine(Site.Number)).str();
  std::string Entry = (Twine(CallLabelName) + "-., " + Callee + "-.").str();
  if (!Site.Counters)
    Entry += ", " + std::to_string(Site.Count);
  std::string Text;
  raw_string_ostream(Text)
      << "\n\t" << CallSiteBegin << Symbol << "\n\t" << Symbol << '='
      << Site.Number << "\n\t"
      << pushSection(*Site.Caller, Site.Caller->getSection())
      << (Site.Counters
              ? groupText(GMON_COUNTED_CALLS, Base, Site.Number, Entry)
              : groupText(GMON_CALLS_OF_BLOCKS, Base, 0, Entry))
      << CallSiteEnd;
  return Text;
}

void createCallCounter(IRBuilderBase &Builder, Value *Address,
                       const CallSiteRecord &Site) {
  const Function &F = *Builder.GetInsertBlock()->getParent();
  Assembly Asm(Builder);
  Asm.add(CallLabelText);
  const Target &T = targetOf(*F.getParent());
  bool Counts = Address && T.addIncrement(Asm, Address, Builder.getInt64(1), F);
  if (Address && !Counts)
    createIncrement(Builder, Address);
  std::string Callee = ("${" + Twine(Asm.numOperands()) + ":c}").str();
  Asm.addOperand(T.SymbolConstraint, Site.Callee);
  GlobalVariable *Base = Site.Counters ? Site.Counters : Site.Caller;
  Asm.add(callSiteText(Site, Callee, addSymbol(Asm, *Base, F)));
  // Another section ends the effect of a location that no instruction has.
  if (!Counts)
    Builder.SetCurrentDebugLocation({});
  Asm.create();
}

void createReference(IRBuilderBase &Builder, GlobalVariable *Data) {
  const Function &F = *Builder.GetInsertBlock()->getParent();
  Assembly Asm(Builder);
  Asm.add(Twine(".reloc ., ") + targetOf(*F.getParent()).NoRelocation + ", ");
  Asm.add(addSymbol(Asm, *Data, F));
  Asm.create();
}

} // namespace gmon
