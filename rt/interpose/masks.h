//===-- masks.h - Signals that threads block --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that blocks SIGPROF or SIGTRAP must get no such signal of an event:
// the program could see a pending one by sigwait, signalfd or sigpending, or in
// a call that unblocks it, such as ppoll and sigsuspend. So the runtime
// interposes the functions that change masks, and lets events send no signals
// meanwhile. The signal of timers cannot be blocked (base/signal_set.h).
//
// The runtime does not notice other ways to restore a mask, such as siglongjmp.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_MASKS_H
#define GMON_RT_INTERPOSE_MASKS_H

#include <stdint.h>

namespace gmon {

/// Returns this thread's signal mask as the program set it: the runtime blocks
/// all signals while it holds the lock of the process. Async-signal-safe.
uint64_t mask_of_program();

/// Changes the mask for the program. Returns 0 or an error number.
/// Async-signal-safe.
int change_mask_for_program(int how, uint64_t mask, uint64_t &previous);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_MASKS_H
