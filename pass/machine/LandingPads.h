//===-- LandingPads.h - Targets of indirect jumps ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With -fcf-protection and -mbranch-protection, each block whose address is
// taken begins with an instruction that lets indirect jumps land there. Nothing
// jumps to the addresses of a block table, so blocks need none for it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_LANDINGPADS_H
#define GMON_PASS_MACHINE_LANDINGPADS_H

namespace llvm {
class MachineFunction;
}

namespace gmon {

/// Removes these instructions from the blocks of \p F whose addresses only
/// block tables take.
void removeLandingPads(llvm::MachineFunction &F);

} // namespace gmon

#endif // GMON_PASS_MACHINE_LANDINGPADS_H
