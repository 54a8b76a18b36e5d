//===-- EntryCalls.cpp - Code for calls of second entries ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A second entry has no symbol of its own: it is the address GMON_ENTRY_OFFSET
// bytes behind a symbol (see DirectEntry.h). For a call of such an address the
// code generator makes two instructions in position-independent code, the
// second of them an indirect call. One will do: `call symbol+16`.
//
// So a pass in front of the code generator has these calls call the symbol, and
// a pass behind instruction selection adds the offset to them. Where code is
// generated without this plugin, the two instructions do the same.
//
//===----------------------------------------------------------------------===//

#include "calls/DirectEntry.h"
#include "calls/EntrySymbols.h"

#include "gmon/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace gmon {

namespace {

/// Has calls of second entries call their symbols, and takes out the stubs of
/// those that are in the module: it became one with the caller's.
class NameEntries : public ModulePass {
public:
  static char ID;
  NameEntries() : ModulePass(ID) {}

  StringRef getPassName() const override { return "Name second entries"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
  }
  /// The assembly of the module is printed when passes are initialized.
  bool doInitialization(Module &M) override;
  bool runOnModule(Module &M) override;
};

/// Adds the offset of second entries to the calls of their symbols.
class CallEntries : public MachineFunctionPass {
public:
  static char ID;
  CallEntries() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "Call second entries"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

char NameEntries::ID;
char CallEntries::ID;

} // namespace

bool NameEntries::doInitialization(Module &M) {
  if (M.getModuleInlineAsm().empty())
    return false;
  StringSet<> Labels;
  for (const Function &F : M)
    if (isSymbolOfEntry(F) && any_of(F.users(), [&](const User *U) {
          const auto *I = dyn_cast<Instruction>(U);
          return I && labelOf(*I) == &F;
        }))
      Labels.insert(F.getName());
  return removeStubs(M, Labels);
}

bool NameEntries::runOnModule(Module &M) {
  bool Changed = false;
  for (Function &F : M) {
    if (!isSymbolOfEntry(F))
      continue;
    Constant *Entry = entryBehind(F);
    for (Use &U : make_early_inc_range(Entry->uses()))
      if (auto *Call = dyn_cast<CallBase>(U.getUser());
          Call && Call->isCallee(&U)) {
        U.set(&F);
        Changed = true;
      }
  }
  return Changed;
}

bool CallEntries::runOnMachineFunction(MachineFunction &MF) {
  bool Changed = false;
  for (MachineBasicBlock &Block : MF)
    for (MachineInstr &I : Block) {
      if (!I.isCall() || I.isInlineAsm())
        continue;
      for (MachineOperand &Operand : I.operands())
        if (Operand.isGlobal() && isSymbolOfEntry(*Operand.getGlobal())) {
          Operand.setOffset(Operand.getOffset() + GMON_ENTRY_OFFSET);
          Changed = true;
        }
    }
  return Changed;
}

static void addPasses(TargetMachine &, legacy::PassManagerBase &PM,
                      TargetPassConfig *Config) {
  PM.add(new NameEntries());
  Config->insertPass(&FinalizeISelID, new CallEntries());
}

static RegisterTargetPassConfigCallback Registration(addPasses);

} // namespace gmon
