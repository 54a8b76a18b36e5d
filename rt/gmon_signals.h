//===-- gmon_signals.h - Signals that would end the program -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the action of a signal is the default one, and that ends the program,
// the runtime has a handler: it writes the profiles, and then the program dies
// of the very same signal. The program does not see that handler, for the
// runtime stands in front of sigaction, signal and their like.
//
// The kernel is what is asked whether a signal has that handler: the C library
// changes actions by itself, too.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_SIGNALS_H
#define GMON_SIGNALS_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

using signal_handler = void(int, siginfo_t *, void *);

inline constexpr int last_signal = 64;

/// In a set of signals; 0 for what is none.
constexpr uint64_t bit_of(int signal) {
  return signal >= 1 && signal <= last_signal ? uint64_t(1) << (signal - 1) : 0;
}

/// What the runtimes of a process share about signals.
struct signal_state {
  uint32_t lock;
  signal_handler *handler; ///< the host's, or null while signals are left alone
  uint64_t concerned;      ///< the set of signals that may have it
  uint32_t dying_thread;   ///< that writes the profiles before it dies, or 0
  /// What the program set for the signals that have the handler, by number - 1:
  /// the default action, with flags and mask.
  struct sigaction actions[last_signal];
};

/// Gives all signals concerned that have their default action `handler`; with
/// null, the default action again.
void set_signal_handler(signal_handler *handler);

/// The handler. Does not return to a program that can go on.
void handle_fatal_signal(int signal, siginfo_t *info, void *context);

/// Finds the function that ours goes on to. Not for signal handlers.
void find_next_sigaction();

} // namespace gmon

#endif // GMON_SIGNALS_H
