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
  char *last_stack;      ///< of that thread, while it does
  uint32_t progress;     ///< counts what that thread has written
  uint32_t dying_thread; ///< that writes the profiles before it dies, or 0
  /// What the program set for the signals that have a handler of the runtime,
  /// by number - 1: but for SIGPROF the default action, with flags and mask.
  struct sigaction actions[last_signal];
};

/// Whether the program runs under Valgrind. It does not know all registers where
/// a fault is, and its own report says more; of a change of stacks it complains.
bool is_under_valgrind();

/// The address of the signal's handler, or 0 or 1 if it has none.
/// Async-signal-safe.
uintptr_t handler_in_kernel(int signal);

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

/// Maps what the handler needs.
void prepare_to_die();

/// The handler. Does not return to a program that can go on.
void handle_fatal_signal(int signal, siginfo_t *info, void *context);

/// Leaves the signal that is being handled to its default action, which ends
/// the program when the handler returns.
void die_of(int signal, siginfo_t *info, void *context);

/// Gives SIGPROF `handler`. The action that it had is what the program sees
/// from then on.
void set_tick_handler(signal_handler *handler);

/// Whether SIGPROF has the handler that was set. Async-signal-safe.
bool has_tick_handler();

/// Does with SIGPROF, which is being handled and is not the runtime's, what the
/// program wants done with it. All signals are blocked.
void pass_on_sigprof(siginfo_t *info, void *context);

/// Whether `address` lies in the code by which that calls the program's
/// handler: such a call is one from outside.
bool is_call_of_handler(uintptr_t address);

/// Where the program ignores SIGPROF: has the kernel ignore it, as it does in
/// the next program then. Returns whether it was changed. Async-signal-safe.
bool ignore_sigprof_for_exec();

/// Takes that back. Async-signal-safe.
void stop_ignoring_sigprof();

/// Finds the function that ours goes on to. Not for signal handlers.
void find_next_sigaction();

} // namespace gmon

#endif // GMON_RT_INTERPOSE_SIGNALS_H
