//===-- LLVMVersion.h - What differs between versions of LLVM ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions on the version of LLVM that concern LLVM's machine code layer,
// each with LLVM's change. In: LLVM's headers. Out: arguments for its
// functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODE_LLVMVERSION_H
#define GMON_ANALYZER_CODE_LLVMVERSION_H

#include "llvm/Config/llvm-config.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/TargetParser/Triple.h"

namespace gmon {

// LLVM 21 (#135254) knows the processor of IBM's z17.
#if LLVM_VERSION_MAJOR >= 21
inline constexpr char NewestSystemZ[] = "z17";
#else
inline constexpr char NewestSystemZ[] = "z16";
#endif

/// Whether the operands of SystemZ's branches are distances: since LLVM 21
/// (#141064). Before, they are addresses.
inline constexpr bool HasSystemZDistances = LLVM_VERSION_MAJOR >= 21;

// LLVM 22 (#157321) takes a triple, not its text.
#if LLVM_VERSION_MAJOR >= 22
/// The argument for the functions of llvm::Target and TargetRegistry.
inline const llvm::Triple &targetArgument(const llvm::Triple &T) { return T; }
#else
inline const std::string &targetArgument(const llvm::Triple &T) {
  return T.str();
}
#endif

// LLVM 21 (#131773) takes the subtarget, not the triple.
#if LLVM_VERSION_MAJOR >= 21
/// The argument for MCInstrAnalysis::findPltEntries.
inline const llvm::MCSubtargetInfo &
stubsArgument(const llvm::MCSubtargetInfo &Subtarget) {
  return Subtarget;
}
#else
inline const llvm::Triple &
stubsArgument(const llvm::MCSubtargetInfo &Subtarget) {
  return Subtarget.getTargetTriple();
}
#endif

} // namespace gmon

#endif // GMON_ANALYZER_CODE_LLVMVERSION_H
