//===-- RISCV64.cpp - Instrumentation for 64-bit RISC-V -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM has no convention here that preserves registers, so that runtime calls
// are assembly, which the optimizer does not know to be calls.
//
//===----------------------------------------------------------------------===//

#include "target/Assembly.h"
#include "target/Target.h"

#include "gmon/abi.h"

using namespace llvm;

namespace gmon {

static void createRuntimeCall(IRBuilderBase &Builder, StringRef Entry,
                              ArrayRef<Value *> Arguments) {
  // Arguments are in registers that carry no arguments of the function.
  createAssemblyCall(Builder, ("call t0, " + Entry).str(), {"{t1}", "{t2}"},
                     "~{t0},~{memory}", Arguments);
}

static bool addIncrement(Assembly &Asm, Value *Address, Value *Amount,
                         const Function &F) {
  if (!hasFeature(F, "zaamo"))
    return false;
  Asm.add("amoadd.d zero, $1, $0");
  Asm.addOperand("=*A", Address, /*IsMemory=*/true);
  Asm.addOperand("r", Amount);
  Asm.addOperand("*A", Address, /*IsMemory=*/true);
  return true;
}

static std::string outgoingIncrement(const std::string &Counter,
                                     const std::string &Label,
                                     ArrayRef<std::string> Free,
                                     const Function &F) {
  const std::string &Address = Free[0], &Value = Free[1];
  std::string Text = Label + ":\n\tauipc " + Address +
                     ", %tls_ie_pcrel_hi(__gmon_rt_bias)\n\tld " + Address +
                     ", %pcrel_lo(" + Label + ")(" + Address + ")\n\tadd " +
                     Address + ", " + Address + ", tp\n\tld " + Address +
                     ", 0(" + Address + ")\n" + Label + "_c:\n\tauipc " +
                     Value + ", %pcrel_hi(" + Counter + ")\n\taddi " + Value +
                     ", " + Value + ", %pcrel_lo(" + Label + "_c)\n\tadd " +
                     Address + ", " + Address + ", " + Value + "\n\t";
  if (hasFeature(F, "zaamo"))
    return Text + "li " + Value + ", 1\n\tamoadd.d zero, " + Value + ", (" +
           Address + ")";
  return Text + "ld " + Value + ", 0(" + Address + ")\n\taddi " + Value + ", " +
         Value + ", 1\n\tsd " + Value + ", 0(" + Address + ")";
}

// t0, t1, t3 and t4. (t2 may contain the static chain.)
static constexpr StringRef CallRegisters[] = {"X5", "X6", "X28", "X29"};

const Target RISCV64Target = {
    .IndexScale = GMON_INDEX_SCALE_OTHER,
    .createRuntimeCall = createRuntimeCall,
    .addIncrement = addIncrement,
    .CallRegisters = CallRegisters,
    .outgoingIncrement = outgoingIncrement,
    .NumCallRegisters = 2,
    .SymbolConstraint = "S",
    .NamesTaggedGlobals = false,
    .NoRelocation = "R_RISCV_NONE",
    .MonitoringRoutine = "_mcount",
    .HandsReturnAddress = true,
};

} // namespace gmon
