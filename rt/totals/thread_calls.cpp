//===-- thread_calls.cpp - Calls of each thread ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts calls by differences, as totals/totals.cpp does: a region's counts
// only increase, and the region stores how many of them belong to no profile.
//
// A library that left has a list of its threads, in a mapping of its own. It is
// known by its path: its number may be another one when it is loaded again.
//
//===----------------------------------------------------------------------===//

#include "totals/thread_calls.h"
#include "base/scratch_list.h"
#include "counting/regions.h"
#include "settings/options.h"
#include "totals/counted_calls.h"
#include "unwind/code_place.h"
#include "unwind/modules.h"

#include <string.h>

namespace gmon {

/// Returns the number of calls counted in a region since its creation.
static uint64_t all_calls(const region *r) {
  uint64_t calls = 0;
  for_each_table(r, [&](const call_table *table) {
    for (uint32_t i = 0; i != table->num_slots(); ++i)
      if (table->slots()[i].from)
        calls += __atomic_load_n(&table->slots()[i].count, __ATOMIC_RELAXED);
  });
  for (const mcount_table *table =
           __atomic_load_n(&r->mcount_tables, __ATOMIC_ACQUIRE);
       table; table = table->next)
    for (uint64_t i = 0; i != table->num_slots(); ++i)
      if (table->slots()[i].self)
        calls += __atomic_load_n(&table->slots()[i].count, __ATOMIC_RELAXED);
  for_each_arc(r->arcs, [&](uint64_t, uint64_t count) { calls += count; });
  for_each_arc(r->far_arcs, [&](uint64_t, uint64_t count) { calls += count; });
  for_each_counted_call(
      {copy_of(r), nullptr},
      [](const counted_call &call, void *sum) {
        *static_cast<uint64_t *>(sum) += call.self ? call.count : 0;
      },
      &calls);
  return calls;
}

/// While profiling is stopped, `hidden_calls` is the count of the profile with
/// the sign changed.
void stop_thread_calls(bool stopped) {
  if (!options().threads)
    return;
  for_each_region([&](region *r) {
    r->hidden_calls += stopped ? uint64_t(0) - all_calls(r) : all_calls(r);
  });
}

void clear_thread_calls(bool stopped) {
  if (!options().threads)
    return;
  for_each_region(
      [&](region *r) { r->hidden_calls = stopped ? 0 : all_calls(r); });
}

void for_each_calls(calls_visitor *visit, void *argument) {
  bool stopped = process().stopped;
  if (options().threads)
    for_each_region([&](region *r) {
      uint64_t calls = (stopped ? 0 : all_calls(r)) - r->hidden_calls;
      if (calls)
        visit(uint32_t(__atomic_load_n(&r->owner, __ATOMIC_RELAXED)), r->name,
              calls, argument);
    });
}

namespace {

struct thread_calls {
  uint32_t thread;
  char name[16];
  uint64_t calls;
};

/// The calls of one library. The threads follow the header.
struct kept_library {
  kept_library *next;
  const char *path; ///< or null: unknown
  size_t num_threads;

  thread_calls *threads() { return reinterpret_cast<thread_calls *>(this + 1); }
  static size_t size(size_t num_threads) {
    return sizeof(kept_library) + num_threads * sizeof(thread_calls);
  }
};

using calls_list = scratch_list<thread_calls>;

} // namespace

static kept_library *libraries;

/// Returns the path of the module that contains `own`, or null.
static const char *path_of(const member &own) {
  uint32_t module = module_with(reinterpret_cast<uintptr_t>(&own));
  return module == no_module ? nullptr : module_at(module).path;
}

template <typename Predicate> static void drop_if(Predicate applies) {
  kept_library **link = &libraries;
  while (kept_library *library = *link) {
    if (!applies(*library)) {
      link = &library->next;
      continue;
    }
    *link = library->next;
    unmap(library, kept_library::size(library->num_threads));
  }
}

static void add_calls(uint32_t thread, const char *name, uint64_t calls,
                      void *list) {
  thread_calls added = {thread, {}, calls};
  memcpy(added.name, name, sizeof(added.name));
  static_cast<calls_list *>(list)->add(added);
}

void keep_thread_calls(member &leaving) {
  calls_list found;
  leaving.for_each_calls(add_calls, &found);
  drop_kept_calls(leaving);
  if (!found.count())
    return;
  auto *kept =
      static_cast<kept_library *>(map_zeros(kept_library::size(found.count())));
  if (!kept)
    return;
  kept->next = libraries;
  kept->path = path_of(leaving);
  kept->num_threads = found.count();
  for (size_t i = 0; i != found.count(); ++i)
    kept->threads()[i] = found[i];
  libraries = kept;
}

void drop_kept_calls(member &entering) {
  const char *path = path_of(entering);
  if (path)
    drop_if([=](const kept_library &library) {
      return library.path && strcmp(library.path, path) == 0;
    });
}

void for_each_kept_calls(calls_visitor *visit, void *argument) {
  for (kept_library *library = libraries; library; library = library->next)
    for (size_t i = 0; i != library->num_threads; ++i)
      visit(library->threads()[i].thread, library->threads()[i].name,
            library->threads()[i].calls, argument);
}

void forget_kept_calls() {
  drop_if([](const kept_library &) { return true; });
}

} // namespace gmon
