//===-- OutgoingCalls.h - Calls of functions without a hook -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts calls of functions that may have no hook, such as those of the C
// library: see gmon_outgoing_call in gmon/abi.h. Whether there will be a call
// is known only behind the last pass of the code generator: it makes calls of
// intrinsics and of divisions, and others it replaces by instructions. So the
// counters are inserted there.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_OUTGOINGCALLS_H
#define GMON_PASS_TARGET_OUTGOINGCALLS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Instruction;
class MachineFunction;
} // namespace llvm

namespace gmon {

/// Whether code for \p I may call a function that is not known to be counted.
bool mayCallOut(const llvm::Instruction &I);

/// Counts the outgoing calls of \p F if it is marked: see LateCounters.h. Calls
/// \p AddData with text that describes them. Returns whether there are any.
bool countOutgoingCalls(llvm::MachineFunction &F,
                        llvm::function_ref<void(llvm::StringRef)> AddData);

} // namespace gmon

#endif // GMON_PASS_TARGET_OUTGOINGCALLS_H
