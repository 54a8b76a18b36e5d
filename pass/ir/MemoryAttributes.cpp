//===-- MemoryAttributes.cpp - Functions that write memory now ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MemoryAttributes.h.
//
//===----------------------------------------------------------------------===//

#include "ir/MemoryAttributes.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gmon {

void dropMemoryAttributes(Function &F) {
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::Speculatable, Attribute::NoSync})
    F.removeFnAttr(Kind);
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      if (Call->getCalledOperand() == &F)
        Call->removeFnAttr(Attribute::Memory);
}

void dropMemoryAttributes(Module &M, const TargetLibraryInfo &Library) {
  for (Function &F : M) {
    LibFunc Known;
    if (!F.isIntrinsic() &&
        !(F.isDeclaration() && Library.getLibFunc(F, Known)))
      dropMemoryAttributes(F);
  }
}

} // namespace gmon
