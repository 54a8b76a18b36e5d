//===-- thread_timers.h - A timer for each thread ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A timer of the process charges the thread that happens to run when it is
// looked at. So each thread has its own, which measures that thread's CPU time
// and sends SIGPROF to it alone. As it expires only while the thread runs, it
// makes no system call fail with EINTR.
//
// The timer of a thread that is gone stays until a thread that comes later has
// use for its place, so their number is bounded by that of the threads that
// live at the same time.
//
// Everything here is async-signal-safe and takes no lock.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_THREAD_TIMERS_H
#define GMON_RT_SAMPLING_THREAD_TIMERS_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// Makes a timer of the CPU time of `thread`, whose signals carry `value`.
/// Returns its id, or -errno.
long create_thread_timer(uint32_t thread, void *value);

/// Lets it expire after `first` nanoseconds, and then each `period`; once, if
/// that is 0.
void set_thread_timer(long timer, uint64_t first, uint64_t period);

enum class timer_result { made, refused, gone };

/// Gives `thread`, of this process, a timer unless it has one. `refused` says
/// that the kernel makes no more of them, `gone` that there is no such thread.
timer_result add_thread_timer(uint32_t thread);

/// This thread is about to block SIGPROF: its timer stands still until
/// release_thread_timer().
void hold_thread_timer();

/// This thread no longer blocks it. Returns how many samples are due for what
/// it has used in the meantime.
uint32_t release_thread_timer();

/// Notes whether this thread blocks SIGPROF, before it has a timer.
void note_blocking();

/// Whether a thread is known to block SIGPROF.
bool is_held(uint32_t thread);

/// Deletes all timers. Which threads block SIGPROF is still known.
void remove_thread_timers();

/// In the child of a fork, which has no timers.
void forget_thread_timers();

/// True if a timer of a thread sent the signal that is being handled. `amount`
/// is how many samples it stands for.
bool is_thread_tick(const siginfo_t *info, uint32_t &amount);

} // namespace gmon

#endif // GMON_RT_SAMPLING_THREAD_TIMERS_H
