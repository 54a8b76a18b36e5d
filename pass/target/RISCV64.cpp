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

const Target RISCV64Target = {
    .IndexScale = GMON_INDEX_SCALE_OTHER,
    .createRuntimeCall = createRuntimeCall,
    .addIncrement = addIncrement,
    .SymbolConstraint = "S",
    .NamesTaggedGlobals = false,
    .NoRelocation = "R_RISCV_NONE",
    .MonitoringRoutine = "_mcount",
    .HandsReturnAddress = true,
};

} // namespace gmon
