//===-- X86_64.cpp - Instrumentation for x86-64 ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction adds to memory, and a calling convention preserves registers.
//
//===----------------------------------------------------------------------===//

#include "target/Assembly.h"
#include "target/MachineAssembly.h"
#include "target/Target.h"
#include "target/ThreadCopy.h"

#include "gmon/abi.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace gmon {

static void createRuntimeCall(IRBuilderBase &Builder, StringRef Entry,
                              ArrayRef<Value *> Arguments) {
  SmallVector<Type *> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  Function *F = declareRuntime(
      *Builder.GetInsertBlock()->getModule(), Entry,
      FunctionType::get(Builder.getVoidTy(), Types, /*isVarArg=*/false));
  F->setCallingConv(CallingConv::PreserveAll);
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::Cold);
  CallInst *Call = Builder.CreateCall(F, Arguments);
  Call->setCallingConv(CallingConv::PreserveAll);
  Call->setDoesNotThrow();
}

static bool addIncrement(Assembly &Asm, Value *Address, Value *Amount,
                         const Function &F) {
  // In optimized code the instruction selector makes one instruction.
  if (!F.hasOptNone() || !match(Amount, PatternMatch::m_One()))
    return false;
  // Operands of assembly have no segment.
  Asm.add(Address->getType()->getPointerAddressSpace() == SegmentSpace
              ? SegmentIncrementText
              : IncrementText);
  Address = Address->stripPointerCasts();
  Asm.addClobbers("~{flags}");
  Asm.addOperand("=*m", Address, /*IsMemory=*/true);
  Asm.addOperand("*m", Address, /*IsMemory=*/true);
  return true;
}

static std::string outgoingIncrement(const std::string &Counter,
                                     const std::string &,
                                     ArrayRef<std::string> Free,
                                     const Function &) {
  const std::string Bias = "%" + Free[0], Address = "%" + Free[1];
  return "movq __gmon_rt_bias@GOTTPOFF(%rip), " + Bias + "\n\tleaq " + Counter +
         "(%rip), " + Address + "\n\taddq %fs:(" + Bias + "), " + Address +
         "\n\tincq (" + Address + ")";
}

static constexpr StringRef CallRegisters[] = {"R11", "R10", "RAX"};

const Target X86_64Target = {
    .IndexScale = GMON_INDEX_SCALE_X86,
    .createRuntimeCall = createRuntimeCall,
    .addIncrement = addIncrement,
    .CallRegisters = CallRegisters,
    .outgoingIncrement = outgoingIncrement,
    .NumCallRegisters = 2,
    .SymbolConstraint = "i",
    .NamesTaggedGlobals = true,
    .NoRelocation = "R_X86_64_NONE",
    .MonitoringRoutine = "mcount",
    .HandsReturnAddress = false,
};

} // namespace gmon
