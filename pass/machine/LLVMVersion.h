//===-- LLVMVersion.h - What differs between versions of LLVM ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The condition on the version of LLVM for machine passes, with LLVM's change.
// In: LLVM's headers. Out: PipelineCallback.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_LLVMVERSION_H
#define GMON_PASS_MACHINE_LLVMVERSION_H

#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR >= 21
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#else
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManagers.h"
#include "llvm/InitializePasses.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include <utility>
#endif

namespace gmon {

using InsertPassesFn = void (*)(const llvm::TargetMachine &,
                                llvm::TargetPassConfig &);

// LLVM 21 (#139059) calls plugins when it begins a code generator's pipeline.
#if LLVM_VERSION_MAJOR >= 21

/// Calls a function for each pipeline, which inserts passes.
class PipelineCallback {
public:
  explicit PipelineCallback(InsertPassesFn InsertPasses)
      : Callback([InsertPasses](llvm::TargetMachine &Machine,
                                llvm::PassManagerBase &,
                                llvm::TargetPassConfig *Pipeline) {
          InsertPasses(Machine, *Pipeline);
        }) {}

private:
  llvm::RegisterTargetPassConfigCallback Callback;
};

#else

/// Takes the place of FinalizeISel in the pipeline, and requires FinalizeISel:
/// the pass manager then puts FinalizeISel in front of this pass. First, this
/// pass finds the pipeline and inserts the plugin's passes. At that time the
/// pipeline ends here. This pass has the ID of FinalizeISel, so passes that are
/// inserted behind FinalizeISel stand behind this pass.
class PipelineStart : public llvm::MachineFunctionPass {
public:
  inline static InsertPassesFn InsertPasses = nullptr;
  inline static llvm::PassInfo::NormalCtor_t CreateFinalizeISel = nullptr;
  /// Link-time optimization generates code in several threads.
  inline static thread_local bool IsRequiring = false;

  PipelineStart() : MachineFunctionPass(llvm::FinalizeISelID) {}

  /// What makes FinalizeISel in place of LLVM's function.
  static llvm::Pass *create() {
    return std::exchange(IsRequiring, false) ? CreateFinalizeISel()
                                             : new PipelineStart;
  }

  llvm::StringRef getPassName() const override {
    return "llvm-gprof's start of machine passes";
  }
  void getAnalysisUsage(llvm::AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    AU.addRequiredID(llvm::FinalizeISelID);
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  void preparePassManager(llvm::PMStack &Managers) override {
    IsRequiring = true;
    auto *Pipeline = static_cast<llvm::TargetPassConfig *>(
        Managers.top()->getTopLevelManager()->findAnalysisPass(
            &llvm::TargetPassConfig::ID));
    InsertPasses(Pipeline->getTM<llvm::TargetMachine>(), *Pipeline);
  }
  bool runOnMachineFunction(llvm::MachineFunction &) override { return false; }
};

class PipelineCallback {
public:
  explicit PipelineCallback(InsertPassesFn InsertPasses) {
    llvm::PassRegistry &Registry = *llvm::PassRegistry::getPassRegistry();
    llvm::initializeFinalizeISelPass(Registry);
    auto *Info = const_cast<llvm::PassInfo *>(
        Registry.getPassInfo(&llvm::FinalizeISelID));
    PipelineStart::InsertPasses = InsertPasses;
    PipelineStart::CreateFinalizeISel = Info->getNormalCtor();
    Info->setNormalCtor(PipelineStart::create);
  }
};

#endif

} // namespace gmon

#endif // GMON_PASS_MACHINE_LLVMVERSION_H
