//===-- ending.cpp - Several threads that end the program -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the exit handlers with the C library. Each asks which thread ends
// the program, and waits if that is another one.
//
//===----------------------------------------------------------------------===//

#include "control/ending.h"
#include "base/system.h"
#include "base/thread_lock.h"
#include "base/time.h"
#include "frames/processor.h"
#include "libc/loader.h"
#include "process/process.h"
#include "process/tasks.h"
#include "settings/options.h"
#include "settings/profile_name.h"

#include <stdlib.h>

namespace gmon {

namespace {
struct ending_state {
  uint32_t thread;         ///< id of the thread that ends the program, or 0
  uintptr_t pointer;       ///< its thread pointer
  bool has_written;        ///< `thread` has, before destructors
  bool gave_up;            ///< a thread has waited for too long
  bool guards_destructors; ///< end_without_destructors() is registered
  bool is_alone;           ///< no thread was left in begin_end()
};
} // namespace

static ending_state &state() { return process().ending.as<ending_state>(); }

/// How many threads may come before the first of them registers a further
/// handler. All handlers should fit into the C library's first block of 32,
/// with those of the program and of other modules: glibc frees further blocks,
/// twice if two threads call exit(), and musl has none for at_quick_exit().
static constexpr int num_handlers = 8;
static constexpr int num_quick_handlers = 16, num_musl_quick_handlers = 3;

/// Whether a thread has waited for too many pauses for the one that ends the
/// program. That thread may wait for this one in a destructor, or may need long
/// to run or to write on a busy machine.
static bool is_too_long(unsigned pauses) {
  constexpr unsigned most_asleep = 1000, most_awake = 5000,
                     most_writing = 30000;
  if (pauses < most_asleep)
    return false;
  if (locking_thread())
    return pauses >= most_writing;
  return pauses >= most_awake ||
         is_task_asleep(__atomic_load_n(&state().thread, __ATOMIC_SEQ_CST));
}

/// Waits while `must_wait`, but not forever.
template <typename Function> static void wait_while(Function must_wait) {
  constexpr timespec pause = {0, nanoseconds_per_second / 1000};
  for (unsigned i = 0; must_wait(); ++i) {
    if (is_too_long(i)) {
      __atomic_store_n(&state().gave_up, true, __ATOMIC_RELEASE);
      return;
    }
    raw_syscall(SYS_nanosleep, kernel::address(&pause), 0);
  }
}

static bool has_given_up() {
  return __atomic_load_n(&state().gave_up, __ATOMIC_ACQUIRE);
}

/// Whether a module has yet to write: `has_end` or `has_quick_end`.
static bool is_any(bool member::*end) {
  bool any = false;
  for_each_member_unlocked([&](member &runtime) {
    any = any || __atomic_load_n(&(runtime.*end), __ATOMIC_ACQUIRE);
  });
  return any;
}

static bool is_to_come(bool member::*end) {
  return is_any(end) && !has_given_up();
}

/// The C library's __cxa_atexit, __cxa_at_quick_exit and __cxa_finalize. musl
/// has no functions of quick_exit() that belong to a module.
static int (*next_atexit)(void (*called)(void *), void *argument, void *module);
static int (*next_at_quick_exit)(void (*called)(void *), void *module);
static int (*next_plain_at_quick_exit)(void (*called)());
static void (*next_finalize)(void *module);

static void find_next_registration() {
  next_atexit =
      next_function<int(void (*)(void *), void *, void *)>("__cxa_atexit");
  next_at_quick_exit =
      next_function<int(void (*)(void *), void *)>("__cxa_at_quick_exit");
  if (!next_at_quick_exit)
    next_plain_at_quick_exit = next_function<int(void (*)())>("at_quick_exit");
  next_finalize = next_function<void(void *)>("__cxa_finalize");
}

void call_at_exit(void (*called)(void *)) {
  if (!next_atexit)
    find_next_registration();
  if (next_atexit)
    next_atexit(called, nullptr, nullptr);
}

/// Whether a destructor may register handlers of exit(). musl's exit() keeps
/// the lock of the handlers while destructors run: other threads wait there,
/// and a destructor that calls exit() again never ends or overflows the stack.
static bool can_register_in_destructors() {
  if (!next_atexit)
    find_next_registration();
  bool is_musl = !next_at_quick_exit;
  return !is_musl;
}

static void register_handlers(int count);

/// Makes `self`, this thread, the one that ends the program if there is none.
/// Returns the thread that was it before, or 0.
static uint32_t take_turn(uint32_t self) {
  uint32_t first = 0;
  if (__atomic_compare_exchange_n(&state().thread, &first, self, false,
                                  __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    __atomic_store_n(&state().pointer, thread_pointer(), __ATOMIC_RELAXED);
  return first;
}

/// Whether this thread is certainly the one that ends the program. It comes
/// here once for each handler.
static bool has_turn() {
  return __atomic_load_n(&state().pointer, __ATOMIC_RELAXED) ==
         thread_pointer();
}

static bool is_turn_of_other() {
  return __atomic_load_n(&state().thread, __ATOMIC_SEQ_CST) !=
             kernel::gettid() &&
         is_to_come(&member::has_end);
}

/// Whether the process has no profile that its ends could lose.
static bool writes_nothing() {
  return discards_profiles() || (is_forked() && !options().fork);
}

static void wait_for_end(void *) {
  if (!has_process() || is_sealed() || has_turn() || writes_nothing())
    return;
  const uint32_t self = kernel::gettid();
  if (!is_this_process(self))
    return;
  if (!take_turn(self)) {
    if (has_other_threads()) {
      write_profiles(false);
      state().has_written = true;
    }
    return;
  }
  // This thread may call exit() again, in a handler or a destructor.
  if (!is_turn_of_other())
    return;
  register_handlers(1);
  wait_while(is_turn_of_other);
}

static void register_handlers(int count) {
  for (int i = 0; i != count; ++i)
    call_at_exit(wait_for_end);
}

void guard_exit() { register_handlers(num_handlers); }

/// Writes the final profile if a destructor has called exit().
static void end_without_destructors(void *) {
  if (is_sealed() || !is_any(&member::has_end))
    return;
  const uint32_t self = kernel::gettid();
  if (!is_this_process(self))
    return;
  take_turn(self);
  if (is_turn_of_other()) {
    call_at_exit(end_without_destructors);
    wait_while(is_turn_of_other);
    if (!has_given_up())
      return;
  }
  write_profiles(true);
}

void guard_destructors() {
  if (can_register_in_destructors() &&
      !__atomic_exchange_n(&state().guards_destructors, true, __ATOMIC_RELAXED))
    call_at_exit(end_without_destructors);
}

void begin_end(uint32_t self) {
  if (!has_turn()) {
    __atomic_store_n(&state().thread, self, __ATOMIC_SEQ_CST);
    __atomic_store_n(&state().pointer, thread_pointer(), __ATOMIC_RELAXED);
  }
  if (writes_nothing())
    return;
  if (!has_other_threads())
    state().is_alone = true;
  else if (can_register_in_destructors())
    register_handlers(num_handlers);
}

bool is_certainly_alone() { return state().is_alone; }

/// Whether another thread writes or is about to, at quick_exit() or exit(). The
/// functions that write run before the handlers: one that has not written has
/// been called by another thread.
static bool is_quick_end_to_come() {
  return is_to_come(&member::has_quick_end) || is_turn_of_other();
}

static void register_quick_handlers(int count);

static void wait_for_quick_end(void *) {
  if (!is_this_process() || !is_quick_end_to_come())
    return;
  register_quick_handlers(1);
  wait_while(is_quick_end_to_come);
}

/// Registered for no module, if the C library can: exit() in another thread
/// removes a module's handlers of quick_exit() when it calls its destructors.
static void register_quick_handlers(int count) {
  for (int i = 0; i != count; ++i)
    if (next_at_quick_exit)
      next_at_quick_exit(wait_for_quick_end, nullptr);
    else if (next_plain_at_quick_exit)
      next_plain_at_quick_exit([] { wait_for_quick_end(nullptr); });
}

void guard_quick_exit() {
  find_next_registration();
  register_quick_handlers(next_at_quick_exit ? num_quick_handlers
                                             : num_musl_quick_handlers);
}

/// The address of a variable of this module: no other module has it.
static char module_handle;

static void (*end_of_module)();

bool call_at_quick_exit(void (*called)()) {
  find_next_registration();
  end_of_module = called;
  if (next_at_quick_exit)
    return next_at_quick_exit([](void *) { end_of_module(); },
                              &module_handle) == 0;
  return next_plain_at_quick_exit && next_plain_at_quick_exit(called) == 0;
}

void drop_at_quick_exit() {
  if (next_at_quick_exit && next_finalize)
    next_finalize(&module_handle);
}

void begin_quick_end(uint32_t self) { take_turn(self); }

bool has_written_before_destructors() { return state().has_written; }

void forget_ending() { state() = {}; }

} // namespace gmon
