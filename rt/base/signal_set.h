//===-- signal_set.h - Signals as the kernel has them -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_SIGNAL_SET_H
#define GMON_RT_BASE_SIGNAL_SET_H

#include "base/arch.h"

#include <signal.h>
#include <stdint.h>

namespace gmon {

using signal_handler = void(int, siginfo_t *, void *);

inline constexpr int last_signal = 64;
inline constexpr uint64_t all_signals = ~uint64_t(0);

/// The signal of the runtime's timers. The C libraries use it themselves, glibc
/// for setuid() in all threads and musl for pthread_cancel(), so their
/// functions neither block it nor wait for it: it reaches each thread, whatever
/// the program blocks, and the program never sees one.
inline constexpr int tick_signal = 33;

/// The set that contains `signal` alone; 0 if there is no such signal.
constexpr uint64_t bit_of(int signal) {
  return signal >= 1 && signal <= last_signal ? uint64_t(1) << (signal - 1) : 0;
}

/// The signals of instructions that fail. An instruction that fails while its
/// signal is blocked ends the program.
inline constexpr uint64_t fault_signals = bit_of(SIGILL) | bit_of(SIGTRAP) |
                                          bit_of(SIGBUS) | bit_of(SIGFPE) |
                                          bit_of(SIGSEGV) | bit_of(SIGSYS);

/// Changes this thread's signal mask for a short time, as rt_sigprocmask(2)
/// does; the program does not notice. Returns 0 or a negative error number.
inline long change_mask(int how, const uint64_t *mask, uint64_t *previous) {
  return raw_syscall(SYS_rt_sigprocmask, how, reinterpret_cast<long>(mask),
                     reinterpret_cast<long>(previous), sizeof(*mask));
}

/// Sets this thread's signal mask. Returns the previous mask.
inline uint64_t set_mask(uint64_t mask) {
  uint64_t previous;
  change_mask(SIG_SETMASK, &mask, &previous);
  return previous;
}

/// Returns the address of the signal's handler, or 0 (default) or 1 (ignored).
inline uintptr_t handler_in_kernel(int signal) {
  // The kernel's structure begins with the handler; 64 bytes are enough for
  // every processor.
  uintptr_t action[8] = {};
  raw_syscall(SYS_rt_sigaction, signal, 0, reinterpret_cast<long>(action),
              sizeof(uint64_t));
  return action[0];
}

} // namespace gmon

#endif // GMON_RT_BASE_SIGNAL_SET_H
