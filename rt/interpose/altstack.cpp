//===-- altstack.cpp - Alternate signal stacks ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps and registers alternate stacks, interposes sigaltstack, and starts
// handlers of the program on the program's stacks.
//
//===----------------------------------------------------------------------===//

#include "interpose/altstack.h"
#include "base/leases.h"
#include "base/memory.h"
#include "base/system.h"
#include "interpose/fatal.h"
#include "interpose/interposition.h"
#include "interpose/signals.h"
#include "libc/environment.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

extern "C" {
int __gmon_sigaltstack(const stack_t *set, stack_t *previous)
    GMON_INSTEAD_OF("sigaltstack");

gmon::handler_start __gmon_choose_stack(int signal, siginfo_t *info,
                                        void *context,
                                        char *sp) __asm__("__gmon$choose_stack")
    __attribute__((visibility("hidden")));
}

GMON_SIGNAL_ENTRY("__gmon$enter_handler", "__gmon$choose_stack");

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1U << 31)
#endif

namespace gmon {

/// In the flags of a frame's stack: the kernel takes them for invalid, and so
/// keeps the runtime's stack when the handler returns.
static constexpr int kept_by_kernel = 1 << 16;

static long change_stack(const stack_t *set, stack_t *previous) {
  return raw_syscall(SYS_sigaltstack, reinterpret_cast<long>(set),
                     reinterpret_cast<long>(previous));
}

static bool is_own(const stack_t &stack) {
  return !(stack.ss_flags & SS_DISABLE) &&
         stack.ss_size == alternate_stack_size;
}

static stack_t own_stack(void *memory) {
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = alternate_stack_size;
  return stack;
}

/// The alternate stack that the program has set for the thread with the
/// runtime's stack `own`; its size is 0 if there is none. It stands behind that
/// stack.
static stack_t &stack_of_program(const stack_t &own) {
  return *reinterpret_cast<stack_t *>(static_cast<char *>(own.ss_sp) +
                                      own.ss_size);
}

/// Whether code with the stack pointer `sp` runs on `stack`, by the kernel's
/// rule.
static bool is_on(const stack_t &stack, uintptr_t sp) {
  auto low = reinterpret_cast<uintptr_t>(stack.ss_sp);
  return sp > low && sp - low <= stack.ss_size;
}

/// The stacks of all modules' threads: the module that made a stack may be
/// unloaded.
static lease_list<alternate_stack> &stacks() {
  return process().stacks.as<lease_list<alternate_stack>>();
}

/// Leases a stack that no thread has, or returns null.
static alternate_stack *lease_stack(uint32_t thread) {
  if (alternate_stack *taken =
          stacks().take_over(process().this_process, thread)) {
    stack_t &former = stack_of_program(own_stack(taken->memory));
    if (former.ss_size) // most pages were never touched
      former = {};
    return taken;
  }
  auto *made = static_cast<alternate_stack *>(
      process().memory.allocate(sizeof(alternate_stack)));
  if (!made ||
      !(made->memory = map_stack(alternate_stack_size + sizeof(stack_t))))
    return nullptr;
  guard_stack(made->memory);
  made->owner = thread;
  stacks().add(made);
  return made;
}

void give_alternate_stack(uint32_t thread) {
  // A program's first thread asks twice. Its id is no ended thread's.
  const alternate_stack *last = stacks().first();
  if (thread == uint32_t(process().this_process) && last &&
      uint32_t(last->owner) == thread)
    return;
  stack_t current;
  if (change_stack(nullptr, &current) != 0 || !(current.ss_flags & SS_DISABLE))
    return;
  if (alternate_stack *leased = lease_stack(thread)) {
    stack_t set = own_stack(leased->memory);
    change_stack(&set, nullptr);
  }
}

void keep_stack_after_fork(uint32_t former) {
  stacks().hand_over(former, kernel::gettid());
}

/// Returns what sigaltstack shows of the program's stack to code with the stack
/// pointer `sp`.
static stack_t shown_stack(const stack_t &own, uintptr_t sp) {
  stack_t shown = stack_of_program(own);
  if (!shown.ss_size)
    shown.ss_flags = SS_DISABLE;
  else if (is_on(shown, sp) || is_on(own, sp))
    shown.ss_flags |= SS_ONSTACK;
  return shown;
}

/// Whether the runtime's stack stays when the program sets one. A sanitizer's
/// sigaction comes before the runtime's; Valgrind warns of changes of stacks;
/// and the child of a vfork has its parent's memory.
static bool keeps_stacks() {
  return has_process() && (is_this_process() || is_sealed()) &&
         !has_sanitizers_sigaction() && !is_under_valgrind();
}

/// Called after the program has set an alternate stack in place of `replaced`.
/// Returns the runtime's stack, which the kernel has again, and the program's
/// in `set`; or a disabled stack if the program's stays in the kernel.
static stack_t keep_stack(const stack_t &replaced, stack_t &set) {
  stack_t own = {}, none = {};
  none.ss_flags = SS_DISABLE;
  if (!keeps_stacks())
    return none;
  if (is_own(replaced)) {
    own = replaced;
  } else if (alternate_stack *leased =
                 is_sealed() ? nullptr : lease_stack(kernel::gettid())) {
    own = own_stack(leased->memory);
  } else {
    return none;
  }
  if (change_stack(&own, &set) != 0)
    return none;
  // The kernel disables such a stack while a handler runs.
  if (set.ss_flags & int(SS_AUTODISARM)) {
    stack_of_program(own) = {};
    change_stack(&set, nullptr);
    return none;
  }
  if (set.ss_flags & SS_DISABLE)
    set = {};
  set.ss_flags &= ~SS_ONSTACK;
  return own;
}

/// Sets an alternate stack for the program. Code with the stack pointer `sp`
/// asked for it. Returns 0 or a negative error number. All signals are blocked:
/// the kernel has the program's stack for a moment.
static long set_for_program(const stack_t *set, stack_t *previous,
                            uintptr_t sp) {
  stack_t replaced, wanted;
  if (long error = change_stack(set, &replaced))
    return error;
  stack_t shown = is_own(replaced) ? shown_stack(replaced, sp) : replaced;
  if (shown.ss_flags & SS_ONSTACK) {
    change_stack(&replaced, nullptr);
    return -EPERM;
  }
  stack_t own = keep_stack(replaced, wanted);
  if (is_own(own))
    stack_of_program(own) = wanted;
  else if (!(set->ss_flags & SS_DISABLE) && is_this_process())
    record_stack_in_kernel();
  if (previous)
    *previous = shown;
  return 0;
}

static long change_for_program(const stack_t *set, stack_t *previous,
                               uintptr_t sp) {
  if (set) {
    bool blocks = has_process() && !is_sealed();
    uint64_t mask = blocks ? set_mask(all_signals) : 0;
    long error = set_for_program(set, previous, sp);
    if (blocks)
      set_mask(mask);
    if (!error && blocks && is_this_process() && !(set->ss_flags & SS_DISABLE))
      record_stack_of_program();
    return error;
  }
  long error = change_stack(nullptr, previous);
  if (!error && previous && is_own(*previous))
    *previous = shown_stack(*previous, sp);
  return error;
}

/// Returns the context in `frame`, a copy of the one at `sp`.
static ucontext_t &moved_context(char *frame, const char *sp,
                                 const void *context) {
  return *reinterpret_cast<ucontext_t *>(
      frame + (static_cast<const char *>(context) - sp));
}

/// Ends the program as the kernel does where an alternate stack has no room for
/// a frame.
static handler_start end_without_room(siginfo_t *info, void *context) {
  siginfo_t fault = {};
  fault.si_signo = SIGSEGV;
  fault.si_code = SI_USER;
  *info = fault;
  if (shared_signals().handler)
    handle_fatal_signal(SIGSEGV, info, context);
  else
    die_of(SIGSEGV, info, context);
  return {};
}

handler_start start_on_stack_of_program(signal_handler *handler,
                                        bool on_alternate, siginfo_t *info,
                                        void *context, char *sp) {
  handler_start start = {sp, handler};
  const stack_t own = static_cast<ucontext_t *>(context)->uc_stack;
  const uintptr_t interrupted = interrupted_sp(context);
  // Another handler may have called the entry. A handler that interrupts code
  // on the runtime's stack, such as this function, may stay there.
  if (!is_signal_frame(sp, info, context) || !is_own(own) ||
      !is_on(own, reinterpret_cast<uintptr_t>(sp)) || is_on(own, interrupted))
    return start;
  stack_t program = stack_of_program(own);
  // Go takes the kernel's stack for its own, whatever it is.
  bool may_know_stack =
      shared_signals().has_stacks_in_kernel || !is_instrumented(handler);
  if (on_alternate && !program.ss_size && may_know_stack)
    return start;
  uintptr_t top = interrupted - red_zone;
  bool enters = on_alternate && program.ss_size && !is_on(program, top);
  if (enters)
    top = reinterpret_cast<uintptr_t>(program.ss_sp) + program.ss_size;
  frame_place place = place_signal_frame(
      top, sp, static_cast<const char *>(own.ss_sp) + own.ss_size);
  if (frames_stay_on_stacks && (enters || is_on(program, interrupted)) &&
      !is_on(program, place.begin))
    return end_without_room(info, context);
  start.frame = reinterpret_cast<char *>(place.begin);
  memcpy(start.frame, sp, place.size);
  adjust_signal_frame(start.frame, place.size, start.frame - sp);
  program.ss_flags |= kept_by_kernel | (program.ss_size ? 0 : SS_DISABLE);
  moved_context(start.frame, sp, context).uc_stack = program;
  return start;
}

} // namespace gmon

using namespace gmon;

handler_start __gmon_choose_stack(int signal, siginfo_t *info, void *context,
                                  char *sp) {
  signal_state &state = shared_signals();
  signal_handler *handler =
      __atomic_load_n(&state.action(signal).sa_sigaction, __ATOMIC_ACQUIRE);
  // Another thread changes the action at this moment.
  if (!is_handler(handler)) {
    if (!handler && state.handler && state.concerned & bit_of(signal))
      state.handler(signal, info, context);
    return {};
  }
  return start_on_stack_of_program(handler, true, info, context, sp);
}

int __gmon_sigaltstack(const stack_t *set, stack_t *previous) {
  long error = change_for_program(
      set, previous, reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  if (error) {
    errno = int(-error);
    return -1;
  }
  return 0;
}
