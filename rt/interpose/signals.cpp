//===-- signals.cpp - What the program sees of its signals ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets handlers by system calls, so that no sanitizer, and no library that
// interposes sigaction, takes them for the program's.
//
//===----------------------------------------------------------------------===//

#include "interpose/signals.h"
#include "base/system.h"
#include "base/thread_lock.h"
#include "interpose/interposition.h"
#include "libc/environment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

using simple_handler = void(int);

extern "C" {
int __gmon_sigaction(int signal, const struct sigaction *action,
                     struct sigaction *previous) GMON_INSTEAD_OF("sigaction");
}

#if defined(__x86_64__)
// The code that a handler returns to. Debuggers and unwinders recognize its
// bytes.
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
static bool is_sanitizers_first;

void forget_threads_of_signals() {
  shared_signals().lock = 0;
  shared_signals().dying_thread = 0;
  shared_signals().has_written_last = false;
}

void find_next_sigaction() {
  next_sigaction = next_function<action_function>("sigaction");
  is_sanitizers_first = find_here("__interceptor_sigaction");
}

bool has_sanitizers_sigaction() { return is_sanitizers_first; }

namespace {

#if defined(__x86_64__)
constexpr unsigned long restorer_flag = 0x04000000;
#else
constexpr unsigned long restorer_flag = 0;
#endif

/// An action in the kernel's format.
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
  // The kernel does not have this word, but QEMU writes it.
  uint64_t unused;
#endif

  kernel_action() = default;

  explicit kernel_action(const struct sigaction &action)
      : simple(action.sa_handler),
        flags(unsigned(action.sa_flags) | restorer_flag) {
    memcpy(&mask, &action.sa_mask, sizeof(mask));
#if defined(__x86_64__)
    restorer = __gmon_restore;
#endif
  }

  /// The action in the C library's format.
  struct sigaction for_program() const {
    struct sigaction result = {};
    result.sa_handler = simple;
    result.sa_flags = int(flags);
    memcpy(&result.sa_mask, &mask, sizeof(mask));
#if defined(__x86_64__)
    result.sa_restorer = restorer;
#endif
    return result;
  }
};

/// Holds the lock of signals. All signals are blocked meanwhile, because
/// handlers may change actions, too. A thread that needs the lock of the
/// process as well takes that lock first, and blocks all signals by that.
class signal_lock {
public:
  explicit signal_lock(signal_state &state, bool is_process_locked = false)
      : state(state), is_blocked(is_process_locked),
        mask(is_blocked ? 0 : set_mask(all_signals)) {
    lock(state.lock, is_blocked ? locking_thread() : kernel::gettid());
  }
  signal_lock(const signal_lock &) = delete;
  ~signal_lock() {
    unlock(state.lock);
    if (!is_blocked)
      set_mask(mask);
  }

  static bool is_held(const signal_state &state) {
    return holder_of(state.lock) == kernel::gettid();
  }

private:
  signal_state &state;
  bool is_blocked;
  uint64_t mask; ///< unless it is_blocked
};

} // namespace

static long change_action(int signal, const kernel_action *action,
                          kernel_action *previous) {
  return raw_syscall(SYS_rt_sigaction, signal, reinterpret_cast<long>(action),
                     reinterpret_cast<long>(previous), sizeof(action->mask));
}

/// Returns the signals whose default action ends this process, except those of
/// sampling and the real-time signals: nobody sends these to a process that
/// does not handle them, and a call for each at the start costs more than that.
static uint64_t fatal_signals() {
  constexpr uint64_t others =
      bit_of(SIGHUP) | bit_of(SIGINT) | bit_of(SIGQUIT) | bit_of(SIGPIPE) |
      bit_of(SIGALRM) | bit_of(SIGTERM) | bit_of(SIGUSR1) | bit_of(SIGUSR2) |
      bit_of(SIGVTALRM) | bit_of(SIGPROF) | bit_of(SIGXCPU) | bit_of(SIGXFSZ) |
      bit_of(SIGIO) | bit_of(SIGPWR) | bit_of(SIGSTKFLT);
  uint64_t found = bit_of(SIGABRT);
  if (!is_under_valgrind())
    found |= fault_signals;
  // Default actions do not end the first process of a container.
  if (process().this_process != 1)
    found |= others;
  return found & ~sampling_signals();
}

/// Installs a handler during which the signals `mask` are blocked. Null
/// restores the default action. Returns the action before.
static kernel_action install(int signal, signal_handler *handler, int flags,
                             uint64_t mask = all_signals) {
  struct sigaction action = {};
  if (handler) {
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | flags;
    memcpy(&action.sa_mask, &mask, sizeof(mask));
  }
  kernel_action wanted(action), previous = wanted;
  change_action(signal, &wanted, &previous);
  return previous;
}

void set_watch_handler(signal_handler *handler) {
  install(SIGALRM, handler, SA_RESTART);
}

/// Handlers of faults run on the runtime's stack: the program's may be full.
/// Other handlers run on the current stack: the program's alternate stack may
/// be too small, or gone.
static kernel_action install_for_death(int signal, signal_handler *handler) {
  return install(signal, handler,
                 fault_signals & bit_of(signal) ? SA_ONSTACK : 0);
}

/// Whether nobody sees that an action is changed for a moment: other threads
/// would. And a signal that the program was started with, blocked and ignored,
/// would be dropped if it is ignored again.
static bool may_exchange(uint64_t signals) {
  return process_lock::is_alone() && !(process().mask & signals);
}

void set_signal_handler(signal_handler *handler) {
  signal_state &state = shared_signals();
  signal_lock lock(state, /*is_process_locked=*/true);
  const bool is_first = !state.concerned;
  if (handler)
    state.concerned = fatal_signals();
  const bool is_unseen =
      handler && !state.handler && may_exchange(state.concerned);
  for (int signal = 1; signal <= last_signal; ++signal) {
    if (!(state.concerned & bit_of(signal)))
      continue;
    kernel_action current;
    if (is_unseen)
      current = install_for_death(signal, handler);
    else if (change_action(signal, nullptr, &current) != 0)
      continue;
    bool is_ours = state.handler && current.handler == state.handler;
    if (!is_ours && current.simple != SIG_DFL) {
      if (is_unseen)
        change_action(signal, &current, nullptr);
      continue;
    }
    // At the start it is zeros, which most programs never touch.
    if (!is_ours && !(is_first && is_unseen))
      state.action(signal) = {};
    if (!is_unseen)
      install_for_death(signal, handler);
  }
  __atomic_store_n(&state.handler, handler, __ATOMIC_RELEASE);
}

static bool has_handler(const struct sigaction &action) {
  return is_handler(action.sa_sigaction);
}

bool is_instrumented(signal_handler *handler) {
  bool found = false;
  auto address = reinterpret_cast<uintptr_t>(handler);
  for_each_member_unlocked(
      [&](member &runtime) { found |= runtime.holds(address); });
  return found;
}

/// Whether the handler asks for an alternate stack while the program has made
/// none. The flags of uninstrumented code are kept: that code may have made
/// stacks by system calls, as Go does, and Go ends the program if the flag is
/// missing.
static bool lacks_stack(const signal_state &state,
                        const struct sigaction &wanted) {
  return has_handler(wanted) && wanted.sa_flags & SA_ONSTACK &&
         !__atomic_load_n(&state.has_stacks, __ATOMIC_ACQUIRE) &&
         is_instrumented(wanted.sa_sigaction);
}

uint64_t sampling_signals() {
  return has_process() ? shared_signals().sampling : 0;
}

template <typename Function>
static void for_each_of(uint64_t signals, Function visit) {
  for (; signals; signals &= signals - 1)
    visit(1 + __builtin_ctzll(signals));
}

/// Installs the handler of a signal of sampling. It runs on the runtime's
/// stack: the program's may be small or about to overflow, and a fault in a
/// handler that blocks faults would end the program without a profile. Where
/// the kernel has stacks of the program's, the flag of the program's handler
/// holds. Valgrind ends the program if the flag is set and there is no stack.
/// Returns the action before.
static kernel_action install_for_ticks(signal_state &state, int signal) {
  const struct sigaction &wanted = state.action(signal);
  int flags = SA_RESTART;
  if (has_handler(wanted) && signal != tick_signal)
    flags = wanted.sa_flags &
            (SA_RESTART | (lacks_stack(state, wanted) ? 0 : SA_ONSTACK));
  bool has_own_stacks = (state.handler && state.last_stack) || state.has_stacks;
  if (has_own_stacks && !state.has_stacks_in_kernel)
    flags |= SA_ONSTACK;
  return install(signal, state.tick_handler, flags,
                 all_signals & ~(bit_of(SIGSEGV) | bit_of(SIGBUS)));
}

static void install_all_for_ticks(signal_state &state) {
  for_each_of(state.sampling,
              [&](int signal) { install_for_ticks(state, signal); });
}

static bool has_handler(int signal, signal_handler *handler) {
  kernel_action current;
  return change_action(signal, nullptr, &current) == 0 &&
         current.handler == handler;
}

/// The host's handler that starts the program's on its alternate stack, or
/// null.
static signal_handler *entry_of(const process_state &shared) {
  const host_services *host = __atomic_load_n(&shared.host, __ATOMIC_ACQUIRE);
  return host ? host->enter_handler : nullptr;
}

void set_tick_handler(signal_handler *handler, uint64_t signals,
                      bool is_process_locked) {
  signal_state &state = shared_signals();
  signal_lock lock(state, is_process_locked);
  __atomic_store_n(&state.tick_handler, handler, __ATOMIC_RELEASE);
  const bool is_unseen = is_process_locked && may_exchange(signals);
  for_each_of(signals, [&](int signal) {
    kernel_action current;
    if (is_unseen)
      current = install_for_ticks(state, signal);
    else if (change_action(signal, nullptr, &current) != 0)
      return;
    bool is_ours = current.handler == handler ||
                   current.handler == entry_of(process()) ||
                   (state.handler && current.handler == state.handler);
    if (!is_ours)
      state.action(signal) = current.for_program();
    if (!is_unseen || has_handler(state.action(signal)))
      install_for_ticks(state, signal);
  });
  state.concerned &= ~signals;
  __atomic_fetch_or(&state.sampling, signals, __ATOMIC_RELEASE);
}

signal_handler *give_back_sampling_signals() {
  signal_state &state = shared_signals();
  signal_lock lock(state);
  signal_handler *handler = state.tick_handler;
  for_each_of(state.sampling, [&](int signal) {
    if (!handler || !has_handler(signal, handler))
      return;
    struct sigaction ignored = {};
    ignored.sa_handler = SIG_IGN;
    kernel_action ignoring(ignored), wanted(state.action(signal));
    if (is_handler(wanted.handler) && wanted.flags & SA_ONSTACK) {
      wanted.handler = entry_of(process());
      wanted.flags |= SA_SIGINFO;
    }
    // The kernel sends the trap of a switch when the thread returns to the
    // program, even if the event is gone. The default action would end it.
    if (signal == SIGTRAP && wanted.simple == SIG_DFL)
      return;
    // The runtime's signal may wait in a thread that blocks it. The kernel
    // drops it when the signal is ignored.
    change_action(signal, &ignoring, nullptr);
    change_action(signal, &wanted, nullptr);
  });
  state.tick_handler = nullptr;
  return handler;
}

void renew_tick_handler() {
  const signal_state &state = shared_signals();
  signal_handler *handler =
      __atomic_load_n(&state.tick_handler, __ATOMIC_ACQUIRE);
  if (handler && !has_handler(state.action(tick_signal)) &&
      !has_handler(tick_signal, handler))
    set_tick_handler(handler, bit_of(tick_signal),
                     /*is_process_locked=*/false);
}

bool has_tick_handler() {
  const signal_state &state = shared_signals();
  bool has = true;
  for_each_of(state.sampling, [&](int signal) {
    has &= has_handler(signal, state.tick_handler);
  });
  return has;
}

#if defined(__x86_64__)
bool is_return_of_handler(uintptr_t address) {
  return address + 1 == reinterpret_cast<uintptr_t>(__gmon_restore);
}
#else
bool is_return_of_handler(uintptr_t) { return false; } // it is the kernel's
#endif

struct sigaction take_action_of_program(int signal) {
  signal_state &state = shared_signals();
  signal_lock lock(state);
  struct sigaction &kept = state.action(signal);
  struct sigaction taken = kept;
  if (kept.sa_flags & int(SA_RESETHAND) && kept.sa_handler != SIG_IGN)
    kept.sa_handler = SIG_DFL;
  return taken;
}

bool ignore_sampling_signals_for_exec() {
  if (!has_process() || !shared_signals().tick_handler)
    return false;
  const signal_state &state = shared_signals();
  bool changed = false;
  for_each_of(state.sampling, [&](int signal) {
    if (state.action(signal).sa_handler != SIG_IGN ||
        !has_handler(signal, state.tick_handler))
      return;
    struct sigaction ignored = {};
    ignored.sa_handler = SIG_IGN;
    kernel_action wanted(ignored);
    changed |= change_action(signal, &wanted, nullptr) == 0;
  });
  return changed;
}

void stop_ignoring_sampling_signals() {
  signal_state &state = shared_signals();
  signal_lock lock(state);
  install_all_for_ticks(state);
}

/// Makes the system call, if there is no other sigaction.
static int change_directly(int signal, const struct sigaction *action,
                           struct sigaction *previous) {
  constexpr int first_internal = 32, last_internal = 34;
  kernel_action new_action = {}, old_action = {};
  if (signal >= first_internal && signal <= last_internal) {
    errno = EINVAL;
    return -1;
  }
  if (action)
    new_action = kernel_action(*action);
  long result =
      change_action(signal, action ? &new_action : nullptr, &old_action);
  if (result != 0) {
    errno = int(-result);
    return -1;
  }
  if (previous)
    *previous = old_action.for_program();
  return 0;
}

static int go_on(int signal, const struct sigaction *action,
                 struct sigaction *previous) {
  // A library may call this before the module's runtime has started.
  if (!next_sigaction)
    find_next_sigaction();
  if (next_sigaction)
    return next_sigaction(signal, action, previous);
  return change_directly(signal, action, previous);
}

void record_stack_of_program() {
  signal_state &state = shared_signals();
  // Another thread that has set a stack may be about to change the actions.
  if (__atomic_exchange_n(&state.has_stacks, true, __ATOMIC_ACQ_REL) &&
      !__atomic_load_n(&state.without_stack, __ATOMIC_ACQUIRE))
    return;
  signal_lock lock(state);
  kernel_action action;
  for (int signal = 1; signal <= last_signal; ++signal)
    if (state.without_stack & bit_of(signal) &&
        change_action(signal, nullptr, &action) == 0) {
      action.flags |= SA_ONSTACK;
      state.action(signal) = action.for_program();
      if (signal_handler *entry = entry_of(process())) {
        action.handler = entry;
        action.flags |= SA_SIGINFO;
      }
      change_action(signal, &action, nullptr);
    }
  __atomic_store_n(&state.without_stack, 0, __ATOMIC_RELEASE);
  if (state.tick_handler && has_tick_handler())
    install_all_for_ticks(state);
}

void record_stack_in_kernel() {
  signal_state &state = shared_signals();
  if (__atomic_exchange_n(&state.has_stacks_in_kernel, true, __ATOMIC_ACQ_REL))
    return;
  record_stack_of_program();
  signal_lock lock(state);
  if (state.tick_handler && has_tick_handler())
    install_all_for_ticks(state);
}

/// Makes the call for the program. If the action is a handler that asks for an
/// alternate stack, the kernel gets the entry in its place.
static int go_on_with_entry(process_state &shared, int signal,
                            const struct sigaction *action,
                            struct sigaction *previous) {
  signal_handler *entry = entry_of(shared);
  if (!entry || signal < 1 || signal > last_signal)
    return go_on(signal, action, previous);
  struct sigaction &kept = shared.signals.as<signal_state>().action(signal);
  struct sigaction former = kept, wanted;
  if (action && has_handler(*action) && action->sa_flags & SA_ONSTACK) {
    wanted = *action;
    wanted.sa_flags |= SA_SIGINFO;
    wanted.sa_sigaction = entry;
    kept = *action;
    action = &wanted;
  }
  int result = go_on(signal, action, previous);
  if (result != 0) {
    kept = former;
  } else if (previous) {
    bool is_entry = previous->sa_sigaction == entry;
    bool was_entry = previous->sa_handler == SIG_DFL &&
                     previous->sa_flags & former.sa_flags & int(SA_RESETHAND);
    if (is_entry)
      previous->sa_sigaction = former.sa_sigaction;
    if ((is_entry || was_entry) && !(former.sa_flags & SA_SIGINFO))
      previous->sa_flags &= ~SA_SIGINFO;
  }
  return result;
}

/// Changes an action for the program. The caller holds the lock.
static int change_for_program(process_state &shared, int signal,
                              const struct sigaction *action) {
  auto &state = shared.signals.as<signal_state>();
  struct sigaction wanted = *action;
  bool without = lacks_stack(state, wanted);
  if (without)
    wanted.sa_flags &= ~SA_ONSTACK;
  if (int result = go_on_with_entry(shared, signal, &wanted, nullptr))
    return result;
  state.without_stack &= ~bit_of(signal);
  if (without)
    state.without_stack |= bit_of(signal);
  return 0;
}

/// Gets the action that the program set, from the C library.
static int action_of_program(process_state &shared, int signal,
                             struct sigaction &action) {
  const auto &state = shared.signals.as<signal_state>();
  int result = go_on_with_entry(shared, signal, nullptr, &action);
  if (result == 0 && has_handler(action) &&
      state.without_stack & bit_of(signal))
    action.sa_flags |= SA_ONSTACK;
  return result;
}

/// Returns the runtime's handler for the signal, or null.
static signal_handler *handler_of(const signal_state &state, int signal) {
  if (state.sampling & bit_of(signal))
    return __atomic_load_n(&state.tick_handler, __ATOMIC_ACQUIRE);
  return state.concerned & bit_of(signal) ? state.handler : nullptr;
}

/// Returns the form in which the program sees an action that it set.
static struct sigaction kept_action(const struct sigaction &wanted) {
  struct sigaction kept = wanted;
  uint64_t mask;
  memcpy(&mask, &kept.sa_mask, sizeof(mask));
  mask &= ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
  memcpy(&kept.sa_mask, &mask, sizeof(mask));
  kept.sa_flags |= int(restorer_flag); // C libraries set it for every action
  return kept;
}

int change_action_for_program(int signal, const struct sigaction *action,
                              struct sigaction *previous) {
  process_state *shared = find_process();
  if (!shared || signal < 1 || signal > last_signal || signal == tick_signal)
    return go_on(signal, action, previous);
  if (!shared->this_process)
    return go_on_with_entry(*shared, signal, action, previous);
  auto &state = shared->signals.as<signal_state>();
  // The next definition may be another module's runtime.
  if (signal_lock::is_held(state))
    return go_on(signal, action, previous);
  signal_handler *ours = handler_of(state, signal);
  struct sigaction &kept = state.action(signal);
  struct sigaction wanted = {}, own = {};
  if (action)
    wanted = *action;
  if (shared->this_process != kernel::getpid()) {
    // A child of vfork has its own actions, but the state is its parent's.
    int result = go_on(signal, action, &own);
    if (result == 0 && own.sa_sigaction == entry_of(*shared))
      own = kept;
    if (previous && result == 0)
      *previous = ours && own.sa_sigaction == ours ? kept : own;
    return result;
  }
  signal_lock lock(state);
  kernel_action current;
  change_action(signal, nullptr, &current);
  bool is_ours = ours && current.handler == ours;
  if (is_ours)
    own = kept;
  else if (int result = action_of_program(*shared, signal, own))
    return result;
  bool samples = state.sampling & bit_of(signal);
  if (action && samples && is_ours) {
    kept = kept_action(wanted);
    install_for_ticks(state, signal);
  } else if (action && ours && !samples && wanted.sa_handler == SIG_DFL) {
    if (!is_ours)
      install_for_death(signal, ours);
    kept = kept_action(wanted);
  } else if (action) {
    if (int result = change_for_program(*shared, signal, &wanted))
      return result;
  }
  if (previous)
    *previous = own;
  return 0;
}

} // namespace gmon

int __gmon_sigaction(int signal, const struct sigaction *action,
                     struct sigaction *previous) {
  return gmon::change_action_for_program(signal, action, previous);
}
