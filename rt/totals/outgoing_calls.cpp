//===-- outgoing_calls.cpp - Calls of functions without a hook ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See outgoing_calls.h. Kept calls are an array, with copies of their names
// behind it.
//
//===----------------------------------------------------------------------===//

#include "totals/outgoing_calls.h"
#include "base/heap_sort.h"
#include "unwind/modules.h"

#include <string.h>

namespace gmon {

using call_list = scratch_list<outgoing_calls>;

static outgoing_calls *kept;
static size_t num_kept, kept_size;

static void add_calls(call_list &to, member &of) {
  auto add = [](uintptr_t from, const char *name, uint64_t count, void *list) {
    uint32_t module = module_with(from);
    if (module != no_module)
      static_cast<call_list *>(list)->add(
          {make_place(module, from - module_at(module).slide), name, count});
  };
  of.for_each_outgoing_call(add, &to);
}

static void add_kept(call_list &to) {
  for (size_t i = 0; i != num_kept; ++i)
    to.add(kept[i]);
}

static void merge(call_list &calls) {
  calls.keep_first(
      sort_and_sum(calls.begin(), calls.count(),
                   [](const outgoing_calls &each) { return each.from; }));
}

void list_outgoing_calls(call_list &to) {
  add_kept(to);
  for_each_member([&](member &each) { add_calls(to, each); });
  merge(to);
}

void keep_outgoing_calls(member &leaving) {
  call_list calls;
  add_kept(calls);
  add_calls(calls, leaving);
  merge(calls);
  size_t count = calls.count(), size = count * sizeof(outgoing_calls);
  for (const outgoing_calls &each : calls)
    size += strlen(each.name) + 1;
  void *memory = count ? map_zeros(size) : nullptr;
  if (!memory)
    return;
  auto *copies = static_cast<outgoing_calls *>(memory);
  auto *names = reinterpret_cast<char *>(copies + count);
  for (size_t i = 0; i != count; ++i) {
    copies[i] = {calls[i].from, names, calls[i].count};
    for (const char *at = calls[i].name; *at; ++at)
      *names++ = *at;
    *names++ = 0;
  }
  forget_outgoing_calls();
  kept = copies;
  num_kept = count;
  kept_size = size;
}

void forget_outgoing_calls() {
  unmap(kept, kept_size);
  kept = nullptr;
  num_kept = kept_size = 0;
}

} // namespace gmon
