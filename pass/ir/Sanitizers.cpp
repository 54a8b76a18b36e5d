//===-- Sanitizers.cpp - What sanitizers leave alone ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Sanitizers.h.
//
//===----------------------------------------------------------------------===//

#include "ir/Sanitizers.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace gmon {

void setNoSanitize(Value *V) {
  if (auto *I = dyn_cast<Instruction>(V))
    I->setMetadata(LLVMContext::MD_nosanitize,
                   MDNode::get(I->getContext(), {}));
}

void setUnchecked(GlobalVariable &Data) {
  GlobalValue::SanitizerMetadata Unchecked;
  Unchecked.NoAddress = true;
  Unchecked.NoHWAddress = true;
  Data.setSanitizerMetadata(Unchecked);
}

} // namespace gmon
