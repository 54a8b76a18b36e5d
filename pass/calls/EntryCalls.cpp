//===-- EntryCalls.cpp - Code for calls of second entries -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A second entry has no symbol of its own: it is the address GMON_ENTRY_OFFSET
// bytes behind a symbol (see DirectEntry.h). In position-independent code the
// code generator makes two instructions for a call of such an address, the
// second an indirect call. One is enough: `call symbol+16`.
//
// So a pass before the code generator redirects these calls to the symbol, and
// a pass after instruction selection adds the offset. Code that is generated
// without this plugin has the two instructions.
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

/// Redirects calls of second entries to their symbols, and removes the stubs of
/// second entries that are in the module, which was merged with the caller's.
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
  SmallVector<const GlobalValue *> Labels;
  for (const Function &F : M)
    if (isSymbolOfEntry(F) && any_of(F.users(), [&](const User *U) {
          const auto *I = dyn_cast<Instruction>(U);
          return I && labelOf(*I) == &F;
        }))
      Labels.push_back(&F);
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
