//===-- AArch64.cpp - Instrumentation for AArch64 -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's conventions that preserve registers keep no argument registers here,
// so that runtime calls are assembly, which the optimizer does not know to be
// calls.
//
//===----------------------------------------------------------------------===//

#include "target/Assembly.h"
#include "target/Target.h"

#include "gmon/abi.h"

using namespace llvm;

namespace gmon {

static void createRuntimeCall(IRBuilderBase &Builder, StringRef Entry,
                              ArrayRef<Value *> Arguments) {
  // Arguments are in registers that carry no arguments of the function. LLVM
  // knows no clobber x30, only lr.
  createAssemblyCall(Builder, ("bl " + Entry).str(), {"{x9}", "{x10}"},
                     "~{x16},~{x17},~{lr},~{nzcv},~{memory}", Arguments);
}

static bool addIncrement(Assembly &Asm, Value *Address, Value *Amount,
                         const Function &F) {
  Asm.addOperand("=*Q", Address, /*IsMemory=*/true);
  if (hasFeature(F, "lse")) {
    Asm.add("stadd $1, $0");
    Asm.addOperand("r", Amount);
  } else {
    // The store fails if a signal handler ran since the load.
    Asm.add(".Lgmon_count${:uid}:\n\t"
            "ldxr x16, $0\n\t"
            "add x16, x16, $1\n\t"
            "stxr w17, x16, $0\n\t"
            "cbnz w17, .Lgmon_count${:uid}");
    Asm.addOperand("rI", Amount);
    Asm.addClobbers("~{x16},~{x17}");
  }
  Asm.addOperand("*Q", Address, /*IsMemory=*/true);
  return true;
}

static std::string outgoingIncrement(const std::string &Counter,
                                     const std::string &Label,
                                     ArrayRef<std::string> Free,
                                     const Function &F) {
  const std::string &Address = Free[0], &Value = Free[1];
  std::string Text = "mrs " + Address + ", TPIDR_EL0\n\tadrp " + Value +
                     ", :gottprel:__gmon_rt_bias\n\tldr " + Value + ", [" +
                     Value + ", :gottprel_lo12:__gmon_rt_bias]\n\tldr " +
                     Address + ", [" + Address + ", " + Value + "]\n\tadrp " +
                     Value + ", " + Counter + "\n\tadd " + Value + ", " +
                     Value + ", :lo12:" + Counter + "\n\tadd " + Address +
                     ", " + Address + ", " + Value + "\n\t";
  if (hasFeature(F, "lse"))
    return Text + "mov " + Value + ", #1\n\tstadd " + Value + ", [" + Address +
           "]";
  const std::string Failed = "w" + Free[2].substr(1);
  return Text + Label + ":\n\tldxr " + Value + ", [" + Address + "]\n\tadd " +
         Value + ", " + Value + ", #1\n\tstxr " + Failed + ", " + Value +
         ", [" + Address + "]\n\tcbnz " + Failed + ", " + Label;
}

static constexpr StringRef CallRegisters[] = {"X9", "X10", "X11", "X12", "X13"};

const Target AArch64Target = {
    .IndexScale = GMON_INDEX_SCALE_OTHER,
    .createRuntimeCall = createRuntimeCall,
    .addIncrement = addIncrement,
    .CallRegisters = CallRegisters,
    .outgoingIncrement = outgoingIncrement,
    .NumCallRegisters = 3,
    .SymbolConstraint = "S",
    .NamesTaggedGlobals = false,
    .NoRelocation = "R_AARCH64_NONE",
    .MonitoringRoutine = "_mcount",
    .HandsReturnAddress = true,
};

} // namespace gmon
