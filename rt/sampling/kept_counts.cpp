//===-- kept_counts.cpp - Calls of threads in libraries that end ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library has a list of its threads, in a mapping of its own. A library is
// known by its path: its number may be another one when it is loaded again.
//
//===----------------------------------------------------------------------===//

#include "sampling/kept_counts.h"
#include "base/scratch_list.h"
#include "unwind/code_place.h"
#include "unwind/modules.h"

#include <string.h>

namespace gmon {

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
  kept_library **at = &libraries;
  while (kept_library *each = *at) {
    if (!applies(*each)) {
      at = &each->next;
      continue;
    }
    *at = each->next;
    unmap(each, kept_library::size(each->num_threads));
  }
}

static void add_calls(uint32_t thread, const char *name, uint64_t calls,
                      void *list) {
  thread_calls added = {thread, {}, calls};
  memcpy(added.name, name, sizeof(added.name));
  static_cast<calls_list *>(list)->add(added);
}

void keep_thread_counts(member &leaving) {
  calls_list found;
  leaving.for_each_calls(add_calls, &found);
  drop_thread_counts(leaving);
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

void drop_thread_counts(member &entering) {
  const char *path = path_of(entering);
  if (path)
    drop_if([=](const kept_library &each) {
      return each.path && strcmp(each.path, path) == 0;
    });
}

void for_each_kept_count(calls_visitor *visit, void *to) {
  for (kept_library *each = libraries; each; each = each->next)
    for (size_t i = 0; i != each->num_threads; ++i)
      visit(each->threads()[i].thread, each->threads()[i].name,
            each->threads()[i].calls, to);
}

void forget_thread_counts() {
  drop_if([](const kept_library &) { return true; });
}

} // namespace gmon
