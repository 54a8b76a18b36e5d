//===-- signals.h - What the program sees of its signals --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the action of a signal is the default one, and that ends the program,
// the runtime has a handler: it writes the profiles, and then the program dies
// of the very same signal. SIGPROF has the handler that takes samples, whatever
// its action is; what was not sent by the runtime's timers gets the action that
// the program set. The program does not see these handlers, for the runtime
// stands in front of sigaction, signal and their like.
//
// The kernel is what is asked whether a signal has that handler: the C library
// changes actions by itself, too.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_SIGNALS_H
#define GMON_RT_INTERPOSE_SIGNALS_H

#include "base/signal_set.h"
#include "process/process.h"

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// What the runtimes of a process share about signals.
struct signal_state {
  uint32_t lock;           ///< thread that changes an action, or 0
  signal_handler *handler; ///< the host's, or null while signals are left alone
  uint64_t concerned;      ///< the set of signals that may have it
  /// The host's, of SIGPROF; null until samples are taken.
  signal_handler *tick_handler;
  /// The program has made an alternate stack for some thread.
  bool has_stacks;
  /// The set of signals whose handlers the program wants on such a stack, and
  /// which have no flag for that as long as it has none: the kernel would put
  /// them on the runtime's.
  uint64_t without_stack;
  uint32_t dying_thread; ///< that writes the profiles before it dies, or 0
  char *last_stack;      ///< of that thread, while it does
  /// What the program set for the signals that have a handler of the runtime,
  /// by number - 1: but for SIGPROF the default action, with flags and mask.
  struct sigaction actions[last_signal];
};

inline signal_state &shared_signals() {
  return process().signals.as<signal_state>();
}

/// Whether the program runs under Valgrind. It does not know all registers where
/// a fault is, and its own report says more; of a change of stacks it complains.
bool is_under_valgrind();

/// Gives SIGPROF the action again that the program set. No samples are taken.
/// Returns the handler that it had, or null.
signal_handler *give_back_sigprof();

/// Notes that the program has made an alternate stack. Async-signal-safe.
void note_stack_of_program();

/// Gives all signals concerned that have their default action `handler`; with
/// null, the default action again.
void set_signal_handler(signal_handler *handler);

/// Gives SIGALRM a handler of the runtime's, whoever has it: the program dies.
void set_watch_handler(signal_handler *handler);

/// Gives SIGPROF `handler`. The action that it had is what the program sees
/// from then on.
void set_tick_handler(signal_handler *handler);

/// Whether SIGPROF has the handler that was set. Async-signal-safe.
bool has_tick_handler();

/// What the program wants done with a SIGPROF that is not the runtime's; an
/// action that resets itself does. All signals are blocked.
struct sigaction take_sigprof_action();

/// Where the program ignores SIGPROF: has the kernel ignore it, as it does in
/// the next program then. Returns whether it was changed. Async-signal-safe.
bool ignore_sigprof_for_exec();

/// Takes that back. Async-signal-safe.
void stop_ignoring_sigprof();

/// In the child of a fork, whose parent's other threads may have been about to
/// change an action, or to die.
void forget_threads_of_signals();

/// Finds the function that ours goes on to. Not for signal handlers.
void find_next_sigaction();

} // namespace gmon

#endif // GMON_RT_INTERPOSE_SIGNALS_H
