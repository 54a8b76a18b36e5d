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

static void add_calls(call_list &list, member &runtime) {
  auto add = [](uintptr_t caller, const char *name, uint64_t count,
                void *found) {
    uint32_t module = module_with(caller);
    if (module != no_module)
      static_cast<call_list *>(found)->add(
          {make_place(module, caller - module_at(module).slide), name, count});
  };
  runtime.for_each_outgoing_call(add, &list);
}

static void add_kept(call_list &list) {
  for (size_t i = 0; i != num_kept; ++i)
    list.add(kept[i]);
}

static void merge(call_list &calls) {
  calls.keep_first(
      sort_and_sum(calls.begin(), calls.count(),
                   [](const outgoing_calls &call) { return call.caller; }));
}

void list_outgoing_calls(call_list &list) {
  add_kept(list);
  for_each_member([&](member &runtime) { add_calls(list, runtime); });
  merge(list);
}

void keep_outgoing_calls(member &leaving) {
  call_list calls;
  add_kept(calls);
  add_calls(calls, leaving);
  merge(calls);
  size_t count = calls.count(), size = count * sizeof(outgoing_calls);
  for (const outgoing_calls &call : calls)
    size += strlen(call.name) + 1;
  void *memory = count ? map_zeros(size) : nullptr;
  if (!memory)
    return;
  auto *copies = static_cast<outgoing_calls *>(memory);
  auto *names = reinterpret_cast<char *>(copies + count);
  for (size_t i = 0; i != count; ++i) {
    copies[i] = {calls[i].caller, names, calls[i].count};
    for (const char *c = calls[i].name; *c; ++c)
      *names++ = *c;
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
