//===-- upcalls.h - What later layers do for these functions ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interposed functions call these functions of counting/ and control/, which
// are later layers (utils/layers.txt).
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_UPCALLS_H
#define GMON_RT_INTERPOSE_UPCALLS_H

namespace gmon {

/// Whether this module's code counts by the segment register.
bool counts_by_segment();

/// Takes the lock of the process before a fork.
void begin_fork();

/// In the child of a fork whose parent held the lock of the process: restarts
/// profiling, and releases the lock.
void begin_child();

/// Ends the thread of checkpoints if it belongs to this module: the module may
/// be unloaded. The process is not locked.
void stop_checkpoints();

/// Called before the program installs a filter of system calls: writes the
/// profiles, and makes no system call afterwards. Returns false if there is
/// nothing to do. If the filter was not installed, unseal() undoes this.
bool seal();
void unseal();

} // namespace gmon

#endif // GMON_RT_INTERPOSE_UPCALLS_H
