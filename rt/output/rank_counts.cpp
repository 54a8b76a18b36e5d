//===-- rank_counts.cpp - Counts of functions -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A caller's context has a smaller number, so one pass over all contexts finds
// those that the MPI library has called.
//
//===----------------------------------------------------------------------===//

#include "output/rank_counts.h"
#include "base/heap_sort.h"
#include "libc/loader.h"
#include "process/process.h"
#include "sampling/stacks.h"
#include "unwind/modules.h"
#include "unwind/stack.h"

extern "C" {
/// Bounds of the code of rt/mpi in this module; null without it.
extern char __start_gmon_mpi[] __attribute__((weak, visibility("hidden")));
extern char __stop_gmon_mpi[] __attribute__((weak, visibility("hidden")));
}

namespace gmon {

static void *address_in_mpi;

void find_mpi_library() { address_in_mpi = find_first("PMPI_Finalize"); }

/// Returns the number of the module of the MPI library, or no_module. If that
/// library is a part of the program, its code cannot be told from the
/// program's.
static uint32_t find_mpi() {
  uint32_t module = module_with(reinterpret_cast<uintptr_t>(address_in_mpi));
  uint32_t own = module_with(reinterpret_cast<uintptr_t>(&find_mpi));
  return module == own ? no_module : module;
}

/// Whether an address of the process is in the code of rt/mpi, which calls the
/// MPI library for the program.
static bool is_in_front_of_mpi(uintptr_t address) {
  auto start = reinterpret_cast<uintptr_t>(__start_gmon_mpi);
  return address - start < reinterpret_cast<uintptr_t>(__stop_gmon_mpi) - start;
}

/// Returns the place where the function with the code at an address of the
/// process begins.
static code_place function_at(uint32_t module, uintptr_t address) {
  uintptr_t begin = function_begin(address);
  return make_place(module, begin ? begin - module_at(module).slide : 0);
}

/// Returns the place where the function with the code at `place` begins. What
/// no table describes any more, because its module was unloaded, counts as code
/// without a table.
static code_place function_at(code_place place) {
  uint32_t module = module_of(place);
  if (module == no_module)
    return make_place(no_module, GMON_RANKS_NO_MODULE);
  uintptr_t address = module_at(module).slide + address_of(place);
  return module_with(address) == module ? function_at(module, address)
                                        : make_place(module, 0);
}

/// Whether a place is in the MPI library, which is module `mpi`, or in front of
/// it.
static bool is_in_mpi(code_place place, uint32_t mpi) {
  uint32_t module = module_of(place);
  return module == mpi ||
         (module != no_module &&
          is_in_front_of_mpi(module_at(module).slide + address_of(place)));
}

/// Marks the contexts on whose stacks the MPI library is. Leaves the list empty
/// if there is no such library. Returns false if there is no memory.
static bool mark_mpi(scratch_list<bool> &marks) {
  const context_table &table = contexts();
  const uint32_t mpi = find_mpi();
  if (mpi == no_module || !table.is_ready())
    return true;
  if (!marks.fill(table.end()))
    return false;
  for (uint32_t i = 1; i != marks.count(); ++i)
    if (table.is_context(i))
      marks[i] = marks[table.caller(i)] || is_in_mpi(table.place(i), mpi);
  return true;
}

using ranked_list = scratch_list<stacks_snapshot::ranked>;

static bool add_counts(ranked_list &list, code_place function, uint64_t samples,
                       uint64_t calls) {
  return list.add({module_of(function), address_of(function), samples, calls});
}

bool list_sampled_functions(const stacks_snapshot &snapshot,
                            ranked_list &list) {
  scratch_list<bool> is_mpi;
  if (!mark_mpi(is_mpi))
    return false;
  uint64_t in_program = 0, in_mpi = 0;
  for (const stacks_snapshot::sample &sample : snapshot.samples) {
    if (sample.context < is_mpi.count() && is_mpi[sample.context]) {
      in_mpi += sample.count;
      continue;
    }
    if (sample.kind != GMON_SAMPLE_RUNNING)
      continue;
    in_program += sample.count;
    code_place place = sample.context ? contexts().place(sample.context)
                                      : make_place(no_module, 0);
    if (!add_counts(list, function_at(place), sample.count, 0))
      return false;
  }
  return add_counts(list, make_place(no_module, GMON_RANKS_PROGRAM), in_program,
                    0) &&
         (!in_mpi ||
          add_counts(list, make_place(no_module, GMON_RANKS_MPI), in_mpi, 0));
}

bool list_called_functions(ranked_list &list) {
  struct called {
    uintptr_t function;
    uint64_t count;
  };
  scratch_list<called> calls;
  for_each_member([&](member &runtime) {
    runtime.for_each_called(
        [](uintptr_t function, uint64_t count, void *found) {
          static_cast<scratch_list<called> *>(found)->add({function, count});
        },
        &calls);
  });
  calls.keep_first(
      sort_and_sum(calls.begin(), calls.count(),
                   [](const called &call) { return call.function; }));
  uint64_t all = 0;
  for (const called &call : calls) {
    uint32_t module = module_with(call.function);
    if (module == no_module)
      continue;
    all += call.count;
    if (!add_counts(list, function_at(module, call.function), 0, call.count))
      return false;
  }
  return add_counts(list, make_place(no_module, GMON_RANKS_PROGRAM), 0, all);
}

} // namespace gmon
