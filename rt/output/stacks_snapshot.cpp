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
#include "base/text.h"
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

#include <fcntl.h>
#include <string.h>

namespace gmon {

namespace {

using threads_list = scratch_list<stacks_snapshot::thread>;

/// The numbers of contexts in the file, by their numbers in the table.
using numbers_list = scratch_list<uint32_t>;

} // namespace

static void copy_name(char (&to)[16], const char *from) {
  for (size_t i = 0; i != sizeof(to); ++i)
    to[i] = from[i];
}

/// Reads the current name of a live thread: it may have changed. Returns false
/// if the thread is gone.
static bool read_name(uint32_t thread, char (&to)[16]) {
  text<64> file;
  file << "/proc/self/task/" << uint64_t(thread) << "/comm";
  long fd =
      raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>(file.c_str()),
                  O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  char name[16] = {};
  long size =
      raw_syscall(SYS_read, fd, reinterpret_cast<long>(name), sizeof(name));
  raw_syscall(SYS_close, fd);
  if (size <= 0)
    return false;
  if (name[size - 1] == '\n')
    name[size - 1] = 0;
  copy_name(to, name);
  return true;
}

static void add_calls(uint32_t thread, const char *name, uint64_t calls,
                      void *list) {
  stacks_snapshot::thread added = {thread, calls, {}};
  copy_name(added.name, name);
  static_cast<threads_list *>(list)->add(added);
}

/// Makes the list of threads, sorted by id, from those with samples and those
/// with calls.
static bool list_threads(stacks_snapshot &to) {
  threads_list found;
  uint64_t last = UINT64_MAX;
  for (const stacks_snapshot::sample &each : to.samples) {
    if (each.thread != last && !found.add({each.thread, 0, {}}))
      return false;
    last = each.thread;
  }
  for_each_member(
      [&](member &each) { each.for_each_calls(add_calls, &found); });
  for_each_kept_calls(add_calls, &found);
  heap_sort(found.begin(), found.count(),
            [](const stacks_snapshot::thread &each) { return each.id; });
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
    if (!to.threads.add(sum))
      return false;
  }
  return true;
}

static uint32_t number_of_thread(const stacks_snapshot &in, uint64_t id) {
  size_t low = 0, high = in.threads.count();
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    (in.threads[middle].id <= id ? low : high) = middle;
  }
  return uint32_t(low);
}

/// Lists the samples of a series, with the table's numbers of contexts and the
/// ids of threads. Marks the contexts of samples and their callers in
/// `numbers`.
static bool list_samples(stacks_snapshot &to, numbers_list &numbers,
                         unsigned series) {
  const context_table &table = contexts();
  for (uint32_t i = 1; i != numbers.count(); ++i) {
    context_table::counted found;
    if (!table.is_counted(i, found) || found.of.series != series)
      continue;
    if (!to.samples.add(
            {found.context, found.of.thread, found.of.kind, found.count}))
      return false;
    for (uint32_t at = found.context; at && !numbers[at]; at = table.caller(at))
      numbers[at] = 1;
  }
  return true;
}

/// Returns the number of a module in the file; lists the module if it is new.
/// Returns GMON_NO_MODULE for none, or if there is no memory.
static uint32_t number_of_module(stacks_snapshot &to, numbers_list &known,
                                 uint32_t module) {
  if (module == no_module || module >= known.count())
    return GMON_NO_MODULE;
  if (!known[module]) {
    const loaded_module &from = module_at(module);
    if (!to.modules.add({from.slide, from.path,
                         reinterpret_cast<const char *>(from.build_id),
                         uint32_t(strlen(from.path)), from.build_id_size}))
      return GMON_NO_MODULE;
    known[module] = uint32_t(to.modules.count());
  }
  return known[module] - 1;
}

/// Lists the marked contexts and replaces their marks by their numbers in the
/// file.
static bool list_contexts(stacks_snapshot &to, numbers_list &numbers,
                          numbers_list &modules) {
  const context_table &table = contexts();
  for (uint32_t i = 1; i < numbers.count(); ++i) {
    if (!numbers[i])
      continue;
    code_place place = table.place(i);
    uint32_t module = number_of_module(to, modules, module_of(place));
    uint32_t caller = table.caller(i);
    if (!to.contexts.add(
            {caller ? numbers[caller] : 0, module, address_of(place)}))
      return false;
    numbers[i] = uint32_t(to.contexts.count());
  }
  return true;
}

/// Lists the calls between modules. What is omitted for lack of memory remains
/// a call from outside.
static void list_calls(stacks_snapshot &to,
                       const scratch_list<module_call> &calls,
                       numbers_list &modules) {
  for (const module_call &each : calls) {
    uint32_t caller = number_of_module(to, modules, module_of(each.from));
    uint32_t callee = number_of_module(to, modules, module_of(each.self));
    if (caller != GMON_NO_MODULE && callee != GMON_NO_MODULE)
      to.calls.add({caller, callee, address_of(each.from),
                    address_of(each.self), each.count});
  }
}

/// Does the same for outgoing calls.
static void list_outgoing(stacks_snapshot &to,
                          const scratch_list<outgoing_calls> &calls,
                          numbers_list &modules) {
  for (const outgoing_calls &each : calls) {
    uint32_t caller = number_of_module(to, modules, module_of(each.from));
    if (caller != GMON_NO_MODULE)
      to.outgoing_calls.add({caller, address_of(each.from), each.name,
                             uint32_t(strlen(each.name)), each.count});
  }
}

/// Returns the number of the first module in the file that is the same file as
/// module `number`.
static uint32_t first_of(const stacks_snapshot &in, uint32_t number) {
  if (number == GMON_NO_MODULE)
    return number;
  const stacks_snapshot::module &of = in.modules[number];
  uint32_t first = 0;
  for (; first != number; ++first) {
    const stacks_snapshot::module &each = in.modules[first];
    if (strcmp(each.path, of.path) == 0 &&
        each.build_id_size == of.build_id_size &&
        memcmp(each.build_id, of.build_id, of.build_id_size) == 0)
      break;
  }
  return first;
}

using ranked = stacks_snapshot::ranked;

/// The key of a function in the file. Code in no module comes last.
static code_place place_of(const ranked &function) {
  return make_place(function.module & no_module, function.address);
}

/// Replaces the process's numbers of modules by those in the file, and sorts
/// the functions.
static void number_and_sort(scratch_list<ranked> &functions,
                            stacks_snapshot &to, numbers_list &modules) {
  for (ranked &each : functions)
    each.module = first_of(to, number_of_module(to, modules, each.module));
  heap_sort(functions.begin(), functions.count(), place_of);
}

/// Adds the counts of a function, which may be the last one that was added.
static bool add_ranked(scratch_list<ranked> &to, const ranked &function) {
  if (!to.count() || place_of(to.end()[-1]) != place_of(function))
    return to.add(function);
  to.end()[-1].samples += function.samples;
  to.end()[-1].calls += function.calls;
  return true;
}

/// Lists the counts of functions of the process, whose samples `to` has.
static bool list_ranks(stacks_snapshot &to, numbers_list &modules) {
  scratch_list<ranked> sampled, called;
  if (!list_sampled_functions(to, sampled) || !list_called_functions(called))
    return false;
  number_and_sort(sampled, to, modules);
  number_and_sort(called, to, modules);
  const ranked *next = sampled.begin();
  for (const ranked &each : called) {
    for (; next != sampled.end() && place_of(*next) <= place_of(each); ++next)
      if (!add_ranked(to.ranks, *next))
        return false;
    if (!add_ranked(to.ranks, each))
      return false;
  }
  for (; next != sampled.end(); ++next)
    if (!add_ranked(to.ranks, *next))
      return false;
  return true;
}

static void add_times(call_times &sum, const call_times &other) {
  sum.calls += other.calls;
  sum.nanoseconds += other.nanoseconds;
  sum.bytes += other.bytes;
}

static bool add_mpi_call(stacks_snapshot &to, const call_times &of) {
  stacks_snapshot::mpi_call added = {
      {}, of.communicator, of.calls, of.nanoseconds, of.bytes};
  for (size_t i = 0; of.name[i] && i + 1 != sizeof(added.name); ++i)
    added.name[i] = of.name[i];
  return to.mpi_calls.add(added);
}

/// Lists the measured calls of MPI functions.
static bool list_mpi_calls(stacks_snapshot &to) {
  scratch_list<call_times> found;
  for_each_member([&](member &each) {
    each.for_each_call_times(
        [](const call_times &times, void *list) {
          static_cast<scratch_list<call_times> *>(list)->add(times);
        },
        &found);
  });
  if (!found.count())
    return true;
  auto key_of = [](const call_times &each) {
    return stacks_snapshot::mpi_call_key{each.name, each.communicator};
  };
  heap_sort(found.begin(), found.count(), key_of);
  call_times all = {"", 0, 0, 0, 0};
  for (const call_times &each : found)
    add_times(all, each);
  if (!add_mpi_call(to, all))
    return false;
  for (size_t i = 0; i != found.count();) {
    call_times sum = found[i];
    for (++i; i != found.count() && key_of(found[i]) == key_of(sum); ++i)
      add_times(sum, found[i]);
    if (!add_mpi_call(to, sum))
      return false;
  }
  return true;
}

/// Lists what is known of this process as a rank of a job, if it is one. `to`
/// has the samples.
static bool list_rank(stacks_snapshot &to, numbers_list &modules) {
  if (!options().stacks || !find_rank(to.rank))
    return true;
  return list_ranks(to, modules) && list_mpi_calls(to);
}

static bool list_facts(stacks_snapshot &to, unsigned series) {
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
  for (const stacks_snapshot::fact &each : facts)
    if (!to.facts.add(each))
      return false;
  if (!unit.rate)
    return true;
  uint64_t name[2] = {};
  memcpy(name, unit.dimension, sizeof(unit.dimension));
  return to.facts.add({GMON_FACT_UNIT, name[0]}) &&
         to.facts.add({GMON_FACT_UNIT_END, name[1]});
}

bool take_snapshot(stacks_snapshot &to, uint64_t sidecar, unsigned series) {
  numbers_list numbers, modules;
  scratch_list<module_call> calls;
  scratch_list<outgoing_calls> outgoing;
  const context_table &table = contexts();
  if (table.is_ready() &&
      (!numbers.fill(table.end()) || !list_samples(to, numbers, series)))
    return false;
  if (options().stacks) {
    list_module_calls(calls);
    list_outgoing_calls(outgoing);
  }
  if (!modules.fill(num_modules()) || !list_contexts(to, numbers, modules))
    return false;
  list_calls(to, calls, modules);
  list_outgoing(to, outgoing, modules);
  if (!list_rank(to, modules) || !list_threads(to) || !list_facts(to, series))
    return false;
  for (stacks_snapshot::sample &each : to.samples) {
    each.context = each.context ? numbers[each.context] : 0;
    each.thread = number_of_thread(to, each.thread);
  }
  return for_each_written(sidecar, [&](const written_profile &each) {
    return to.profiles.add({each.size, each.checksum});
  });
}

} // namespace gmon
