//===-- gmon_timer.h - The timer that samples are taken by ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A timer of the process's CPU time sends SIGPROF, 100 times a second unless
// told otherwise; the handler shows the program counter to all runtimes of the
// process. Only the host's timer runs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_TIMER_H
#define GMON_TIMER_H

#include "gmon_options.h"

#include <stdint.h>

namespace gmon {

/// Async-signal-safe.
inline uint32_t samples_per_second() { return options().hz; }

/// Starts or stops the timer; neither twice. Stopping is async-signal-safe.
void set_timer(bool on);

/// Stops the timer if exec would leave it to the next program, which it would
/// end. Async-signal-safe.
void stop_timer_for_exec();

/// The child of a fork has no timer: this one's is as good as stopped.
void forget_timer();

/// Removes the signal handler if it is still in place: the module may be
/// unloaded. After set_timer(false) only.
void remove_timer_handler();

} // namespace gmon

#endif // GMON_TIMER_H
