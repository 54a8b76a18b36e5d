//===-- CallingConventions.cpp - Registers a function saves ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CallingConventions.h.
//
//===----------------------------------------------------------------------===//

#include "ir/CallingConventions.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace gmon {

bool hasOrdinaryRegisters(const Function &F) {
  if (F.hasFnAttribute("no_caller_saved_registers"))
    return false;
  switch (F.getCallingConv()) {
  case CallingConv::C:
  case CallingConv::Fast:
  case CallingConv::Cold:
  case CallingConv::Tail:
  case CallingConv::Swift:
  case CallingConv::SwiftTail:
  case CallingConv::X86_64_SysV:
  case CallingConv::Win64:
    return true;
  default:
    return false;
  }
}

bool canHaveCounters(const Function &F) {
  if (F.hasFnAttribute("interrupt"))
    return false;
  switch (F.getCallingConv()) {
  case CallingConv::PreserveMost:
  case CallingConv::PreserveAll:
  case CallingConv::PreserveNone:
  case CallingConv::X86_RegCall:
  case CallingConv::X86_VectorCall:
  case CallingConv::AArch64_VectorCall:
  case CallingConv::AArch64_SVE_VectorCall:
  case CallingConv::RISCV_VectorCall:
    return true;
  default:
    return F.hasFnAttribute("no_caller_saved_registers") ||
           hasOrdinaryRegisters(F);
  }
}

bool leavesHookRegisters(const Function &F) {
  if (F.hasFnAttribute("no_caller_saved_registers"))
    return false;
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

} // namespace gmon
