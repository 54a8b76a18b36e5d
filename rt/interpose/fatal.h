//===-- fatal.h - Dying of a signal -----------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handler of the signals that end the program. It writes the profiles, and
// lets the program end by the same signal.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_FATAL_H
#define GMON_RT_INTERPOSE_FATAL_H

#include <signal.h>

namespace gmon {

/// Maps the memory that handle_fatal_signal() needs.
void prepare_to_die();

/// The signal handler: writes the profiles, then ends the program. Does not
/// return to a program that could go on.
void handle_fatal_signal(int signal, siginfo_t *info, void *context);

/// Called before this thread writes a profile. Waits, but not forever, if
/// another thread has written and is about to die: it would end the process
/// while this one writes. Async-signal-safe.
void wait_for_death();

/// Passes the current signal on to its default action, which ends the program
/// when the handler returns.
void die_of(int signal, siginfo_t *info, void *context);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_FATAL_H
