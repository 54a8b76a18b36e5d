//===-- signal_chaining.cpp - Signals for the program's handlers ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Does what the kernel would do for the program's action: blocks the signals of
// its mask, and starts the handler on its stack, or ends the program.
//
//===----------------------------------------------------------------------===//

#include "interpose/signal_chaining.h"
#include "base/system.h"
#include "interpose/altstack.h"
#include "interpose/fatal.h"
#include "interpose/signals.h"

#include <string.h>
#include <ucontext.h>

namespace gmon {

/// Whether an instruction of the program raised the signal, such as a
/// breakpoint: the kernel then ends a program that ignores it.
static bool is_forced(int signal, const siginfo_t *info) {
  return signal == SIGTRAP && info->si_code > SI_USER;
}

handler_start chain_signal(int signal, siginfo_t *info, void *context,
                           char *sp) {
  constexpr int first_process = 1; // of a container; default actions do not end
                                   // it
  struct sigaction action = take_action_of_program(signal);
  if (action.sa_handler == SIG_DFL ||
      (action.sa_handler == SIG_IGN && is_forced(signal, info))) {
    if (kernel::getpid() == first_process)
      return {};
    if (shared_signals().handler)
      handle_fatal_signal(signal, info, context);
    else
      die_of(signal, info, context);
  } else if (action.sa_handler != SIG_IGN) {
    // The signals that the kernel would block for this handler.
    uint64_t mask, more;
    memcpy(&mask, &static_cast<ucontext_t *>(context)->uc_sigmask,
           sizeof(mask));
    memcpy(&more, &action.sa_mask, sizeof(more));
    set_mask(mask | more | (action.sa_flags & SA_NODEFER ? 0 : bit_of(signal)));
    return start_on_stack_of_program(
        action.sa_sigaction, action.sa_flags & SA_ONSTACK, info, context, sp);
  }
  return {};
}

} // namespace gmon
