//===-- threads.cpp - Threads that the program creates --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The next definition of pthread_create is a sanitizer's or the C library's. In
// a static program it is the C library's internal name __pthread_create, since
// pthread_create is weak there and the runtime's comes first.
//
// The C libraries' thrd_create does not call pthread_create by name. It calls
// __pthread_create with attributes that say which type the function has.
//
//===----------------------------------------------------------------------===//

#include "interpose/threads.h"
#include "base/system.h"
#include "interpose/interposition.h"
#include "interpose/signals.h"
#include "process/process.h"

#include <errno.h>
#include <stdint.h>

using gmon::thread_function;
using c11_function = int(void *);

extern "C" {
int __gmon_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          thread_function *run, void *argument)
    GMON_INSTEAD_OF("pthread_create");
int __gmon_thrd_create(void *thread, c11_function *run, void *argument)
    GMON_INSTEAD_OF("thrd_create");
}

namespace gmon {

namespace {

/// What a new thread runs. Never freed, but used again.
struct prepared_thread {
  prepared_thread *next;
  bool is_used;
  any_function *run;
  void *argument;
};

} // namespace

static prepared_thread *prepared_threads;
static decltype(__gmon_pthread_create) *next_pthread_create;
static decltype(__gmon_thrd_create) *next_thrd_create;
static decltype(pthread_join) *next_pthread_join;

void find_next_threads() {
  next_pthread_create = next_or_sanitizers<decltype(__gmon_pthread_create)>(
      "pthread_create", "__interceptor_pthread_create");
  next_pthread_join = next_or_sanitizers<decltype(pthread_join)>(
      "pthread_join", "__interceptor_pthread_join");
  next_thrd_create = next_function<decltype(__gmon_thrd_create)>("thrd_create");
}

int create_own_thread(pthread_t *thread, thread_function *run) {
  // In a static program, a sanitizer's definition finds no next one.
  auto *next = next_function<decltype(__gmon_pthread_create)>("pthread_create");
  bool is_static =
      reinterpret_cast<void *>(next) == __gmon_find_static("pthread_create");
  auto *create = is_static ? next : next_pthread_create;
  int error = create ? create(thread, nullptr, run, nullptr) : EAGAIN;
  renew_tick_handler();
  return error;
}

void join_own_thread(pthread_t thread, const uint32_t &id) {
  if (next_pthread_join) {
    next_pthread_join(thread, nullptr);
    return;
  }
  // A static program that does not join threads has no such function.
  constexpr timespec pause = {0, 1000000};
  uint32_t known = 0;
  while ((known = __atomic_load_n(&id, __ATOMIC_ACQUIRE)) == 0 ||
         raw_syscall(SYS_tgkill, kernel::getpid(), known, 0) == 0)
    raw_syscall(SYS_nanosleep, kernel::address(&pause), 0);
}

void *prepare_thread(any_function *run, void *argument) {
  prepared_thread *thread =
      __atomic_load_n(&prepared_threads, __ATOMIC_ACQUIRE);
  while (thread &&
         __atomic_exchange_n(&thread->is_used, true, __ATOMIC_ACQUIRE))
    thread = thread->next;
  if (!thread) {
    thread = static_cast<prepared_thread *>(
        process().memory.allocate(sizeof(*thread)));
    if (!thread)
      return nullptr;
    thread->is_used = true;
    thread->next = __atomic_load_n(&prepared_threads, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(&prepared_threads, &thread->next,
                                        thread, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
    }
  }
  thread->run = run;
  thread->argument = argument;
  return thread;
}

void drop_thread(void *prepared) {
  __atomic_store_n(&static_cast<prepared_thread *>(prepared)->is_used, false,
                   __ATOMIC_RELEASE);
}

/// Takes the function and the argument of this thread.
static prepared_thread take(void *prepared) {
  prepared_thread taken = *static_cast<prepared_thread *>(prepared);
  drop_thread(prepared);
  process().host->begin_current_thread();
  return taken;
}

void *begin_thread(void *prepared) {
  prepared_thread own = take(prepared);
  auto *run = reinterpret_cast<thread_function *>(own.run);
  [[clang::musttail]] return run(own.argument);
}

int begin_c11_thread(void *prepared) {
  prepared_thread own = take(prepared);
  auto *run = reinterpret_cast<c11_function *>(own.run);
  [[clang::musttail]] return run(own.argument);
}

/// The C library's thrd_create for a static program.
static int create_c11_thread(void *thread, c11_function *run, void *argument) {
  enum { success, error = 2, no_memory = 3 };
  auto *returns_int = reinterpret_cast<const pthread_attr_t *>(uintptr_t(-1));
  int result =
      next_pthread_create
          ? next_pthread_create(static_cast<pthread_t *>(thread), returns_int,
                                reinterpret_cast<thread_function *>(
                                    reinterpret_cast<any_function *>(run)),
                                argument)
          : EAGAIN;
  if (result == 0)
    return success;
  return result == ENOMEM ? no_memory : error;
}

/// Calls `create` with a function of the host and its argument, or with those
/// of the program if the thread cannot be sampled, or if the runtime of another
/// module has done that already.
template <typename Run, typename Function>
static int create_thread(Run *run, void *argument, Run *host_services::*begin,
                         Function create) {
  const host_services *host =
      is_this_process() ? __atomic_load_n(&process().host, __ATOMIC_ACQUIRE)
                        : nullptr;
  if (!host || run == host->*begin)
    return create(run, argument);
  void *prepared =
      host->prepare_thread(reinterpret_cast<any_function *>(run), argument);
  if (!prepared)
    return create(run, argument);
  int error = create(host->*begin, prepared);
  // The C library has taken the signal for its first thread. If this thread
  // ends the process, the new one may not have run yet.
  renew_tick_handler();
  if (error)
    host->drop_thread(prepared);
  return error;
}

static int create_posix_thread(pthread_t *thread,
                               const pthread_attr_t *attributes,
                               thread_function *run, void *argument) {
  if (!next_pthread_create)
    find_next_threads();
  if (!next_pthread_create)
    return EAGAIN;
  return create_thread(
      run, argument, &host_services::begin_thread,
      [&](thread_function *function, void *argument_of_function) {
        return next_pthread_create(thread, attributes, function,
                                   argument_of_function);
      });
}

static int create_standard_thread(void *thread, c11_function *run,
                                  void *argument) {
  if (!next_thrd_create && !next_pthread_create)
    find_next_threads();
  return create_thread(
      run, argument, &host_services::begin_c11_thread,
      [&](c11_function *function, void *argument_of_function) {
        return next_thrd_create
                   ? next_thrd_create(thread, function, argument_of_function)
                   : create_c11_thread(thread, function, argument_of_function);
      });
}

} // namespace gmon

using namespace gmon;

int __gmon_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          thread_function *run, void *argument) {
  return create_posix_thread(thread, attributes, run, argument);
}

int __gmon_thrd_create(void *thread, c11_function *run, void *argument) {
  return create_standard_thread(thread, run, argument);
}
