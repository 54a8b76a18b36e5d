//===-- gmon_fatal.cpp - Dying of a signal, with a profile ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handler of the signals that end the program. It leaves the same signal,
// with all that came with it, to the default action: who waits for the program
// sees the same status, and a core dump shows the place where it was.
//
//===----------------------------------------------------------------------===//

#include "gmon_arch.h"
#include "gmon_ends.h"
#include "gmon_memory.h"
#include "gmon_process.h"
#include "gmon_signals.h"

#include <errno.h>
#include <string.h>
#include <ucontext.h>

namespace gmon {

/// How long another thread may go on writing until the program dies without a
/// profile: its disk may be gone.
static constexpr unsigned seconds_of_patience = 5;

/// Of the stack on which the profiles are written then.
static constexpr size_t last_stack_size = size_t(64) << 10;

/// One thread writes and dies; others that would, wait for the end.
static void wait_for_turn(signal_state &state) {
  auto thread = uint32_t(raw_syscall(SYS_gettid));
  uint32_t nobody = 0;
  if (__atomic_compare_exchange_n(&state.dying_thread, &nobody, thread, false,
                                  __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    return;
  for (;;)
    raw_syscall(SYS_ppoll, 0, 0, 0, 0, 0);
}

/// Whether the instruction will raise the signal again when it is executed
/// again.
static bool comes_again(const siginfo_t *info) {
  switch (info->si_signo) {
  case SIGSEGV:
  case SIGILL:
  case SIGFPE:
    return info->si_code > 0;
  case SIGBUS:
    return info->si_code > 0 && info->si_code != BUS_MCEERR_AO;
  default:
    return false;
  }
}

static void write_last() { write_profiles(false); }

void prepare_to_die() {
  if (!process().signals.last_stack && !is_under_valgrind())
    process().signals.last_stack =
        static_cast<char *>(map_stack(last_stack_size));
}

void die_of(int signal, siginfo_t *info, void *context) {
  struct sigaction by_default = {}; // zeros, and longer than the kernel's
  raw_syscall(SYS_rt_sigaction, signal, reinterpret_cast<long>(&by_default), 0,
              sizeof(uint64_t));
  // It arrives when this handler returns, which blocks it until then. The code
  // that it interrupts may have unblocked it for that one call only; and no
  // other handler may come before.
  // The kernel's mask is this long, and followed by something else.
  uint64_t all_others = ~(uint64_t(1) << (signal - 1));
  memcpy(&static_cast<ucontext_t *>(context)->uc_sigmask, &all_others,
         sizeof(all_others));
  // Not sent, so that the kernel notes the place.
  if (comes_again(info))
    return;
  long process_id = raw_syscall(SYS_getpid);
  if (raw_syscall(SYS_rt_tgsigqueueinfo, process_id, raw_syscall(SYS_gettid),
                  signal, reinterpret_cast<long>(info)) != 0)
    raw_syscall(SYS_kill, process_id, signal);
}

void handle_fatal_signal(int signal, siginfo_t *info, void *context) {
  int saved = errno;
  if (is_this_process()) {
    wait_for_turn(process().signals);
    if (process_lock::acquire_within(seconds_of_patience)) {
      // What is left of the thread's stack may be little.
      if (char *stack = process().signals.last_stack)
        call_on_stack(stack + last_stack_size, write_last);
      else
        write_last();
      process_lock::release();
    }
  }
  errno = saved;
  die_of(signal, info, context);
}

} // namespace gmon
