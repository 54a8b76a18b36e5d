//===-- timer.h - The timer that samples are taken by -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Timers of CPU time send tick_signal, 100 times a second by default. The
// handler passes the program counter to all runtimes of the process. Only the
// host has timers. Events of threads (sampling/thread_events.h) send SIGPROF or
// SIGTRAP, instead of timers or beside them, and gmonctl sends tick_signal.
//
// Each thread has its own timer, from its start if the C library creates it,
// else from its first hook. Until instrumented code runs or the program creates
// a thread, one timer of the process samples it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_TIMER_H
#define GMON_RT_SAMPLING_TIMER_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// Starts or stops the timers. Stopping is async-signal-safe.
void set_timer(bool enable);

/// Stops a timer that would survive exec and end the next program, and removes
/// signals that would. The process is locked.
/// Async-signal-safe.
void stop_timer_for_exec();

/// Starts sampling this thread, which calls a hook for the first time. Takes no
/// lock; async-signal-safe, and calls no function of the C library.
void add_current_thread();

/// Starts sampling this thread, which begins. Not in handlers.
void begin_current_thread();

/// Called before the program creates a thread, which calls
/// begin_current_thread().
void expect_threads();

/// Whether the runtime uses ITIMER_PROF. `give_up`: the program wants the
/// timer, and has set it already. Async-signal-safe.
bool has_interval_timer(bool give_up);

/// Passes signals that no timer sent to `handler`, which returns whether the
/// signal was for it. Call it before sampling starts.
void set_message_handler(bool (*handler)(const siginfo_t *info,
                                         const void *context));

/// Counts the samples of events that no handler has counted yet, before a file
/// is written. The process is locked. Async-signal-safe.
void count_pending_samples();

/// Whether samples of time measure elapsed time. Async-signal-safe.
bool samples_elapsed_time();

/// Forgets the timers in the child of a fork, which inherits none. `forker` is
/// the id of the thread that called fork, in the parent.
void forget_timer(uint32_t forker);

} // namespace gmon

#endif // GMON_RT_SAMPLING_TIMER_H
