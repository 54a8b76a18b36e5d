//===-- checkpoint.h - Writing while the program runs -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// checkpoint=SECONDS: what cannot be met when it happens, SIGKILL or the loss
// of power, loses no more than that.
//
// A thread of the runtime's own writes. A timer's signal would fail the
// program's sleeping system calls, and one that comes only while the program
// computes would leave what it computed last unwritten for as long as it
// sleeps.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_CHECKPOINT_H
#define GMON_RT_CONTROL_CHECKPOINT_H

namespace gmon {

/// Starts the thread if options() ask for it and it does not run. Of the host's
/// only. Not for signal handlers.
void start_checkpoints();

/// Ends the thread, if it is this module's: the module may be unloaded. The
/// process is not locked.
void stop_checkpoints();

/// The child of a fork does not have the thread.
void forget_checkpoints();

} // namespace gmon

#endif // GMON_RT_CONTROL_CHECKPOINT_H
