//===-- waiting.h - What a thread waits in ----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_WAITING_H
#define GMON_RT_SAMPLING_WAITING_H

#include <stdint.h>

namespace gmon {

/// An address in the instrumented function of another thread that waits at `pc`
/// with the stack at `sp`, or in what that called; or 0. One thread at a time
/// may ask. Async-signal-safe.
uintptr_t find_waiting(uintptr_t pc, uintptr_t sp);

} // namespace gmon

#endif // GMON_RT_SAMPLING_WAITING_H
