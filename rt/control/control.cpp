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
#include "base/thread_lock.h"
#include "control/all_modules.h"
#include "control/checkpoint.h"
#include "control/ending.h"
#include "control/remote.h"
#include "counting/call_times.h"
#include "counting/functions.h"
#include "counting/regions.h"
#include "gmon/gmon.h"
#include "interpose/altstack.h"
#include "interpose/ends.h"
#include "interpose/exec.h"
#include "interpose/fatal.h"
#include "interpose/signals.h"
#include "interpose/threads.h"
#include "libc/loader.h"
#include "output/file.h"
#include "output/held_file.h"
#include "output/module_calls.h"
#include "output/rank_counts.h"
#include "output/set.h"
#include "output/written.h"
#include "process/module.h"
#include "process/report.h"
#include "process/times.h"
#include "process/told.h"
#include "sampling/kept_counts.h"
#include "sampling/samples.h"
#include "sampling/stacks.h"
#include "sampling/thread_counts.h"
#include "sampling/thread_events.h"
#include "sampling/timer.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"
#include "totals/outgoing_calls.h"
#include "totals/outside_calls.h"
#include "totals/totals.h"
#include "unwind/modules.h"

#include <errno.h>

/// Linkers define this symbol behind the last entry of an executable's array of
/// destructors, which runs first.
extern "C" void (*const __fini_array_end[])()
    __attribute__((weak, visibility("hidden")));

namespace gmon {

static bool attached, prepared;
static bool started;
static bool exiting;               ///< exit() was called
static bool by_gcrt1;              ///< exit() will call _mcleanup
static void (*first_destructor)(); ///< calls begin_destructors()

/// What this module's runtime offers.
extern member own;
extern const host_services own_services;

static bool is_host() { return process().host == &own_services; }

static bool is_profiled() { return options().fork || !is_forked(); }

/// Whether there is something to write. If only libraries are profiled, they
/// may be preloaded and never called.
static bool is_worth_writing() {
  bool any = false;
  for_each_member([&](member &each) {
    any = any || each.is_program() || each.was_called();
  });
  return any;
}

/// Returns false if the final profile was written before, or if there is none.
static bool write_own(bool for_good) {
  if (!started || own.ended || !is_profiled() || discards_profiles())
    return false;
  wait_for_death();
  if (!is_worth_writing()) {
    drop_held_files(profile_file);
    return true;
  }
  process().host->count_pending_samples();
  process().host->begin_writing();
  stop_samples();
  write_profile_file(nullptr, process().stopped, is_forked());
  own.ended = for_good;
  if (!for_good && !process().stopped)
    start_samples();
  return true;
}

static bool write_own_without_exit(bool for_good, bool is_unused) {
  if (own.ended)
    return false; // another module's _exit() has come first
  if (!is_unused)
    return write_own(for_good);
  drop_held_files(profile_file);
  own.ended = for_good;
  return true;
}

/// While profiling is stopped, the excluded counts are the profile with the
/// sign changed: see totals::gather().
static void set_own_stopped(bool stopped) {
  totals counts;
  bool gathered = counts.gather_all();
  stop_thread_counts(stopped);
  stop_outside_calls(stopped);
  if (stopped) {
    stop_samples();
    if (gathered)
      include(counts);
  } else {
    if (gathered)
      exclude(counts);
    if (started && !own.ended && is_profiled())
      start_samples();
  }
}

static void list_own_outgoing_calls(outgoing_visitor *visit, void *to) {
  if (started && is_profiled())
    list_outgoing(process().stopped, visit, to);
}

static void list_own_called(called_visitor *visit, void *to) {
  if (started && is_profiled())
    list_called(process().stopped, visit, to);
}

static void reset_own() {
  totals counts;
  if (counts.gather(process().stopped))
    exclude(counts);
  clear_samples();
  clear_thread_counts(process().stopped);
  clear_outside_calls(process().stopped, nullptr);
  clear_call_times();
}

static int dump_own(const char *path) {
  if (!started)
    return 0;
  if (!is_profiled())
    return path ? ENOTSUP : 0;
  wait_for_death();
  process().host->count_pending_samples();
  return write_profile_file(path, process().stopped, is_forked());
}

static void add_own_counts(uint64_t &num_samples, uint64_t &num_calls) {
  num_samples += total_samples();
  totals counts;
  counts.gather_profile(process().stopped);
  for (const arc &each : counts.arcs)
    num_calls += each.count;
}

/// Does what all children would do.
static void prepare_own_fork() {
  if (options().fork)
    find_ranges();
  else
    prepare_unread_region();
}

/// Resets the counts in the child of a fork.
static void begin_own_child() {
  forget_excluded();
  forget_outside_calls();
  begin_regions_of_child(is_profiled());
  clear_samples();
  clear_call_times();
  adopt_region(process().this_process);
  if (started && is_profiled())
    hold_files(true, is_host());
  else
    close_held_files();
  if (!is_profiled())
    stop_samples();
}

static bool was_own_called() {
  totals counts;
  return !counts.gather_profile(process().stopped) || counts.any();
}

static bool has_own_counts() { return has_samples() || was_own_called(); }

static void begin_own_host_child(uint32_t forker) {
  {
    process_lock lock;
    forget_stacks(forker);
    forget_module_calls();
    forget_outgoing_calls();
    forget_thread_counts();
    update_modules();
    reset_times(false);
    forget_timer(forker);
    update_timer();
  }
  forget_checkpoints();
  start_checkpoints();
}

static void pause_own_threads(bool pause) {
  if (pause)
    stop_checkpoints();
  {
    process_lock lock;
    process().sealing = pause;
    update_timer();
  }
  if (!pause)
    start_checkpoints();
}

constinit member own = {
    .next = nullptr,
    .ended = false,
    .has_end = false,
    .has_quick_end = false,
    .count_sample = count_sample,
    .wants_samples = wants_samples,
    .write = write_own_without_exit,
    .dump = dump_own,
    .set_stopped = set_own_stopped,
    .reset = reset_own,
    .freeze = [](bool frozen) { frozen ? freeze(process().stopped) : thaw(); },
    .add_counts = add_own_counts,
    .prepare_fork = prepare_own_fork,
    .begin_child = begin_own_child,
    .has_counts = has_own_counts,
    .was_called = was_own_called,
    .is_program = [] { return !module().is_library; },
    .for_each_thread = for_each_thread,
    .holds = in_text,
    .has_hooks = has_hooks,
    .for_each_calls = for_each_calls,
    .for_each_outside_call =
        [](outside_visitor *visit, void *to) {
          if (started && is_profiled())
            for_each_outside_call(process().stopped, visit, to);
        },
    .drop_outside_calls =
        [](bool (*holds)(uintptr_t)) {
          clear_outside_calls(process().stopped, holds);
        },
    .for_each_outgoing_call = list_own_outgoing_calls,
    .for_each_called = list_own_called,
    .for_each_call_times = for_each_call_times,
};

constinit const host_services own_services = {
    .set_timer = set_timer,
    .stop_timer_for_exec = stop_timer_for_exec,
    .hold_events = hold_thread_events,
    .release_events = release_thread_events,
    .count_pending_samples = count_pending_samples,
    .expect_tracer = silence_thread_events,
    .pause_own_threads = pause_own_threads,
    .has_interval_timer = has_interval_timer,
    .begin_child = begin_own_host_child,
    .handle_fatal_signal = handle_fatal_signal,
    .enter_handler = __gmon_enter_handler,
    .begin_current_thread = begin_current_thread,
    .add_current_thread = add_current_thread,
    .prepare_thread =
        [](any_function *run, void *argument) {
          expect_threads();
          return prepare_thread(run, argument);
        },
    .drop_thread = drop_thread,
    .begin_thread = begin_thread,
    .begin_c11_thread = begin_c11_thread,
    .write_stacks =
        [](const char *path) {
          return is_profiled() ? write_stacks_file(path, is_forked()) : 0;
        },
    .reset_stacks =
        [] {
          clear_stacks();
          forget_module_calls();
          forget_outgoing_calls();
          forget_thread_counts();
          reset_times(is_label_ending());
        },
    .stop_times = stop_times,
    .begin_writing = begin_writing,
    .update_modules = update_modules,
    .look_for_unloads = look_for_unloads,
    .begin_calls =
        [](member &entering) {
          if (options().stacks)
            begin_module_calls(entering);
          if (options().threads)
            drop_thread_counts(entering);
        },
    .keep_calls =
        [](member &leaving) {
          if (options().stacks) {
            keep_module_calls(leaving);
            keep_outgoing_calls(leaving);
          }
          if (options().threads)
            keep_thread_counts(leaving);
        },
};

void begin_fork() {
  process_lock::acquire();
  for_each_member([](member &each) { each.prepare_fork(); });
  share_told_errors();
}

void begin_child() {
  if (is_sealed())
    return;
  uint32_t forker = locking_thread();
  keep_stack_after_fork(forker);
  keep_lock_after_fork();
  forget_threads_of_signals();
  forget_all_written();
  begin_image_of_child();
  forget_ending();
  for_each_member([](member &each) { each.begin_child(); });
  process_lock::release();
  process().host->begin_child(forker);
}

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
    write_with_stacks(true);
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

/// Whether this library leaves the sidecar file to one that ends later at exit:
/// the file has a part of each module, and is written once for all libraries.
static bool leaves_stacks_to_others() {
  if (!process().exiting || !module().is_library)
    return false;
  bool any = false;
  for_each_member([&](member &each) {
    any |= &each != &own && __atomic_load_n(&each.has_end, __ATOMIC_ACQUIRE);
  });
  return any;
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
  if (is_own && ends_with_process())
    begin_end(self);
  stop_checkpoints();
  process_lock lock(self);
  if (leaves_stacks_to_others())
    write_own(true);
  else
    write_with_stacks(true);
  __atomic_store_n(&own.has_end, false, __ATOMIC_RELEASE);
  drop_at_quick_exit();
  if (is_own)
    finish_quick_end();
  if (is_host() || !module().is_library) {
    update_timer();
    return;
  }
  process().host->keep_calls(own);
  if (!process().exiting)
    leave_kept_profiles();
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
