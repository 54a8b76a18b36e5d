//===-- EarlyHook.cpp - Hooks in front of prologues -----------------------===//
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
//     call  __gmon_rt_entry
//
// These are as many bytes as a function is aligned to, and a valid target of
// indirect calls.
//
//===----------------------------------------------------------------------===//

#include "calls/EarlyHook.h"
#include "data/FunctionData.h"
#include "ir/CallingConventions.h"
#include "selection/Marks.h"
#include "target/ModuleKind.h"
#include "target/Target.h"

#include "gmon/abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace gmon {

static constexpr uint8_t Head[] = GMON_EARLY_HOOK_HEAD;
static constexpr uint8_t Call[] = {GMON_EARLY_HOOK_CALL};
static_assert(sizeof(Head) + sizeof(Call) + 2 * sizeof(int32_t) ==
              GMON_EARLY_HOOK_SIZE);

/// Whether all uses of \p Function and of its aliases are calls.
static bool isOnlyCalled(const GlobalValue &Function) {
  return all_of(Function.uses(), [](const Use &U) {
    if (const auto *Alias = dyn_cast<GlobalAlias>(U.getUser()))
      return isOnlyCalled(*Alias);
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    return Call && Call->isCallee(&U);
  });
}

/// Whether callers keep values in registers that the called function does not
/// change: the hook would change them.
static bool keepsUnusedRegisters() {
  cl::Option *Option = cl::getRegisteredOptions().lookup("enable-ipra");
  return Option && static_cast<cl::opt<bool> *>(Option)->getValue();
}

static bool canHaveEarlyHook(const Function &F) {
  static const bool KeepsRegisters = keepsUnusedRegisters();
  if (KeepsRegisters)
    return false;
  // These features change a function's first bytes, too.
  return usesSegment(*F.getParent()) && leavesHookRegisters(F) &&
         !F.hasPrologueData() && !F.hasFnAttribute("patchable-function") &&
         !F.hasFnAttribute("patchable-function-entry") &&
         !F.hasFnAttribute("split-stack");
}

bool takesEarlyHook(const Function &F) {
  // A function that is mostly called by its address is faster with a hook in
  // line.
  return canHaveEarlyHook(F) && (F.hasOptNone() || isOnlyCalled(F));
}

void insertEarlyHook(Function &F, FunctionData &Data, bool CountsCalls) {
  Module &M = *F.getParent();
  LLVMContext &Context = F.getContext();
  Function *Runtime = declareRuntime(
      M, CountsCalls ? "__gmon_rt_entry" : "__gmon_rt_entry_touch",
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
  AddBytes(Head);
  AddDistance(Data.descriptor());
  AddBytes(Call);
  AddDistance(Runtime);
  F.setPrologueData(ConstantStruct::getAnon(Parts, /*Packed=*/true));
  if (hasPassableHook(F))
    Data.setPassable();
}

} // namespace gmon
