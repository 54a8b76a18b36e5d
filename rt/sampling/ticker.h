//===-- ticker.h - A thread that samples the others -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sampler=thread and clock=wall: a thread of the runtime wakes up at the
// sampling rate and looks at all other threads. A running thread gets a signal
// from a timer of its CPU time, at the next tick of the kernel's clock. A
// waiting thread is not interrupted: its sample goes to the waiting function,
// which the sampling thread finds on its stack.
//
// The C library does not know the sampling thread. That thread blocks all
// signals and has its own file descriptors.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_TICKER_H
#define GMON_RT_SAMPLING_TICKER_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// Starts the sampling thread. Returns false if that is impossible. The process
/// is locked.
bool start_ticker();

/// Ends the sampling thread, and returns after its end. Async-signal-safe.
void stop_ticker();

/// Forgets the sampling thread in the child of a fork, which has none.
void forget_ticker();

/// Whether the sampling thread sent the current signal. `amount` is the number
/// of samples that the signal counts for. Async-signal-safe.
bool is_tick(const siginfo_t *info, uint32_t &amount);

} // namespace gmon

#endif // GMON_RT_SAMPLING_TICKER_H
