//===-- LLVMVersion.h - What differs between versions of LLVM ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plugin's conditions on the version of LLVM, each with LLVM's change;
// those for machine passes and for pipelines have headers of their own. In:
// LLVM's headers. Out: one interface for all supported versions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_IR_LLVMVERSION_H
#define GMON_PASS_IR_LLVMVERSION_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#if LLVM_VERSION_MAJOR < 20
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#endif

// LLVM 22 (#171823) asks the analysis for the data layout.
#if LLVM_VERSION_MAJOR >= 22
#define GMON_SCEV_EXPANDER(SE) SE
#else
#define GMON_SCEV_EXPANDER(SE) SE, SE.getDataLayout()
#endif

// LLVM 20 (#108532) moved helpers of instrumentation.
#if LLVM_VERSION_MAJOR >= 20
#define GMON_INSTRUMENTATION_H "llvm/Transforms/Utils/Instrumentation.h"
#else
#define GMON_INSTRUMENTATION_H "llvm/Transforms/Instrumentation.h"
#endif

namespace gmon {

// LLVM 20 (#119485) has a class for diagnostics without a place. Before,
// LLVMContext::emitError used that of inline assembly.
#if LLVM_VERSION_MAJOR >= 20
using GenericDiagnostic = llvm::DiagnosticInfoGeneric;
#else
using GenericDiagnostic = llvm::DiagnosticInfoInlineAsm;
#endif

/// Whether a backslash quotes a character in the name of a symbol in assembly:
/// since LLVM 21 (#138817).
inline constexpr bool HasEscapedNames = LLVM_VERSION_MAJOR >= 21;

/// Whether \p I only keeps a value alive.
inline bool isFakeUse(const llvm::IntrinsicInst &I) {
  // LLVM 20 (#86149) has this intrinsic.
#if LLVM_VERSION_MAJOR >= 20
  return I.getIntrinsicID() == llvm::Intrinsic::fake_use;
#else
  return false;
#endif
}

/// Makes \p I, a value that other instructions use, one that DemoteRegToStack
/// takes. LLVM 20 (#113798) splits the edges of assembly with labels there;
/// before, it mistook such assembly for an invoke, and crashed.
inline void prepareForStack(llvm::Instruction &I) {
#if LLVM_VERSION_MAJOR < 20
  if (llvm::isa<llvm::CallBrInst>(I))
    for (unsigned N = 0, E = I.getNumSuccessors(); N != E; ++N)
      if (!I.getSuccessor(N)->getSinglePredecessor())
        llvm::SplitCriticalEdge(&I, N);
#endif
}

} // namespace gmon

#endif // GMON_PASS_IR_LLVMVERSION_H
