//===-- HookBranches.h - Where hooks branch ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hooks in line branch around a call of the runtime. In: final machine code.
// Out: branches that may be those of hooks, and what they lead around.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_HOOKBRANCHES_H
#define GMON_PASS_MACHINE_HOOKBRANCHES_H

#include "machine/Needs.h"

namespace gmon {

/// The branches of the hooks in \p F; no two regions have a common block.
llvm::SmallVector<HookBranch, 1>
findHookBranches(const llvm::MachineFunction &F);

} // namespace gmon

#endif // GMON_PASS_MACHINE_HOOKBRANCHES_H
