//===-- masks.h - Signals that threads block --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that blocks SIGPROF gets none of the runtime's: it could see one
// that is pending, by sigwait, signalfd, sigpending, or in a call that unblocks
// it, such as ppoll and sigsuspend. So the runtime stands in front of what
// changes masks, and a thread's timer stands still as long as the thread blocks
// it.
//
// What restores a mask otherwise, such as siglongjmp, is not seen.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_MASKS_H
#define GMON_RT_INTERPOSE_MASKS_H

#include <stdint.h>

namespace gmon {

/// What this thread blocks as far as the program knows: the runtime blocks all
/// while it holds the lock of the process. Async-signal-safe.
uint64_t mask_of_program();

} // namespace gmon

#endif // GMON_RT_INTERPOSE_MASKS_H
