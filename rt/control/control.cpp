//===-- control.cpp - Starting and stopping -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constructor, gcrt1.o or the program starts a module's profile. The
// program stops and resumes profiling of all modules together. The destructor
// or the program ends it.
//
// A profile may be written several times; the last one is complete. The C
// library's gcrt1.o makes exit() call _mcleanup before destructors run. That
// call writes a profile. The destructor, which runs last, writes it again with
// the calls of destructors, and ends profiling.
//
//===----------------------------------------------------------------------===//

#include "control/control.h"
#include "base/memory.h"
#include "control/checkpoint.h"
#include "control/ending.h"
#include "control/member.h"
#include "control/remote.h"
#include "counting/functions.h"
#include "counting/regions.h"
#include "gmon/gmon.h"
#include "interpose/altstack.h"
#include "interpose/fatal.h"
#include "interpose/interposition.h"
#include "interpose/signals.h"
#include "interpose/upcalls.h"
#include "libc/loader.h"
#include "output/held_file.h"
#include "output/rank_counts.h"
#include "output/set.h"
#include "process/module.h"
#include "process/report.h"
#include "process/times.h"
#include "sampling/samples.h"
#include "sampling/stacks.h"
#include "sampling/timer.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"
#include "totals/outside_calls.h"
#include "totals/totals.h"

#include <errno.h>

/// Linkers define this symbol behind the last entry of an executable's array of
/// destructors, which runs first.
extern "C" void (*const __fini_array_end[])()
    __attribute__((weak, visibility("hidden")));

namespace gmon {

static bool attached, prepared;
static bool exiting;               ///< exit() was called
static bool by_gcrt1;              ///< exit() will call _mcleanup
static void (*first_destructor)(); ///< calls begin_destructors()

/// Whether no destructor of the program runs before begin_destructors().
static bool begins_destructors() {
  // In a library, gold defines undefined weak symbols at the ELF header.
  return module().is_library ||
         (__fini_array_end && __fini_array_end[-1] == first_destructor);
}

/// Called by exit(): destructors that run later do not mean unloading.
static void note_process_exit(void *) {
  process().exiting = true;
  if (!begins_destructors() && !has_written_before_destructors())
    write_profiles(false);
}

/// Keeps this module in the process: other threads may enter its handlers at
/// any time. Registers for forks and the end of the process with this module's
/// C library.
static void stay_in_process() {
  keep_library_loaded();
  call_at_exit(note_process_exit);
  // Not registered for a module: the C library would remove a library's
  // handlers before its destructors run. A fork in another thread would call
  // the handler before the fork, and never the one after it.
  using handler = void();
  if (auto *add = next_function<int(handler *, handler *, handler *, void *)>(
          "__register_atfork"))
    add(begin_fork, process_lock::release, begin_child, nullptr);
  else if (auto *add_in_musl =
               next_function<int(handler *, handler *, handler *)>(
                   "pthread_atfork"))
    add_in_musl(begin_fork, process_lock::release, begin_child);
}

/// Writes this module's profile and the sidecar file, outside of signal
/// handlers.
static void write_with_stacks(bool for_good) {
  if (!write_own(for_good))
    return;
  if (!is_forked())
    process().host->look_for_unloads(is_certainly_alone() ||
                                     process_lock::is_alone());
  process().host->write_stacks(nullptr);
}

/// Whether the shared state describes the calling process. One that was created
/// without fork handlers, as by _Fork(3), gets files of its own, and has none
/// of the profiler's threads, timers and events.
static bool check_process(uint32_t self) {
  if (is_this_process(self))
    return true;
  if (!process().forked) {
    process().forked = true;
    begin_image_of_child();
    if (is_host()) {
      forget_timer(self);
      forget_checkpoints();
    }
  }
  close_held_files();
  return false;
}

/// Writes this module's final profile. Leaves the sidecar file, or the segment
/// of a set, to a module that ends later in the same way, and so has `end`: it
/// has a part of each module, and is written once.
static void write_at_end(bool member::*end) {
  bool is_last = true;
  for_each_member([&](member &runtime) {
    is_last &= &runtime == &own || runtime.ended ||
               !__atomic_load_n(&runtime.has_end, __ATOMIC_ACQUIRE) ||
               !__atomic_load_n(&(runtime.*end), __ATOMIC_ACQUIRE);
  });
  if (is_last)
    write_with_stacks(true);
  else
    write_own(true);
}

/// Nothing is left to write at quick_exit().
static void finish_quick_end() {
  __atomic_store_n(&own.has_quick_end, false, __ATOMIC_RELEASE);
}

static void end_at_quick_exit() {
  if (is_sealed())
    return;
  const uint32_t self = kernel::gettid();
  const bool is_own = check_process(self);
  if (is_own)
    begin_quick_end(self);
  {
    process_lock lock(self);
    write_at_end(&member::has_quick_end);
  }
  if (is_own)
    finish_quick_end();
}

/// Adds this module to the process. Takes no lock at the end: musl's exit()
/// keeps the lock that a registration takes. Returns false if there is no
/// memory.
static bool join() {
  find_loader();
  find_next_clone();
  find_next_ends();
  find_next_exec();
  find_next_sigaction();
  find_next_threads();
  find_module_facts();
  prepare_regions();
  if (!join_process(own, own_services))
    return false;
  attached = true;
  adopt_region(process().this_process);
  if (is_host() || shares_no_libc())
    stay_in_process();
  if (is_host() || shares_no_libc() || !module().is_library)
    guard_exit();
  if (is_host())
    guard_quick_exit();
  // The C library of another namespace never calls it.
  if (call_at_quick_exit(end_at_quick_exit) && !shares_no_libc())
    __atomic_store_n(&own.has_quick_end, true, __ATOMIC_RELEASE);
  // Sanitizers end a program by a system call.
  if (is_host())
    if (auto *set_death_callback = reinterpret_cast<void (*)(void (*)())>(
            find_first("__sanitizer_set_death_callback")))
      set_death_callback([] { write_profiles(false); });
  return true;
}

/// Prepares what this module needs to be profiled. The process is locked.
static void prepare() {
  record_standard_error();
  read_options(process().settings.as<option_settings>());
  read_series();
  record_start(process().start.as<start_facts>());
  if (is_host()) {
    if (may_write_set())
      begin_image();
    find_mpi_library();
    prepare_contexts();
    stop_times(process().stopped);
  } else {
    process().host->update_modules();
    process().host->begin_calls(own);
  }
  // Go makes alternate stacks by system calls.
  if (module().has_go_code)
    record_stack_in_kernel();
  if (options().signals && is_host()) {
    prepare_to_die();
    set_signal_handler(handle_fatal_signal);
    give_alternate_stack(locking_thread());
  }
  if (options().control && is_host()) {
    set_message_handler(obey_remote);
    allow_remote(true);
  }
  if (process().stopped)
    set_own_stopped(true);
}

module_lock::module_lock() : is_held(attached || join()) {
  if (!is_held)
    return;
  process_lock::acquire();
  if (!__atomic_exchange_n(&prepared, true, __ATOMIC_RELAXED))
    prepare();
}

module_lock::~module_lock() {
  if (is_held)
    process_lock::release();
}

void resume() {
  if (!started && is_profiled())
    hold_files(is_forked(), is_host());
  started = true;
  own.ended = false;
  if (!process().stopped && is_profiled())
    start_samples();
  update_timer();
}

bool start() {
  module_lock lock;
  if (lock && !started)
    resume();
  return bool(lock);
}

/// Registered after the _mcleanup of gcrt1.o, so it runs before that.
static void note_exit(void *) { exiting = true; }

void start_at_load(void (*destructor)()) {
  first_destructor = destructor;
  if (!start()) {
    // A report needs memory.
    constexpr char line[] = "gmon: out of memory: there is no profile\n";
    raw_syscall(SYS_write, STDERR_FILENO, kernel::address(line),
                sizeof(line) - 1);
    return;
  }
  __atomic_store_n(&own.has_end, true, __ATOMIC_RELEASE);
  set_aside_for_totals();
  if (is_host())
    start_checkpoints();
  if (by_gcrt1)
    call_at_exit(note_exit);
}

/// Whether this module's destructors run because the process ends.
static bool ends_with_process() {
  return process().exiting || is_host() || !module().is_library;
}

void begin_destructors() {
  if (attached && !is_sealed() && ends_with_process())
    guard_destructors();
}

void end_at_unload() {
  // If a constructor before the runtime's ends the program, destructors run,
  // too.
  if (!attached)
    return;
  if (is_sealed())
    return;
  const uint32_t self = kernel::gettid();
  const bool is_own = check_process(self);
  // The handler of exit() comes after the program's destructors if a library
  // that was loaded at the start has registered it.
  if (!module().is_library)
    process().exiting = true;
  if (is_own && ends_with_process())
    begin_end(self);
  stop_checkpoints();
  process_lock lock(self);
  if (process().exiting)
    write_at_end(&member::has_end);
  else
    write_with_stacks(true);
  drop_samples_of_writing();
  __atomic_store_n(&own.has_end, false, __ATOMIC_RELEASE);
  drop_at_quick_exit();
  if (is_own)
    finish_quick_end();
  if (is_host() || !module().is_library) {
    update_timer();
    return;
  }
  process().host->keep_calls(own);
  leave_process(own);
  // At exit, other threads may still run the library's code.
  if (process().exiting)
    return;
  close_held_files();
  release_samples();
  forget_excluded();
  forget_outside_calls();
  release_regions();
  forget_records();
  release_spare();
  release_store();
}

void write_between() {
  if (!attached || is_sealed())
    return;
  const uint32_t self = kernel::gettid();
  check_process(self);
  process_lock lock(self);
  write_with_stacks(!exiting);
  drop_samples_of_writing();
  update_timer();
}

} // namespace gmon

using namespace gmon;

extern "C" {

/// gcrt1.o calls this before it makes exit() call _mcleanup.
__attribute__((weak)) GMON_PUBLIC void __monstartup(unsigned long,
                                                    unsigned long) {
  by_gcrt1 = true;
  start();
}

__attribute__((weak)) GMON_PUBLIC void _mcleanup(void) noexcept {
  write_between();
}
}
