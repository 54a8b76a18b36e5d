//===-- member.cpp - This module's part of the process --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a module's runtime does for each function of `member`, and, if it is the
// host, of `host_services`. A fork calls these functions of all modules.
//
//===----------------------------------------------------------------------===//

#include "control/member.h"
#include "control/checkpoint.h"
#include "control/ending.h"
#include "counting/call_times.h"
#include "counting/functions.h"
#include "counting/regions.h"
#include "interpose/altstack.h"
#include "interpose/fatal.h"
#include "interpose/signals.h"
#include "interpose/threads.h"
#include "interpose/upcalls.h"
#include "output/file.h"
#include "output/held_file.h"
#include "output/module_calls.h"
#include "output/set.h"
#include "output/written.h"
#include "process/module.h"
#include "process/reported_errors.h"
#include "process/times.h"
#include "sampling/samples.h"
#include "sampling/stacks.h"
#include "sampling/thread_events.h"
#include "sampling/timer.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "totals/outgoing_calls.h"
#include "totals/outside_calls.h"
#include "totals/thread_calls.h"
#include "totals/totals.h"
#include "unwind/modules.h"

#include <errno.h>

namespace gmon {

bool started;

bool is_host() { return process().host == &own_services; }

bool is_profiled() { return options().fork || !is_forked(); }

/// Whether there is something to write. If only libraries are profiled, they
/// may be preloaded and never called.
static bool is_worth_writing() {
  bool any = false;
  for_each_member([&](member &runtime) {
    any = any || runtime.is_program() || runtime.was_called();
  });
  return any;
}

bool write_own(bool for_good) {
  if (!started || own.ended || !is_profiled() || discards_profiles())
    return false;
  wait_for_death();
  if (!is_worth_writing()) {
    drop_held_files(profile_file);
    return true;
  }
  process().host->count_pending_samples();
  process().host->begin_writing(false);
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
void set_own_stopped(bool stopped) {
  totals counts;
  bool gathered = counts.gather_all();
  stop_thread_calls(stopped);
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

static void list_own_outgoing_calls(outgoing_visitor *visit, void *argument) {
  if (started && is_profiled())
    list_outgoing(process().stopped, visit, argument);
}

static void list_own_called(called_visitor *visit, void *argument) {
  if (started && is_profiled())
    list_called(process().stopped, visit, argument);
}

static void reset_own() {
  exclude_profile(process().stopped);
  clear_samples();
  clear_thread_calls(process().stopped);
  clear_outside_calls(process().stopped, nullptr);
  clear_call_times();
}

static int dump_own(const char *path) {
  if (!started || own.ended)
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
  for (const arc &a : counts.arcs)
    num_calls += a.count;
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
    forget_kept_calls();
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
    .library_name = nullptr,
    .ended = false,
    .has_end = false,
    .has_quick_end = false,
    .count_sample = count_sample,
    .wants_samples = wants_samples,
    .write = write_own_without_exit,
    .dump = dump_own,
    .set_stopped = set_own_stopped,
    .reset = reset_own,
    .freeze = [] { return freeze(process().stopped); },
    .thaw = thaw,
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
        [](outside_visitor *visit, void *argument) {
          if (started && is_profiled())
            for_each_outside_call(process().stopped, visit, argument);
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
          forget_kept_calls();
          reset_times(is_label_ending());
        },
    .stop_times = stop_times,
    .begin_writing = begin_writing,
    .continue_label = continue_label,
    .update_modules = update_modules,
    .look_for_unloads = look_for_unloads,
    .begin_calls =
        [](member &entering) {
          if (options().stacks)
            begin_module_calls(entering);
          if (options().threads)
            drop_kept_calls(entering);
        },
    .keep_calls =
        [](member &leaving) {
          if (options().stacks) {
            keep_module_calls(leaving);
            keep_outgoing_calls(leaving);
          }
          if (options().threads)
            keep_thread_calls(leaving);
        },
};

void begin_fork() {
  process_lock::acquire();
  for_each_member([](member &runtime) { runtime.prepare_fork(); });
  share_reported_errors();
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
  for_each_member([](member &runtime) { runtime.begin_child(); });
  process_lock::release();
  process().host->begin_child(forker);
}

} // namespace gmon
