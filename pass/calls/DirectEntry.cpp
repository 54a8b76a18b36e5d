//===-- DirectEntry.cpp - Entries for callers that count ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hook is prologue data, a few bytes that the code generator puts in front
// of the prologue:
//
//     endbr64
//     leaq  descriptor(%rip), %r11
//     call  __gmon_entry
//
// These are as many bytes as a function is aligned to, and a valid target of
// indirect calls.
//
//===----------------------------------------------------------------------===//

#include "calls/DirectEntry.h"
#include "calls/EntrySymbols.h"
#include "data/FunctionData.h"
#include "ir/CallingConventions.h"
#include "ir/EntryPoint.h"
#include "target/ModuleKind.h"
#include "target/Target.h"

#include "gmon/abi.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gmon {

static constexpr uint8_t EndbrAndLea[] = {0xf3, 0x0f, 0x1e, 0xfa,
                                          0x4c, 0x8d, 0x1d};
static constexpr uint8_t Call[] = {0xe8};
static_assert(sizeof(EndbrAndLea) + sizeof(Call) + 2 * sizeof(int32_t) ==
              GMON_ENTRY_OFFSET);

static std::string entryName(const GlobalValue &Function) {
  return (Function.getName() + GMON_ENTRY_SUFFIX).str();
}

/// Whether all uses of \p Function and of its aliases are calls.
static bool isOnlyCalled(const GlobalValue &Function) {
  return all_of(Function.uses(), [](const Use &U) {
    if (const auto *Alias = dyn_cast<GlobalAlias>(U.getUser()))
      return isOnlyCalled(*Alias);
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    return Call && Call->isCallee(&U);
  });
}

static bool canHaveEarlyHook(const Function &F) {
  // These features change a function's first bytes, too.
  return usesSegment(*F.getParent()) && leavesHookRegisters(F) &&
         !F.hasPrologueData() && !F.hasFnAttribute("patchable-function") &&
         !F.hasFnAttribute("patchable-function-entry") &&
         !F.hasFnAttribute("split-stack");
}

/// Whether the name has a version behind it, as in "f@@V2". The linker would
/// take what is added to the name for a part of the version.
static bool hasVersion(const Value &Named) {
  return Named.getName().contains('@');
}

bool canHaveDirectEntry(const Function &F) {
  // A function that is mostly called by its address is faster with a hook in
  // line.
  return canHaveEarlyHook(F) && !F.hasOptNone() && F.hasExternalLinkage() &&
         !F.hasComdat() && isOnlyCalled(F) && !hasVersion(F) &&
         none_of(F.users(), [](const User *U) {
           return isa<GlobalAlias>(U) && hasVersion(*U);
         });
}

bool takesEarlyHook(const Function &F) {
  return F.hasOptNone() && canHaveEarlyHook(F);
}

/// Declares the symbol for the second entry of \p Function, called like \p F.
static Function *declareSymbol(Function &F, const GlobalValue &Name) {
  auto *Symbol =
      Function::Create(F.getFunctionType(), GlobalValue::ExternalLinkage,
                       F.getAddressSpace(), entryName(Name), F.getParent());
  // No optimization needs the attributes any more, and the hook has effects.
  Symbol->setCallingConv(F.getCallingConv());
  Symbol->setAttributes(F.getAttributes().removeFnAttributes(F.getContext()));
  if (F.doesNotThrow())
    Symbol->setDoesNotThrow();
  if (F.doesNotReturn())
    Symbol->setDoesNotReturn();
  Symbol->setVisibility(GlobalValue::HiddenVisibility);
  Symbol->setDSOLocal(true);
  return Symbol;
}

EntrySymbols declareDirectEntry(Function &F) {
  EntrySymbols Symbols = {declareSymbol(F, F)};
  for (User *U : F.users())
    if (auto *Alias = dyn_cast<GlobalAlias>(U);
        Alias && Alias->hasExternalLinkage())
      Symbols.push_back(declareSymbol(F, *Alias));
  return Symbols;
}

void insertEarlyHook(Function &F, ArrayRef<GlobalValue *> Symbols,
                     FunctionData &Data, bool CountsCalls) {
  Module &M = *F.getParent();
  LLVMContext &Context = F.getContext();
  Function *Runtime = declareRuntime(
      M, CountsCalls ? "__gmon_entry" : "__gmon_entry_touch",
      FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false));

  if (CountsCalls)
    Data.record();
  unsigned Size = 0;
  SmallVector<Constant *> Parts;
  auto AddBytes = [&](ArrayRef<uint8_t> Bytes) {
    Parts.push_back(ConstantDataArray::get(Context, Bytes));
    Size += Bytes.size();
  };
  auto AddDistance = [&](Constant *Target) {
    Size += sizeof(int32_t);
    Parts.push_back(Data.offsetFromFunction(Size, Target));
  };
  AddBytes(EndbrAndLea);
  AddDistance(Data.descriptor());
  AddBytes(Call);
  AddDistance(Runtime);
  F.setPrologueData(ConstantStruct::getAnon(Parts, /*Packed=*/true));

  if (Symbols.empty())
    return;
  Data.setDirectEntry();
  IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
  for (GlobalValue *Symbol : Symbols)
    createLabel(Builder, *Symbol);
}

/// Whether \p Name belongs to the C or C++ library or to their runtime support.
static bool isReserved(StringRef Name) {
  if (!Name.starts_with("_Z"))
    return Name.starts_with("_");
  return Name.starts_with("_ZSt") || Name.starts_with("_ZNSt") ||
         Name.starts_with("_ZNKSt");
}

bool mayHaveDirectEntry(const Function &F, const TargetLibraryInfo &Library) {
  if (!F.isDeclaration() || F.isIntrinsic() || !F.hasExternalLinkage() ||
      !usesSegment(*F.getParent()) || !leavesHookRegisters(F) ||
      F.hasFnAttribute(Attribute::ReturnsTwice) || hasVersion(F))
    return false;
  LibFunc Known;
  StringRef Name = F.getName();
  return !Library.getLibFunc(Name, Known) && !isReserved(Name);
}

GlobalValue *getStub(Function &F) {
  Module &M = *F.getParent();
  std::string Name = entryName(F);
  if (GlobalValue *Made = M.getNamedValue(Name))
    return Made;
  Function *Symbol = declareSymbol(F, F);
  addStub(M, *Symbol, F);
  return Symbol;
}

Constant *entryBehind(GlobalValue &Symbol) {
  LLVMContext &Context = Symbol.getContext();
  return ConstantExpr::getGetElementPtr(
      Type::getInt8Ty(Context), &Symbol,
      ConstantInt::get(Type::getInt64Ty(Context), GMON_ENTRY_OFFSET));
}

bool isSymbolOfEntry(const GlobalValue &Symbol) {
  return isa<Function>(Symbol) && Symbol.isDeclaration() &&
         Symbol.getName().ends_with(GMON_ENTRY_SUFFIX);
}

GlobalValue *symbolOfEntry(Value &Callee) {
  if (!isa<ConstantExpr>(Callee))
    return nullptr;
  auto *Symbol = dyn_cast<GlobalValue>(getUnderlyingObject(&Callee));
  return Symbol && isSymbolOfEntry(*Symbol) && entryBehind(*Symbol) == &Callee
             ? Symbol
             : nullptr;
}

} // namespace gmon
