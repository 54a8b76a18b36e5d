//===-- sorted_stacks.cpp - The sum of stacks, in its order ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives modules, threads and contexts new numbers, in the order of llvm-gprof
// merge, and writes the sum.
//
//===----------------------------------------------------------------------===//

#include "base/heap_sort.h"
#include "encoding/stacks_writer.h"
#include "sums/stacks_sum.h"

#include <errno.h>
#include <string.h>

namespace gmon {

/// Fills `order` with the numbers of `count` items in the order of their keys,
/// and `number_of` with the place of each. Returns false if there is no memory.
template <typename Key>
static bool sort_numbers(size_t count, scratch_list<uint32_t> &order,
                         scratch_list<uint32_t> &number_of, Key key_of) {
  if (!order.fill(count) || !number_of.fill(count))
    return false;
  for (size_t i = 0; i != count; ++i)
    order[i] = uint32_t(i);
  heap_sort(order.begin(), count, key_of);
  for (size_t i = 0; i != count; ++i)
    number_of[order[i]] = uint32_t(i);
  return true;
}

bool stacks_sum::list_facts(stacks_snapshot &to) const {
  for (const stacks_snapshot::fact &each : facts)
    if ((each.value || each.key == GMON_FACT_RATE ||
         each.key == GMON_FACT_CLOCK || each.key == GMON_FACT_RUNS) &&
        !to.facts.add(each))
      return false;
  heap_sort(to.facts.begin(), to.facts.count(),
            [](const stacks_snapshot::fact &each) { return each.key; });
  return true;
}

bool stacks_sum::list_modules(stacks_snapshot &to, numbers &module_of) {
  struct order_of_modules : ordered<order_of_modules> {
    explicit order_of_modules(const module_name &of) : of(&of) {}
    const module_name *of;
    int compare(const order_of_modules &other) const {
      int order = gmon::compare(of->path, of->path_size, other.of->path,
                                other.of->path_size);
      return order ? order
                   : gmon::compare(of->build_id, of->build_id_size,
                                   other.of->build_id, other.of->build_id_size);
    }
  };
  numbers order;
  if (!sort_numbers(modules.items.count(), order, module_of,
                    [&](uint32_t number) {
                      return order_of_modules(modules.items[number]);
                    }))
    return false;
  for (uint32_t number : order) {
    const module_name &each = modules.items[number];
    if (!to.modules.add(
            {0, each.path, each.build_id, each.path_size, each.build_id_size}))
      return false;
  }
  return true;
}

bool stacks_sum::list_threads(stacks_snapshot &to, numbers &thread_of) {
  numbers order;
  if (!sort_numbers(threads.items.count(), order, thread_of,
                    [&](uint32_t number) {
                      const thread_name &name = threads.items[number];
                      return order_of_names(name.is_known, 0, name.name,
                                            sizeof(name.name));
                    }))
    return false;
  for (uint32_t number : order) {
    const thread_facts &known = facts_of_threads[number];
    stacks_snapshot::thread each = {
        known.id, are_threads_counted ? known.calls : 0, {}};
    memcpy(each.name, threads.items[number].name, sizeof(each.name));
    if (!to.threads.add(each))
      return false;
  }
  return true;
}

/// Puts the contexts that are used into the order of their numbers in
/// `number_of`, with their modules' new numbers and their callers', and drops
/// the others. No context is used any more.
void stacks_sum::sort_contexts(const numbers &module_of,
                               scratch_list<bool> &is_used,
                               const numbers &number_of) {
  scratch_list<context> &items = contexts.items;
  size_t num_used = 0;
  for (size_t i = 0; i != items.count(); ++i) {
    if (!is_used[i + 1])
      continue;
    // What is in the place of a context is moved to its own place in turn.
    context moved = items[i];
    for (size_t at = i; is_used[at + 1];) {
      is_used[at + 1] = false;
      ++num_used;
      moved.caller = number_of[moved.caller];
      if (moved.module != GMON_NO_MODULE)
        moved.module = module_of[moved.module];
      at = number_of[at + 1] - 1;
      context displaced = items[at];
      items[at] = moved;
      moved = displaced;
    }
  }
  items.keep_first(num_used);
}
/// Lists the contexts of samples and their callers: each before its callees,
/// the callees of one caller by module and address.
bool stacks_sum::list_contexts(stacks_snapshot &to, const numbers &module_of,
                               numbers &context_of) {
  contexts.freeze();
  const size_t end = contexts.items.count() + 1;
  scratch_list<bool> is_used;
  if (!is_used.fill(end) || !context_of.fill(end))
    return false;
  for (const stacks_snapshot::sample &each : samples.items())
    is_used[each.context] = true;
  for (size_t i = end; --i;)
    if (is_used[i])
      is_used[contexts.items[i - 1].caller] = true;
  is_used[0] = false;

  auto new_module = [&](const context &of) {
    return of.module == GMON_NO_MODULE ? GMON_NO_MODULE : module_of[of.module];
  };

  // The callees of context i: those from first_callee[i] to first_callee[i+1].
  numbers callees, first_callee;
  if (!first_callee.fill(end + 1))
    return false;
  for (uint32_t i = 1; i < end; ++i)
    if (is_used[i]) {
      ++first_callee[contexts.items[i - 1].caller + 1];
      if (!callees.add(i))
        return false;
    }
  for (size_t i = 1; i <= end; ++i)
    first_callee[i] += first_callee[i - 1];
  heap_sort(callees.begin(), callees.count(), [&](uint32_t number) {
    const context &each = contexts.items[number - 1];
    return order_of_numbers(each.caller, new_module(each), each.address);
  });

  numbers open;
  auto open_callees = [&](uint32_t caller) {
    for (uint32_t i = first_callee[caller + 1]; i > first_callee[caller]; --i)
      if (!open.add(callees[i - 1]))
        return false;
    return true;
  };
  if (!open_callees(0))
    return false;
  for (uint32_t last = 0; open.count();) {
    uint32_t number = open[open.count() - 1];
    open.keep_first(open.count() - 1);
    context_of[number] = ++last;
    if (!open_callees(number))
      return false;
  }
  sort_contexts(module_of, is_used, context_of);
  to.contexts.swap(contexts.items);
  return true;
}

/// Sorts counted items, which have new numbers. Returns false if a count is
/// negative: see profile_sum.cpp.
template <typename Item, typename Order>
static bool sort_again(sum_list<Item, Order> &of) {
  scratch_list<Item> &items = of.items();
  sort_unsorted(items.begin(), items.count(), Order::key);
  for (const Item &each : items)
    if (each.count >> 63)
      return false;
  return true;
}

int stacks_sum::write(output &to) {
  // Contexts without samples are omitted, so samples are added up first.
  if (!samples.sum_up() || !calls.sum_up() || !outgoing_calls.sum_up())
    return ENOMEM;
  stacks_snapshot sum;
  numbers module_of, context_of, thread_of;
  if (!list_facts(sum) || !list_modules(sum, module_of) ||
      !list_threads(sum, thread_of) ||
      !list_contexts(sum, module_of, context_of))
    return ENOMEM;
  ranks.list(sum.ranks, module_of);
  mpi_calls.list(sum.mpi_calls, module_of);
  for (stacks_snapshot::sample &each : samples.items()) {
    each.context = context_of[each.context];
    each.thread = thread_of[each.thread];
  }
  for (stacks_snapshot::call &each : calls.items()) {
    each.from_module = module_of[each.from_module];
    each.self_module = module_of[each.self_module];
  }
  for (stacks_snapshot::outgoing &each : outgoing_calls.items())
    each.module = module_of[each.module];
  if (!sort_again(samples) || !sort_again(calls) || !sort_again(outgoing_calls))
    return ERANGE;
  sum.samples.swap(samples.items());
  sum.calls.swap(calls.items());
  sum.outgoing_calls.swap(outgoing_calls.items());
  heap_sort(profiles.begin(), profiles.count(), order_of_profiles::key);
  sum.profiles.swap(profiles);
  return write_snapshot(to, sum);
}

} // namespace gmon
