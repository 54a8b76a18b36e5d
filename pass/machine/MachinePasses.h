//===-- MachinePasses.h - Passes of machine code ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MachinePasses.cpp in the plugin's folder inserts the passes into the code
// generator's pipeline.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_MACHINEPASSES_H
#define GMON_PASS_MACHINE_MACHINEPASSES_H

namespace gmon {

/// Counts pieces of code whose counts do not follow from others.
extern char &FlowCountersID;
/// Describes the pieces of final code.
extern char &FlowSectionID;
/// Lets the paths of hooks meet.
extern char &HookPathsID;

} // namespace gmon

#endif // GMON_PASS_MACHINE_MACHINEPASSES_H
