//===-- Target.h - What differs between targets -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One Target for each processor, in a file of its own.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_TARGET_H
#define GMON_PASS_TARGET_TARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Function;
class FunctionType;
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace gmon {

class Assembly;

struct Target {
  /// GMON_INDEX_SCALE of abi.h.
  unsigned IndexScale;

  /// Calls \p Entry, one of the entry points of abi.h, which preserves all
  /// registers, with one or two arguments of a word each.
  void (*createRuntimeCall)(llvm::IRBuilderBase &Builder, llvm::StringRef Entry,
                            llvm::ArrayRef<llvm::Value *> Arguments);

  /// Adds to \p Asm code for \p F that adds \p Amount to the 64-bit count at
  /// \p Address, so that a signal handler that counts there too loses nothing:
  /// one instruction, or a sequence that begins again if a handler ran. Returns
  /// false, and adds nothing, if there is no such code, or if the instruction
  /// selector makes one instruction of a load, an addition and a store:
  /// compilers take a quarter million instructions for each piece of assembly.
  bool (*addIncrement)(Assembly &Asm, llvm::Value *Address, llvm::Value *Amount,
                       const llvm::Function &F);

  /// Registers that calls neither preserve nor read, other than as said by the
  /// call instruction. In front of a call, outgoingIncrement() may use them.
  llvm::ArrayRef<llvm::StringRef> CallRegisters;
  /// Returns assembly that adds one to \p Counter, the name of a counter in the
  /// template, in the thread's copy. It uses the registers \p Free, of which
  /// there are at least NumCallRegisters, and may define the name \p Label.
  std::string (*outgoingIncrement)(const std::string &Counter,
                                   const std::string &Label,
                                   llvm::ArrayRef<std::string> Free,
                                   const llvm::Function &F);
  unsigned NumCallRegisters;

  /// The constraint for a symbol as an operand of assembly, valid in
  /// position-independent code, too. Other constraints reject symbols there.
  const char *SymbolConstraint;
  /// Whether assembly must name a global with a tagged address in its text,
  /// because such a global cannot be an operand.
  bool NamesTaggedGlobals;
  /// The relocation that changes no bytes.
  const char *NoRelocation;

  /// The routine that `-pg` calls at entries.
  const char *MonitoringRoutine;
  /// Whether that routine has an argument: the return address of the
  /// instrumented function.
  bool HandsReturnAddress;
};

extern const Target AArch64Target, RISCV64Target, X86_64Target;

/// The target of \p M, or null if there is no runtime for it.
const Target *findTarget(const llvm::Module &M);

/// Why \p M has no target.
std::string lackOfTarget(const llvm::Module &M);

/// The target of \p M, for which there is a runtime.
const Target &targetOf(const llvm::Module &M);

/// Whether code for \p F may use \p Feature, which Clang names on each function
/// with all that it implies.
bool hasFeature(const llvm::Function &F, llvm::StringRef Feature);

/// The runtime's function \p Entry, of the type \p T.
llvm::Function *declareRuntime(llvm::Module &M, llvm::StringRef Entry,
                               llvm::FunctionType *T);

} // namespace gmon

#endif // GMON_PASS_TARGET_TARGET_H
