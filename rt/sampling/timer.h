//===-- timer.h - The timer that samples are taken by -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Timers of CPU time send SIGPROF, 100 times a second unless told otherwise;
// the handler shows the program counter to all runtimes of the process. Only
// the host has timers.
//
// As long as no instrumented code runs there is one timer, of the process. From
// then on each thread has one of its own that has called a hook. Others are not
// sampled: none of their functions is one that profiles are about.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_TIMER_H
#define GMON_RT_SAMPLING_TIMER_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// Starts or stops the timers. Stopping is async-signal-safe.
void set_timer(bool on);

/// Stops the timer if exec would leave it to the next program, which it would
/// end. Async-signal-safe.
void stop_timer_for_exec();

/// Lets this thread, which calls a hook for the first time, be sampled. Takes
/// no lock; async-signal-safe, and calls nothing of the C library.
void add_current_thread();

/// This thread is about to block SIGPROF, or does no longer: then what it has
/// used in the meantime counts at `pc`. Takes no lock; async-signal-safe.
void set_blocked(bool blocked, uintptr_t pc);

/// Whether ITIMER_PROF is the runtime's. `give_up`: the program wants it, and
/// has set it already. Async-signal-safe.
bool has_interval_timer(bool give_up);

/// Hands signals of other senders than the timers to `handler`, which returns
/// whether it was meant: before samples are taken.
void set_message_handler(bool (*handler)(const siginfo_t *info));

/// The child of a fork has no timer: this one's are as good as stopped.
void forget_timer();

} // namespace gmon

#endif // GMON_RT_SAMPLING_TIMER_H
