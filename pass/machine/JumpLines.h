//===-- JumpLines.h - The lines of jumps ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code generator merges blocks that end alike, and leaves the jump of one
// of them at the end of both. A jump with a line that has other code says
// nothing of how often the line was executed.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_JUMPLINES_H
#define GMON_PASS_JUMPLINES_H

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace gmon {

/// Takes the line of each jump in \p F from the code in front of it, if its own
/// line has other code.
void settleJumpLines(llvm::MachineFunction &F);

} // namespace gmon

#endif // GMON_PASS_JUMPLINES_H
