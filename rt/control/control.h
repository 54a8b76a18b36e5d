//===-- control.h - Starting and stopping -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_CONTROL_H
#define GMON_RT_CONTROL_CONTROL_H

namespace gmon {

/// Starts profiling this module unless it has been started.
void start();

/// Lets the module take part in the process: once, before anything else. Not
/// for signal handlers.
void attach_module();

/// In the child of a fork, whose parent held the lock of the process: begins
/// anew, and gives the lock back.
void begin_child();

/// For the constructor: starts profiling unless it has been started. Not for
/// signal handlers.
void start_at_load();

/// For the destructor: writes the profile unless it has been written for good.
void end_at_unload();

} // namespace gmon

#endif // GMON_RT_CONTROL_CONTROL_H
