//===-- thread_timers.h - A timer for each thread ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel charges a timer of the process to the thread that happens to run
// at the check. So each thread has its own timer. It measures the thread's CPU
// time and sends tick_signal to that thread alone. It expires only while the
// thread runs, so no system call fails with EINTR.
//
// When a thread ends, its timer stays until another thread takes over the slot.
// So the largest number of simultaneous threads bounds the number of timers.
//
// Everything here is async-signal-safe and takes no lock.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_THREAD_TIMERS_H
#define GMON_RT_SAMPLING_THREAD_TIMERS_H

#include "base/signal_set.h"

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// Blocks signals whose handlers could add the same thread, except faults. What
/// the program blocks stays blocked: one of its threads may wait for it.
class signals_blocked {
public:
  signals_blocked() {
    constexpr uint64_t blocked = all_signals & ~fault_signals;
    change_mask(SIG_BLOCK, &blocked, &previous);
  }
  ~signals_blocked() { set_mask(previous); }

private:
  uint64_t previous;
};

/// Creates a timer of the CPU time of `thread`; its signals carry `value`.
/// Returns the timer's id, or -errno.
long create_thread_timer(uint32_t thread, void *value);

/// Makes the timer expire after `first` nanoseconds, then every `period`. A
/// period of 0 means once.
void set_thread_timer(long timer, uint64_t first, uint64_t period);

enum class timer_result { made, refused, gone };

/// Gives `thread`, of this process, a timer if it has none. `refused`: the
/// kernel creates no more timers. `gone`: the thread does not exist. Signals
/// are blocked.
timer_result add_thread_timer(uint32_t thread);

/// Deletes all timers.
void remove_thread_timers();

/// Forgets all timers in the child of a fork, which inherits none.
void forget_thread_timers();

/// Whether a thread's timer sent the current signal. `amount` is the number of
/// samples that the signal counts for.
bool is_thread_tick(const siginfo_t *info, uint32_t &amount);

} // namespace gmon

#endif // GMON_RT_SAMPLING_THREAD_TIMERS_H
