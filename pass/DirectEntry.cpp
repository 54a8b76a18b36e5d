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
// That is as long as a function is aligned, and a target of indirect calls.
//
//===----------------------------------------------------------------------===//

#include "DirectEntry.h"
#include "FunctionData.h"
#include "TargetCode.h"

#include "gmon/abi.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
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

/// Whether calls of \p F leave the registers free that the hook uses, as they
/// do unless it has a variable number of arguments or is nested.
static bool hasFreeRegisters(const Function &F) {
  switch (F.getCallingConv()) {
  case CallingConv::C:
  case CallingConv::Fast:
  case CallingConv::Cold:
  case CallingConv::X86_64_SysV:
    break;
  default:
    return false;
  }
  return !F.isVarArg() && !F.getAttributes().hasAttrSomewhere(Attribute::Nest);
}

/// Whether nothing is done with \p Function, or an alias of it, but to call it.
static bool isOnlyCalled(const GlobalValue &Function) {
  return all_of(Function.uses(), [](const Use &U) {
    if (const auto *Alias = dyn_cast<GlobalAlias>(U.getUser()))
      return isOnlyCalled(*Alias);
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    return Call && Call->isCallee(&U);
  });
}

bool canHaveDirectEntry(const Function &F) {
  if (!usesSegment(*F.getParent()) || !F.hasExternalLinkage() ||
      F.hasComdat() || !hasFreeRegisters(F))
    return false;
  // What is called by its address mostly does better with a hook in line.
  if (!isOnlyCalled(F))
    return false;
  // What else changes a function's first bytes.
  return !F.hasPrologueData() && !F.hasFnAttribute("patchable-function") &&
         !F.hasFnAttribute("patchable-function-entry") &&
         !F.hasFnAttribute("split-stack");
}

SmallVector<GlobalAlias *, 1> createDirectEntry(Function &F) {
  Module &M = *F.getParent();
  LLVMContext &Context = F.getContext();
  Constant *Address = ConstantExpr::getGetElementPtr(
      Type::getInt8Ty(Context), &F,
      ConstantInt::get(Type::getInt64Ty(Context), GMON_ENTRY_OFFSET));
  SmallVector<GlobalValue *> Names = {&F};
  for (User *U : F.users())
    if (auto *Alias = dyn_cast<GlobalAlias>(U);
        Alias && Alias->hasExternalLinkage())
      Names.push_back(Alias);
  SmallVector<GlobalAlias *, 1> Entries;
  for (const GlobalValue *Name : Names) {
    auto *Entry = GlobalAlias::create(F.getValueType(), F.getAddressSpace(),
                                      GlobalValue::ExternalLinkage,
                                      entryName(*Name), Address, &M);
    Entry->setVisibility(GlobalValue::HiddenVisibility);
    Entries.push_back(Entry);
  }
  return Entries;
}

void insertEarlyHook(Function &F, ArrayRef<GlobalAlias *> Entries,
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

  Data.setDirectEntry();
  IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
  for (GlobalAlias *Entry : Entries)
    createCallReference(Builder, *Data.descriptor(), *Entry);
}

/// Whether \p Name is one of the C library, of the C++ library, or of their
/// support.
static bool isReserved(StringRef Name) {
  if (!Name.starts_with("_Z"))
    return Name.starts_with("_");
  return Name.starts_with("_ZSt") || Name.starts_with("_ZNSt") ||
         Name.starts_with("_ZNKSt");
}

bool mayHaveDirectEntry(const Function &F, const TargetLibraryInfo &Library) {
  if (!F.isDeclaration() || F.isIntrinsic() || !F.hasExternalLinkage() ||
      !usesSegment(*F.getParent()) || !hasFreeRegisters(F) ||
      F.hasFnAttribute(Attribute::ReturnsTwice))
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
  auto *Stub =
      Function::Create(F.getFunctionType(), GlobalValue::ExternalLinkage,
                       F.getAddressSpace(), Name, &M);
  Stub->copyAttributesFrom(&F);
  Stub->setVisibility(GlobalValue::HiddenVisibility);
  addStub(M, Name, F.getName());
  return Stub;
}

} // namespace gmon
