//===-- ticker.h - A thread that samples the others -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sampler=thread and clock=wall: a thread of the runtime wakes up at the rate
// of samples and looks at all others. One that runs gets SIGPROF by a timer of
// its CPU time, at the next tick of the kernel's clock. One that waits is not
// disturbed: its sample goes to the function that waits, which the ticker finds
// on its stack.
//
// The C library does not know the ticker, which blocks all signals and has file
// descriptors of its own.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_TICKER_H
#define GMON_RT_SAMPLING_TICKER_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// Starts the ticker. Returns false where there can be none. The process is
/// locked.
bool start_ticker();

/// Ends it, and returns when it has ended. Async-signal-safe.
void stop_ticker();

/// In the child of a fork, which has no ticker.
void forget_ticker();

/// This thread is about to block SIGPROF: it gets no signals, and what is due
/// is gathered. Async-signal-safe.
void hold_ticks();

/// This thread no longer blocks it. Returns how many samples are due.
/// Async-signal-safe.
uint32_t release_ticks();

/// True if the ticker sent the signal that is being handled. `amount` is how
/// many samples it stands for. Async-signal-safe.
bool is_tick(const siginfo_t *info, uint32_t &amount);

} // namespace gmon

#endif // GMON_RT_SAMPLING_TICKER_H
