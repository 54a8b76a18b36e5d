//===-- LLVMVersion.h - What differs between versions of LLVM ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions on the version of LLVM for the optimizer's pipelines, each
// with LLVM's change. In: LLVM's headers. Out: callbacks that know the phase of
// link-time optimization.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_LLVMVERSION_H
#define GMON_PASS_LLVMVERSION_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#include <memory>

// LLVM 22 (#173279) has plugins in a library of their own.
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

namespace gmon {

using OptimizerCallback =
    std::function<void(llvm::ModulePassManager &, llvm::OptimizationLevel,
                       llvm::ThinOrFullLTOPhase)>;

// LLVM 20 (#114577) passes the phase to callbacks.
#if LLVM_VERSION_MAJOR >= 20

/// Calls \p Early and \p Last where the optimizer's callbacks of these names
/// are called.
inline void registerOptimizerCallbacks(llvm::PassBuilder &PB,
                                       const OptimizerCallback &Early,
                                       const OptimizerCallback &Last) {
  PB.registerOptimizerEarlyEPCallback(Early);
  PB.registerOptimizerLastEPCallback(Last);
}

/// Adds \p P, which does not run in the phases before a link, or, if \p IsThin,
/// before a ThinLTO link. The caller has checked \p Phase.
template <typename PassT>
void addOutsidePreLink(llvm::ModulePassManager &MPM, llvm::ThinOrFullLTOPhase,
                       PassT P, bool IsThin = false) {
  MPM.addPass(std::move(P));
}

#else

/// What the callbacks cannot know, the module says: Clang writes these flags
/// before the optimizer runs. The linker's modules have them, too.
inline bool isPreLink(const llvm::Module &M, bool IsThin) {
  return M.getModuleFlag("EnableSplitLTOUnit") &&
         !(IsThin && M.getModuleFlag("ThinLTO"));
}

template <typename PassT>
class OutsidePreLinkPass
    : public llvm::PassInfoMixin<OutsidePreLinkPass<PassT>> {
public:
  OutsidePreLinkPass(PassT P, bool IsThin) : P(std::move(P)), IsThin(IsThin) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM) {
    return isPreLink(M, IsThin) ? llvm::PreservedAnalyses::all()
                                : P.run(M, MAM);
  }
  static bool isRequired() { return true; }

private:
  PassT P;
  bool IsThin;
};

template <typename PassT>
void addOutsidePreLink(llvm::ModulePassManager &MPM,
                       llvm::ThinOrFullLTOPhase Phase, PassT P,
                       bool IsThin = false) {
  if (Phase == llvm::ThinOrFullLTOPhase::None)
    MPM.addPass(OutsidePreLinkPass<PassT>(std::move(P), IsThin));
  else
    MPM.addPass(std::move(P));
}

/// Phases before a link are None here. A ThinLTO link has no start.
inline void registerOptimizerCallbacks(llvm::PassBuilder &PB,
                                       const OptimizerCallback &Early,
                                       const OptimizerCallback &Last) {
  using namespace llvm;
  auto Phase =
      std::make_shared<ThinOrFullLTOPhase>(ThinOrFullLTOPhase::ThinLTOPostLink);
  PB.registerPipelineStartEPCallback(
      [=](ModulePassManager &, OptimizationLevel) {
        *Phase = ThinOrFullLTOPhase::None;
      });
  PB.registerOptimizerEarlyEPCallback(
      [=](ModulePassManager &MPM, OptimizationLevel Level) {
        Early(MPM, Level, *Phase);
      });
  PB.registerOptimizerLastEPCallback(
      [=](ModulePassManager &MPM, OptimizationLevel Level) {
        Last(MPM, Level, *Phase);
        *Phase = ThinOrFullLTOPhase::ThinLTOPostLink;
      });
}

#endif

} // namespace gmon

#endif // GMON_PASS_LLVMVERSION_H
