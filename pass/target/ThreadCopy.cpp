//===-- ThreadCopy.cpp - Counts as the running thread has them ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ThreadCopy.h.
//
//===----------------------------------------------------------------------===//

#include "target/ThreadCopy.h"
#include "ir/Sanitizers.h"
#include "target/ModuleKind.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gmon {

Value *loadBias(IRBuilderBase &Builder) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  Type *Word = M.getDataLayout().getIntPtrType(M.getContext());
  auto *Bias =
      cast<GlobalVariable>(M.getOrInsertGlobal("__gmon_rt_bias", Word, [&] {
        auto *G = new GlobalVariable(
            M, Word, /*isConstant=*/false, GlobalValue::ExternalLinkage,
            /*Initializer=*/nullptr, "__gmon_rt_bias", /*InsertBefore=*/nullptr,
            needsDynamicTLS(M) ? GlobalVariable::GeneralDynamicTLSModel
                               : GlobalVariable::InitialExecTLSModel);
        // A hidden variable has a fixed distance from an executable's thread
        // pointer. The runtime's is hidden even where this declaration is not.
        if (!isForLibrary(M))
          G->setVisibility(GlobalValue::HiddenVisibility);
        return G;
      }));
  Value *Load = Builder.CreateLoad(Word, Builder.CreateThreadLocalAddress(Bias),
                                   "gmon.bias");
  setNoSanitize(Load);
  return Load;
}

Value *copyInThread(IRBuilderBase &Builder, Value *Template, bool HasSegment) {
  if (HasSegment)
    return Builder.CreateAddrSpaceCast(Template,
                                       Builder.getPtrTy(SegmentSpace));
  return Builder.CreatePtrAdd(Template, loadBias(Builder), "gmon.copy");
}

Value *counterInThread(IRBuilderBase &Builder, GlobalVariable *Counters,
                       uint64_t Index, bool HasSegment) {
  Value *Template =
      Builder.CreateConstInBoundsGEP1_64(Builder.getInt64Ty(), Counters, Index);
  return copyInThread(Builder, Template, HasSegment);
}

} // namespace gmon
