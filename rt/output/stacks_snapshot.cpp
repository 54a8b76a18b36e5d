//===-- stacks_snapshot.cpp - What a sidecar file says --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the table of contexts while other threads may add to it. A node is read
// once, so that the parts of the file fit together.
//
//===----------------------------------------------------------------------===//

#include "base/heap_sort.h"
#include "base/system.h"
#include "counting/call_times.h"
#include "output/module_calls.h"
#include "output/rank_counts.h"
#include "output/snapshot.h"
#include "output/written.h"
#include "process/process.h"
#include "process/times.h"
#include "sampling/rate.h"
#include "sampling/stacks.h"
#include "sampling/timer.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"
#include "totals/outgoing_calls.h"
#include "totals/thread_calls.h"
#include "unwind/modules.h"

#include <string.h>

namespace gmon {

namespace {

using threads_list = scratch_list<stacks_snapshot::thread>;

/// The numbers of contexts in the file, by their numbers in the table.
using numbers_list = scratch_list<uint32_t>;

} // namespace

static void copy_name(char (&target)[16], const char *source) {
  for (size_t i = 0; i != sizeof(target); ++i)
    target[i] = source[i];
}

static void add_calls(uint32_t thread, const char *name, uint64_t calls,
                      void *list) {
  stacks_snapshot::thread added = {thread, calls, {}};
  copy_name(added.name, name);
  static_cast<threads_list *>(list)->add(added);
}

/// Makes the list of threads, sorted by id, from those with samples and those
/// with calls.
static bool list_threads(stacks_snapshot &snapshot) {
  threads_list found;
  uint64_t last = UINT64_MAX;
  for (const stacks_snapshot::sample &sample : snapshot.samples) {
    if (sample.thread != last && !found.add({sample.thread, 0, {}}))
      return false;
    last = sample.thread;
  }
  for_each_member(
      [&](member &runtime) { runtime.for_each_calls(add_calls, &found); });
  for_each_kept_calls(add_calls, &found);
  heap_sort(found.begin(), found.count(),
            [](const stacks_snapshot::thread &thread) { return thread.id; });
  context_table &table = contexts();
  for (size_t i = 0; i != found.count();) {
    stacks_snapshot::thread sum = found[i];
    for (++i; i != found.count() && found[i].id == sum.id; ++i) {
      sum.calls += found[i].calls;
      if (!*sum.name)
        copy_name(sum.name, found[i].name);
    }
    auto id = uint32_t(sum.id);
    bool is_live = id && read_name(id, sum.name);
    // A thread that has ended keeps its name: what a later file has more than
    // this one is counted by name.
    char *known = id && table.is_ready() ? table.name_of(id) : nullptr;
    if (known && is_live)
      memcpy(known, sum.name, sizeof(sum.name));
    else if (known && *known)
      memcpy(sum.name, known, sizeof(sum.name));
    if (!snapshot.threads.add(sum))
      return false;
  }
  return true;
}

static uint32_t number_of_thread(const stacks_snapshot &snapshot, uint64_t id) {
  size_t low = 0, high = snapshot.threads.count();
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    (snapshot.threads[middle].id <= id ? low : high) = middle;
  }
  return uint32_t(low);
}

/// Lists the samples of a series, with the table's numbers of contexts and the
/// ids of threads. Marks the contexts of samples and their callers in
/// `numbers`.
static bool list_samples(stacks_snapshot &snapshot, numbers_list &numbers,
                         unsigned series) {
  const context_table &table = contexts();
  for (uint32_t i = 1; i != numbers.count(); ++i) {
    context_table::counted found;
    if (!table.is_counted(i, found) || found.source.series != series)
      continue;
    if (!snapshot.samples.add({found.context, found.source.thread,
                               found.source.kind, found.count}))
      return false;
    for (uint32_t context = found.context; context && !numbers[context];
         context = table.caller(context))
      numbers[context] = 1;
  }
  return true;
}

/// Returns the number of a module in the file; lists the module if it is new.
/// Returns GMON_NO_MODULE for none, or if there is no memory.
static uint32_t number_of_module(stacks_snapshot &snapshot, numbers_list &known,
                                 uint32_t module) {
  if (module == no_module || module >= known.count())
    return GMON_NO_MODULE;
  if (!known[module]) {
    const loaded_module &facts = module_at(module);
    if (!snapshot.modules.add({facts.slide, facts.path,
                               reinterpret_cast<const char *>(facts.build_id),
                               uint32_t(strlen(facts.path)),
                               facts.build_id_size}))
      return GMON_NO_MODULE;
    known[module] = uint32_t(snapshot.modules.count());
  }
  return known[module] - 1;
}

/// Lists the marked contexts and replaces their marks by their numbers in the
/// file.
static bool list_contexts(stacks_snapshot &snapshot, numbers_list &numbers,
                          numbers_list &modules) {
  const context_table &table = contexts();
  for (uint32_t i = 1; i < numbers.count(); ++i) {
    if (!numbers[i])
      continue;
    code_place place = table.place(i);
    uint32_t module = number_of_module(snapshot, modules, module_of(place));
    uint32_t caller = table.caller(i);
    if (!snapshot.contexts.add(
            {caller ? numbers[caller] : 0, module, address_of(place)}))
      return false;
    numbers[i] = uint32_t(snapshot.contexts.count());
  }
  return true;
}

/// Lists the calls between modules. What is omitted for lack of memory remains
/// a call from outside.
static void list_calls(stacks_snapshot &snapshot,
                       const scratch_list<module_call> &calls,
                       numbers_list &modules) {
  for (const module_call &call : calls) {
    uint32_t caller =
        number_of_module(snapshot, modules, module_of(call.caller));
    uint32_t callee = number_of_module(snapshot, modules, module_of(call.self));
    if (caller != GMON_NO_MODULE && callee != GMON_NO_MODULE)
      snapshot.calls.add({caller, callee, address_of(call.caller),
                          address_of(call.self), call.count});
  }
}

/// Does the same for outgoing calls.
static void list_outgoing(stacks_snapshot &snapshot,
                          const scratch_list<outgoing_calls> &calls,
                          numbers_list &modules) {
  for (const outgoing_calls &call : calls) {
    uint32_t caller =
        number_of_module(snapshot, modules, module_of(call.caller));
    if (caller != GMON_NO_MODULE)
      snapshot.outgoing_calls.add({caller, address_of(call.caller), call.name,
                                   uint32_t(strlen(call.name)), call.count});
  }
}

/// Returns the number of the first module in the file that is the same file as
/// module `number`.
static uint32_t first_of(const stacks_snapshot &snapshot, uint32_t number) {
  if (number == GMON_NO_MODULE)
    return number;
  const stacks_snapshot::module &module = snapshot.modules[number];
  uint32_t first = 0;
  for (; first != number; ++first) {
    const stacks_snapshot::module &other = snapshot.modules[first];
    if (strcmp(other.path, module.path) == 0 &&
        other.build_id_size == module.build_id_size &&
        memcmp(other.build_id, module.build_id, module.build_id_size) == 0)
      break;
  }
  return first;
}

using ranked = stacks_snapshot::ranked;

/// The key of a function in the file. Code in no module comes last.
static constexpr auto place_of = [](const ranked &function) {
  return make_place(function.module & no_module, function.address);
};

/// Replaces the process's numbers of modules by those in the file, and sorts
/// the functions.
static void number_and_sort(scratch_list<ranked> &functions,
                            stacks_snapshot &snapshot, numbers_list &modules) {
  for (ranked &function : functions)
    function.module = first_of(
        snapshot, number_of_module(snapshot, modules, function.module));
  heap_sort(functions.begin(), functions.count(), place_of);
}

/// Adds the counts of a function, which may be the last one that was added.
static bool add_ranked(scratch_list<ranked> &list, const ranked &function) {
  if (!list.count() || place_of(list.end()[-1]) != place_of(function))
    return list.add(function);
  list.end()[-1].samples += function.samples;
  list.end()[-1].calls += function.calls;
  return true;
}

/// Lists the counts of functions of the process, whose samples `snapshot` has.
static bool list_ranks(stacks_snapshot &snapshot, numbers_list &modules) {
  scratch_list<ranked> sampled, called;
  if (!list_sampled_functions(snapshot, sampled) ||
      !list_called_functions(called))
    return false;
  number_and_sort(sampled, snapshot, modules);
  number_and_sort(called, snapshot, modules);
  const ranked *next = sampled.begin();
  for (const ranked &function : called) {
    for (; next != sampled.end() && place_of(*next) <= place_of(function);
         ++next)
      if (!add_ranked(snapshot.ranks, *next))
        return false;
    if (!add_ranked(snapshot.ranks, function))
      return false;
  }
  for (; next != sampled.end(); ++next)
    if (!add_ranked(snapshot.ranks, *next))
      return false;
  return true;
}

static void add_times(call_times &sum, const call_times &other) {
  sum.calls += other.calls;
  sum.nanoseconds += other.nanoseconds;
  sum.bytes += other.bytes;
}

static bool add_mpi_call(stacks_snapshot &snapshot, const call_times &times) {
  stacks_snapshot::mpi_call added = {
      {}, times.communicator, times.calls, times.nanoseconds, times.bytes};
  for (size_t i = 0; times.name[i] && i + 1 != sizeof(added.name); ++i)
    added.name[i] = times.name[i];
  return snapshot.mpi_calls.add(added);
}

/// Lists the measured calls of MPI functions.
static bool list_mpi_calls(stacks_snapshot &snapshot) {
  scratch_list<call_times> found;
  for_each_member([&](member &runtime) {
    runtime.for_each_call_times(
        [](const call_times &times, void *list) {
          static_cast<scratch_list<call_times> *>(list)->add(times);
        },
        &found);
  });
  if (!found.count())
    return true;
  auto key_of = [](const call_times &times) {
    return stacks_snapshot::mpi_call_key{times.name, times.communicator};
  };
  heap_sort(found.begin(), found.count(), key_of);
  call_times all = {"", 0, 0, 0, 0};
  for (const call_times &times : found)
    add_times(all, times);
  if (!add_mpi_call(snapshot, all))
    return false;
  for (size_t i = 0; i != found.count();) {
    call_times sum = found[i];
    for (++i; i != found.count() && key_of(found[i]) == key_of(sum); ++i)
      add_times(sum, found[i]);
    if (!add_mpi_call(snapshot, sum))
      return false;
  }
  return true;
}

/// Lists what is known of this process as a rank of a job, if it is one.
/// `snapshot` has the samples.
static bool list_rank(stacks_snapshot &snapshot, numbers_list &modules) {
  if (!options().stacks || !find_rank(snapshot.rank))
    return true;
  return list_ranks(snapshot, modules) && list_mpi_calls(snapshot);
}

static bool list_facts(stacks_snapshot &snapshot, unsigned series) {
  unsampled_times unsampled;
  process_times times = times_of_process(unsampled);
  const sample_unit &unit = series_at(series).event.unit;
  bool is_wall = !unit.rate && samples_elapsed_time();
  const stacks_snapshot::fact facts[] = {
      {GMON_FACT_RATE, unit.rate ? unit.rate : samples_per_second()},
      {GMON_FACT_CLOCK,
       uint64_t(is_wall ? GMON_CLOCK_ELAPSED : GMON_CLOCK_CPU)},
      {GMON_FACT_RUNS, 1},
      {GMON_FACT_USER, times.user},
      {GMON_FACT_SYSTEM, times.system},
      {GMON_FACT_ELAPSED, times.elapsed},
      {GMON_FACT_FOLDED, folded_samples(series)},
      {GMON_FACT_LOST, lost_samples(series)},
      {GMON_FACT_SQUARES, squares_of_samples(series)},
      {GMON_FACT_UNPROFILED, unsampled.unprofiled},
      {GMON_FACT_WRITING, unsampled.writing},
  };
  for (const stacks_snapshot::fact &fact : facts)
    if (!snapshot.facts.add(fact))
      return false;
  if (!unit.rate)
    return true;
  uint64_t name[2] = {};
  memcpy(name, unit.dimension, sizeof(unit.dimension));
  return snapshot.facts.add({GMON_FACT_UNIT, name[0]}) &&
         snapshot.facts.add({GMON_FACT_UNIT_END, name[1]});
}

bool take_snapshot(stacks_snapshot &snapshot, uint64_t sidecar,
                   unsigned series) {
  numbers_list numbers, modules;
  scratch_list<module_call> calls;
  scratch_list<outgoing_calls> outgoing;
  const context_table &table = contexts();
  if (table.is_ready() &&
      (!numbers.fill(table.end()) || !list_samples(snapshot, numbers, series)))
    return false;
  if (options().stacks) {
    list_module_calls(calls);
    list_outgoing_calls(outgoing);
  }
  if (!modules.fill(num_modules()) ||
      !list_contexts(snapshot, numbers, modules))
    return false;
  list_calls(snapshot, calls, modules);
  list_outgoing(snapshot, outgoing, modules);
  if (!list_rank(snapshot, modules) || !list_threads(snapshot) ||
      !list_facts(snapshot, series))
    return false;
  for (stacks_snapshot::sample &sample : snapshot.samples) {
    sample.context = sample.context ? numbers[sample.context] : 0;
    sample.thread = number_of_thread(snapshot, sample.thread);
  }
  return for_each_written(sidecar, [&](const written_profile &profile) {
    return snapshot.profiles.add({profile.size, profile.checksum});
  });
}

} // namespace gmon
