//===-- checkpoint.h - Writing while the program runs -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With checkpoint=SECONDS, a thread of the runtime writes the profile at this
// interval. No program can handle SIGKILL or a power failure. If one of them
// ends the program, the program loses the counts since the last checkpoint.
//
// Two simpler ways have faults. The signal of a timer of elapsed time makes
// sleeping system calls of the program fail. The signal of a timer of processor
// time does not come while the program sleeps, and leaves the last counts
// unwritten.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_CHECKPOINT_H
#define GMON_RT_CONTROL_CHECKPOINT_H

namespace gmon {

/// Starts the thread if options() ask for it and it does not run. Only the
/// host's. Not for signal handlers.
void start_checkpoints();

/// Forgets the thread in the child of a fork, which has none.
void forget_checkpoints();

} // namespace gmon

#endif // GMON_RT_CONTROL_CHECKPOINT_H
