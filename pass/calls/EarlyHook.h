//===-- EarlyHook.h - Hooks in front of prologues ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function in an executable for x86-64 may have its hook in front of its
// prologue:
//
//   function:             the hook
//   function + 16:        the prologue
//
// Calls enter the function itself, by its own symbol, as they do in plain code.
// A caller that counts its calls may pass by the hook: after the link,
// gmon-clang moves the calls that enter such a hook behind it. See
// gmon_outgoing_call in gmon/abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_CALLS_EARLYHOOK_H
#define GMON_PASS_CALLS_EARLYHOOK_H

namespace llvm {
class Function;
} // namespace llvm

namespace gmon {

class FunctionData;

/// Whether the hook of \p F goes in front of its prologue: calls may pass by
/// it, or \p F is unoptimized. A hook in line, and calls that count, would take
/// as long to compile as unoptimized code around them.
bool takesEarlyHook(const llvm::Function &F);

/// Puts code in front of the prologue of \p F. The code counts the call if
/// \p CountsCalls holds; otherwise it only gives the thread its copy of the
/// counters.
void insertEarlyHook(llvm::Function &F, FunctionData &Data, bool CountsCalls);

} // namespace gmon

#endif // GMON_PASS_CALLS_EARLYHOOK_H
