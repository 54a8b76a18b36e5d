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

/// Returns an address in the instrumented function in which another thread
/// waits, at `pc` with the stack pointer `sp`, directly or in a function that
/// it called. Returns 0 if there is none. Only one thread at a time may call
/// this. Async-signal-safe.
uintptr_t find_waiting(uintptr_t pc, uintptr_t sp);

} // namespace gmon

#endif // GMON_RT_SAMPLING_WAITING_H
