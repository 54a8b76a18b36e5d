//===-- PatchCalls.h - Calls that pass by hooks -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counted call of a function with a hook is counted twice: where it is made,
// and by the hook. The runtime reads from the code which of them is the call's.
// So a linked program is right as it is, and faster if such calls enter the
// function behind its hook.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_CLANG_DRIVER_PATCHCALLS_H
#define GMON_CLANG_DRIVER_PATCHCALLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace gmon {

struct PatchedProgram {
  unsigned NumCalls = 0; ///< that were moved
  /// The runtime copies one section of counts, and some counts are in another,
  /// because objcopy renamed it in an object. The program may write anywhere.
  bool HasStrayCounts = false;
};

/// Moves the targets of counted calls in \p File behind the hooks that they
/// enter: see gmon_outgoing_call in gmon/abi.h. Leaves alone a program that has
/// no such calls, one that keeps its relocations, which say otherwise, and one
/// for another processor than x86-64. Fails if \p File is no ELF file, is
/// damaged or cannot be changed.
llvm::Expected<PatchedProgram> patchCalls(llvm::StringRef File);

/// What is to be said of a program with stray counts.
inline constexpr llvm::StringLiteral StrayCounts =
    "objcopy renamed the section gmon_data of an object: the program may crash";

} // namespace gmon

#endif // GMON_CLANG_DRIVER_PATCHCALLS_H
