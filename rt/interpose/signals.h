//===-- signals.h - What the program sees of its signals --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a signal's action is the default one, and that ends the program, the
// runtime installs a handler. The handler writes the profiles, and then the
// same signal ends the program. The signals of sampling, and with events
// SIGPROF and SIGTRAP, always have the runtime's handler, which takes samples;
// such a signal that the runtime did not cause goes to the program's action.
// The runtime interposes sigaction, signal and the like, so the program does
// not see these handlers.
//
// The kernel's answer decides whether a signal has the runtime's handler: the C
// library, too, changes actions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_SIGNALS_H
#define GMON_RT_INTERPOSE_SIGNALS_H

#include "base/signal_set.h"
#include "process/process.h"

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// State of the signals, shared by the runtimes of a process.
struct signal_state {
  uint32_t lock;           ///< of the thread that changes an action
  signal_handler *handler; ///< the host's; null while the runtime handles no
                           ///< fatal signals
  uint64_t concerned;      ///< set of the signals that may have the handler
  /// The host's handler of the signals of sampling; null until samples are
  /// taken.
  signal_handler *tick_handler;
  uint64_t sampling; ///< set of the signals that have that handler
  /// Whether the program has made an alternate stack for any thread.
  bool has_stacks;
  /// Whether the kernel has a stack of the program's: see sigaltstack() in
  /// interpose/altstack.h.
  bool has_stacks_in_kernel;
  /// The signals whose handlers the program wants on an alternate stack before
  /// it has made one. Their flag is removed: they stay where they are.
  uint64_t without_stack;
  uint32_t dying_thread; ///< id of the thread that writes the profiles before
                         ///< it dies, or 0
  int dying_signal;      ///< of which that thread dies
  bool has_written_last; ///< that thread has written
  char *last_stack;      ///< the stack of that thread, while it writes; null
                         ///< under Valgrind
  /// The actions that the program set for signals with a handler of the
  /// runtime. Except for the signals of sampling these are default actions,
  /// with flags and mask, or handlers that the host's enter_handler starts. The
  /// first is that of tick_signal: most programs use no other.
  struct sigaction actions[last_signal];

  struct sigaction &action(int signal) {
    return actions[unsigned(signal - tick_signal) % last_signal];
  }
  const struct sigaction &action(int signal) const {
    return actions[unsigned(signal - tick_signal) % last_signal];
  }
};

inline signal_state &shared_signals() {
  return process().signals.as<signal_state>();
}

/// Restores the actions of the signals of sampling that the program set, and
/// drops such signals that wait. SIGTRAP keeps its handler instead of a default
/// action. No samples are taken meanwhile. Returns the handler that they had,
/// or null.
signal_handler *give_back_sampling_signals();

/// Whether a signal with this action has a handler, and is neither ignored nor
/// left to the default action.
inline bool is_handler(signal_handler *handler) {
  return handler && reinterpret_cast<uintptr_t>(handler) !=
                        reinterpret_cast<uintptr_t>(SIG_IGN);
}

/// Whether the handler is in an instrumented module. Async-signal-safe.
bool is_instrumented(signal_handler *handler);

/// Records that the program has made an alternate stack. Async-signal-safe.
void record_stack_of_program();

/// Records that the kernel has an alternate stack of the program's.
/// Async-signal-safe.
void record_stack_in_kernel();

/// Installs `handler` for all signals concerned whose action is the default
/// one. Null restores the default action. The process is locked.
void set_signal_handler(signal_handler *handler);

/// Installs a handler of SIGALRM in place of any other: the program is dying.
void set_watch_handler(signal_handler *handler);

/// Installs `handler` for the set `signals`, beside those that have it already.
/// From then on the program sees the actions that they had before.
/// `is_process_locked` says whether this thread holds the lock of the process.
void set_tick_handler(signal_handler *handler, uint64_t signals,
                      bool is_process_locked);

/// Installs the handler of set_tick_handler() again if the C library has set
/// its own, which it does once, when it makes the first thread.
/// Async-signal-safe.
void renew_tick_handler();

/// Whether all signals of sampling have the handler of set_tick_handler().
/// Async-signal-safe.
bool has_tick_handler();

/// The set of the signals of sampling: tick_signal; SIGPROF and SIGTRAP if
/// events or ITIMER_PROF send them. Async-signal-safe.
uint64_t sampling_signals();

/// Whether `address`, which a return address follows, is in front of the code
/// that the program's handlers of signals of sampling return to: such a call is
/// one from outside.
bool is_return_of_handler(uintptr_t address);

/// Returns the program's action for a signal of sampling that the runtime did
/// not cause, and resets the action if it has SA_RESETHAND. All signals are
/// blocked.
struct sigaction take_action_of_program(int signal);

/// If the program ignores signals of sampling, makes the kernel ignore them,
/// too, so that the next program inherits that. Returns whether an action
/// changed. Async-signal-safe.
bool ignore_sampling_signals_for_exec();

/// Undoes ignore_sampling_signals_for_exec(). Async-signal-safe.
void stop_ignoring_sampling_signals();

/// For the child of a fork: forgets the parent's threads, which may have been
/// changing an action, or dying.
void forget_threads_of_signals();

/// What sigaction(2) does for the program. Async-signal-safe.
int change_action_for_program(int signal, const struct sigaction *action,
                              struct sigaction *previous);

/// Whether this module has a sanitizer, whose sigaction the program calls in
/// place of the runtime's. Known behind find_next_sigaction().
bool has_sanitizers_sigaction();

} // namespace gmon

#endif // GMON_RT_INTERPOSE_SIGNALS_H
