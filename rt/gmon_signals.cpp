//===-- gmon_signals.cpp - What the program sees of its signals -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handlers are set by system calls, so that neither a sanitizer nor a
// library that stands in front of sigaction takes them for the program's.
//
//===----------------------------------------------------------------------===//

#include "gmon_signals.h"
#include "gmon_arch.h"
#include "gmon_ends.h"
#include "gmon_process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

using simple_handler = void(int);

extern "C" {
int __gmon_sigaction(int signal, const struct sigaction *action,
                     struct sigaction *previous) GMON_INSTEAD_OF("sigaction");

/// The C library's own name; in a static musl program maybe null.
int __sigaction(int signal, const struct sigaction *action,
                struct sigaction *previous) __attribute__((weak));
}

#if defined(__x86_64__)
// What a handler returns to. Debuggers and unwinders know it by its bytes.
extern "C" void __gmon_restore() __asm__("__gmon$restore")
    __attribute__((visibility("hidden")));
__asm__(".text\n"
        ".balign 16\n"
        "nop\n" // unwinders look up the byte before a return address
        ".globl \"__gmon$restore\"\n"
        ".hidden \"__gmon$restore\"\n"
        ".type \"__gmon$restore\",@function\n"
        "\"__gmon$restore\":\n"
        "movq $15, %rax\n" // rt_sigreturn
        "syscall\n"
        ".size \"__gmon$restore\", . - \"__gmon$restore\"\n");
#endif

namespace gmon {

using action_function = int(int, const struct sigaction *, struct sigaction *);
static action_function *next_sigaction;

void find_next_sigaction() {
  next_sigaction =
      reinterpret_cast<action_function *>(next_function("sigaction"));
  if (!next_sigaction)
    next_sigaction = __sigaction;
}

namespace {

/// As the kernel has it.
struct kernel_action {
  union {
    simple_handler *simple;
    signal_handler *handler;
  };
  unsigned long flags;
#if defined(__x86_64__) || defined(__aarch64__)
  void (*restorer)();
#endif
  uint64_t mask;
#if defined(__riscv)
  // Not the kernel's, but QEMU writes a word here.
  uint64_t unused;
#endif
};

/// Handlers may change actions, too: signals are blocked while it is held.
class signal_lock {
public:
  signal_lock() {
    uint64_t all = ~uint64_t(0);
    raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&all),
                reinterpret_cast<long>(&mask), sizeof(mask));
    while (__atomic_exchange_n(&process().signals.lock, 1, __ATOMIC_ACQUIRE))
      raw_syscall(SYS_sched_yield);
  }
  ~signal_lock() {
    __atomic_store_n(&process().signals.lock, 0, __ATOMIC_RELEASE);
    raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&mask),
                0, sizeof(mask));
  }

private:
  uint64_t mask;
};

} // namespace

static long change_action(int signal, const kernel_action *action,
                          kernel_action *previous) {
  return raw_syscall(SYS_rt_sigaction, signal, reinterpret_cast<long>(action),
                     reinterpret_cast<long>(previous), sizeof(action->mask));
}

/// Valgrind does not know all registers where a fault is, and its own report
/// says more.
static bool is_under_valgrind() {
  const char *preloaded = getenv("LD_PRELOAD");
  return preloaded && strstr(preloaded, "/vgpreload_");
}

/// The signals whose default action ends this process. SIGPROF is the timer's.
static uint64_t fatal_signals() {
  constexpr uint64_t faults = bit_of(SIGILL) | bit_of(SIGTRAP) |
                              bit_of(SIGBUS) | bit_of(SIGFPE) |
                              bit_of(SIGSEGV) | bit_of(SIGSYS);
  constexpr uint64_t others =
      bit_of(SIGHUP) | bit_of(SIGINT) | bit_of(SIGQUIT) | bit_of(SIGPIPE) |
      bit_of(SIGALRM) | bit_of(SIGTERM) | bit_of(SIGUSR1) | bit_of(SIGUSR2) |
      bit_of(SIGVTALRM) | bit_of(SIGXCPU) | bit_of(SIGXFSZ) | bit_of(SIGIO) |
      bit_of(SIGPWR) | bit_of(SIGSTKFLT);
  // Of the real-time signals the first three are those of C libraries.
  constexpr int first_free = 35;
  constexpr uint64_t real_time = ~(bit_of(first_free) - 1);
  uint64_t found = bit_of(SIGABRT);
  if (!is_under_valgrind())
    found |= faults;
  // The first process of a container is not ended by these.
  if (raw_syscall(SYS_getpid) != 1)
    found |= others | real_time;
  return found;
}

static void install(int signal, signal_handler *handler) {
  kernel_action action = {};
  action.handler = handler;
  if (handler) {
    action.flags = SA_SIGINFO | SA_ONSTACK;
    action.mask = ~uint64_t(0);
#if defined(__x86_64__)
    constexpr unsigned long has_restorer = 0x04000000;
    action.flags |= has_restorer;
    action.restorer = __gmon_restore;
#endif
  }
  change_action(signal, &action, nullptr);
}

void set_signal_handler(signal_handler *handler) {
  signal_state &state = process().signals;
  signal_lock lock;
  if (handler)
    state.concerned = fatal_signals();
  for (int signal = 1; signal <= last_signal; ++signal) {
    kernel_action current;
    if (!(state.concerned & bit_of(signal)) ||
        change_action(signal, nullptr, &current) != 0)
      continue;
    bool is_ours = state.handler && current.handler == state.handler;
    if (!is_ours && current.simple != SIG_DFL)
      continue;
    if (!is_ours)
      state.actions[signal - 1] = {};
    install(signal, handler);
  }
  __atomic_store_n(&state.handler, handler, __ATOMIC_RELEASE);
}

/// By system call, where there is no other sigaction.
static int change_directly(int signal, const struct sigaction *action,
                           struct sigaction *previous) {
  constexpr int first_internal = 32, last_internal = 34;
  kernel_action to = {}, from = {};
  if (signal >= first_internal && signal <= last_internal) {
    errno = EINVAL;
    return -1;
  }
  if (action) {
    to.simple = action->sa_handler;
    to.flags = unsigned(action->sa_flags);
    memcpy(&to.mask, &action->sa_mask, sizeof(to.mask));
#if defined(__x86_64__)
    constexpr unsigned long has_restorer = 0x04000000;
    to.flags |= has_restorer;
    to.restorer = __gmon_restore;
#endif
  }
  long result = change_action(signal, action ? &to : nullptr, &from);
  if (result != 0) {
    errno = int(-result);
    return -1;
  }
  if (previous) {
    *previous = {};
    previous->sa_handler = from.simple;
    previous->sa_flags = int(from.flags);
    memcpy(&previous->sa_mask, &from.mask, sizeof(from.mask));
  }
  return 0;
}

static int go_on(int signal, const struct sigaction *action,
                 struct sigaction *previous) {
  if (next_sigaction)
    return next_sigaction(signal, action, previous);
  return change_directly(signal, action, previous);
}

} // namespace gmon

using namespace gmon;

int __gmon_sigaction(int signal, const struct sigaction *action,
                     struct sigaction *previous) {
  if (!has_process() || !process().signals.handler ||
      !(process().signals.concerned & bit_of(signal)))
    return go_on(signal, action, previous);
  signal_state &state = process().signals;
  struct sigaction wanted = {}, own = {};
  if (action)
    wanted = *action;
  if (!is_this_process()) {
    // The actions of a vfork child are its own, and the state is its parent's.
    int result = go_on(signal, action, &own);
    if (previous && result == 0)
      *previous =
          own.sa_sigaction == state.handler ? (struct sigaction){} : own;
    return result;
  }
  signal_lock lock;
  kernel_action current;
  change_action(signal, nullptr, &current);
  bool is_ours = current.handler == state.handler;
  struct sigaction &kept = state.actions[signal - 1];
  if (is_ours)
    own = kept;
  else if (go_on(signal, nullptr, &own) != 0)
    return -1;
  if (action && wanted.sa_handler == SIG_DFL) {
    if (!is_ours)
      install(signal, state.handler);
    kept = wanted;
  } else if (action && go_on(signal, &wanted, nullptr) != 0) {
    return -1;
  }
  if (previous)
    *previous = own;
  return 0;
}
