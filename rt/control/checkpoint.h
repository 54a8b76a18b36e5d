//===-- checkpoint.h - Writing while the program runs -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// checkpoint=SECONDS: SIGKILL or a power failure, which nothing can handle,
// loses only the counts since the last checkpoint.
//
// A thread of the runtime writes. The signal of a timer would make the
// program's sleeping system calls fail. A signal that comes only while the
// program computes would leave the last counts unwritten while the program
// sleeps.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_CHECKPOINT_H
#define GMON_RT_CONTROL_CHECKPOINT_H

namespace gmon {

/// Starts the thread if options() ask for it and it does not run. Only the
/// host's. Not for signal handlers.
void start_checkpoints();

/// Ends the thread if it belongs to this module: the module may be unloaded.
/// The process is not locked.
void stop_checkpoints();

/// Forgets the thread in the child of a fork, which has none.
void forget_checkpoints();

} // namespace gmon

#endif // GMON_RT_CONTROL_CHECKPOINT_H
