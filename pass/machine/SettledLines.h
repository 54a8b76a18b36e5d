//===-- SettledLines.h - Lines of jumps and counters ------------*- C++ -*-===//
//-*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code generator merges blocks that end alike, and leaves the jump of one
// of them at the end of both. It moves a line's code away from the counter of
// the block where the line was. Neither says how often the line was executed.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_SETTLEDLINES_H
#define GMON_PASS_MACHINE_SETTLEDLINES_H

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace gmon {

/// Gives each jump in \p F whose line has other code the line of the code in
/// front of it, and each counter that of the code behind it.
void settleLines(llvm::MachineFunction &F);

} // namespace gmon

#endif // GMON_PASS_MACHINE_SETTLEDLINES_H
