//===-- rank_sum.cpp - Adds up distributions over ranks -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one of two files does not have was neither called nor sampled in any of
// its processes: the lowest of them has its least value, 0. So the items that a
// file has are marked in the sum while the file is read.
//
//===----------------------------------------------------------------------===//

#include "sums/rank_sum.h"
#include "sums/sum_list.h"

#include <errno.h>
#include <string.h>

namespace gmon {

using distribution = stacks_snapshot::distribution;
using ranked = stacks_snapshot::ranked;
using mpi_call = stacks_snapshot::mpi_call;

static unsigned __int128 key_of(const ranked &each) {
  return (unsigned __int128)(each.module) << 64 | each.address;
}

static stacks_snapshot::mpi_call_key key_of(const mpi_call &each) {
  return {each.name, each.communicator};
}

/// Returns the distribution of a count that is 0 in all processes.
static distribution all_zeros(uint32_t lowest_rank) {
  return {0, 0, 0, 0, lowest_rank, lowest_rank};
}

/// Adds the values of other processes. Returns false if a sum is too great.
static bool add_to(distribution &sum, const distribution &other) {
  if (other.least < sum.least ||
      (other.least == sum.least && other.least_rank < sum.least_rank)) {
    sum.least = other.least;
    sum.least_rank = other.least_rank;
  }
  if (other.greatest > sum.greatest ||
      (other.greatest == sum.greatest &&
       other.greatest_rank < sum.greatest_rank)) {
    sum.greatest = other.greatest;
    sum.greatest_rank = other.greatest_rank;
  }
  return !__builtin_add_overflow(sum.sum, other.sum, &sum.sum) &&
         !__builtin_add_overflow(sum.squares, other.squares, &sum.squares);
}

static distribution read_distribution(field_reader &from) {
  distribution read;
  read.sum = from.integer<uint64_t>();
  read.squares = from.integer<uint64_t>();
  read.squares |= (unsigned __int128)(from.integer<uint64_t>()) << 64;
  read.least = from.integer<uint64_t>();
  read.greatest = from.integer<uint64_t>();
  read.least_rank = from.integer<uint32_t>();
  read.greatest_rank = from.integer<uint32_t>();
  return read;
}

static void read_item(field_reader &from, ranked &to) {
  to.module = from.integer<uint32_t>();
  from.integer<uint32_t>(); // reserved
  to.address = from.integer<uint64_t>();
  to.samples = read_distribution(from);
  to.calls = read_distribution(from);
}

static void read_item(field_reader &from, mpi_call &to) {
  if (const char *name = from.bytes(sizeof(to.name)))
    memcpy(to.name, name, sizeof(to.name));
  to.communicator = from.integer<uint64_t>();
  to.calls = read_distribution(from);
  to.nanoseconds = read_distribution(from);
  to.bytes = read_distribution(from);
}

/// Gives the item's module its number in `module_of`. Returns false if there is
/// no such module.
static bool renumber(ranked &of, const scratch_list<uint32_t> &module_of) {
  if (of.module == GMON_NO_MODULE)
    return true;
  if (of.module >= module_of.count())
    return false;
  of.module = module_of[of.module];
  return true;
}
static bool renumber(mpi_call &, const scratch_list<uint32_t> &) {
  return true;
}

/// Adds the values of other processes, or zeros. Returns false if a sum is too
/// great.
static bool add_to(ranked &sum, const ranked *other,
                   const distribution &zeros) {
  return add_to(sum.samples, other ? other->samples : zeros) &&
         add_to(sum.calls, other ? other->calls : zeros);
}
static bool add_to(mpi_call &sum, const mpi_call *other,
                   const distribution &zeros) {
  return add_to(sum.calls, other ? other->calls : zeros) &&
         add_to(sum.nanoseconds, other ? other->nanoseconds : zeros) &&
         add_to(sum.bytes, other ? other->bytes : zeros);
}

/// Adds items of a file, each once, and marks them. Returns 0, ENOMEM,
/// EOVERFLOW, or EINVAL if the file has one of them twice.
template <typename Item>
int rank_sum<Item>::join(scratch_list<Item> &items, uint32_t lowest_rank) {
  auto key = [](const Item &each) { return key_of(each); };
  sort_unsorted(items.begin(), items.count(), key);
  const bool is_first = !sum.num_processes;
  const distribution zeros = all_zeros(sum.lowest_rank),
                     no_zeros = all_zeros(lowest_rank);
  size_t at = 0, num_new = 0;
  for (size_t i = 0; i != items.count(); ++i) {
    Item &each = items[i];
    if (i && key(items[i - 1]) == key(each))
      return EINVAL;
    each.is_marked = true;
    while (at != sum.items.count() && key(sum.items[at]) < key(each))
      ++at;
    Item *known = at != sum.items.count() && key(sum.items[at]) == key(each)
                      ? &sum.items[at]
                      : nullptr;
    if (known && known->is_marked)
      return EINVAL;
    if (known)
      known->is_marked = true;
    if (known ? !add_to(*known, &each, no_zeros)
              : !is_first && !add_to(each, nullptr, zeros))
      return EOVERFLOW;
    if (!known)
      items[num_new++] = each;
  }
  return merge_into(sum.items, items.begin(), num_new, key) ? 0 : ENOMEM;
}
/// Ends a file: adds zeros to what it did not have.
template <typename Item> int rank_sum<Item>::end_file(uint32_t lowest_rank) {
  const distribution zeros = all_zeros(lowest_rank);
  for (Item &each : sum.items) {
    if (!each.is_marked && !add_to(each, nullptr, zeros))
      return EOVERFLOW;
    each.is_marked = false;
  }
  if (!sum.num_processes || lowest_rank < sum.lowest_rank)
    sum.lowest_rank = lowest_rank;
  return 0;
}

template <typename Item>
int rank_sum<Item>::add(field_reader &from,
                        const scratch_list<uint32_t> &module_of) {
  if (is_dropped)
    return 0;
  auto num_processes = from.integer<uint64_t>();
  auto lowest_rank = from.integer<uint32_t>();
  from.integer<uint32_t>(); // reserved
  if (!from.is_good() || !num_processes)
    return EINVAL;
  constexpr size_t least_joined = 32768 / sizeof(Item);
  scratch_list<Item> items;
  while (!from.is_at_end()) {
    Item read = {};
    read_item(from, read);
    if (!from.is_good() || !renumber(read, module_of))
      return EINVAL;
    if (!items.add(read))
      return ENOMEM;
    if (items.count() < least_joined || items.count() < sum.items.count() / 8)
      continue;
    if (int error = join(items, lowest_rank))
      return error;
    items.keep_first(0);
  }
  int error = join(items, lowest_rank);
  if (!error)
    error = end_file(lowest_rank);
  if (!error && __builtin_add_overflow(sum.num_processes, num_processes,
                                       &sum.num_processes))
    error = EOVERFLOW;
  return error;
}

template <typename Item>
void rank_sum<Item>::list(stacks_snapshot::ranked_list<Item> &to,
                          const scratch_list<uint32_t> &module_of) {
  if (is_dropped)
    return;
  to.num_processes = sum.num_processes;
  to.lowest_rank = sum.lowest_rank;
  to.items.swap(sum.items);
  for (Item &each : to.items)
    renumber(each, module_of);
  sort_unsorted(to.items.begin(), to.items.count(),
                [](const Item &each) { return key_of(each); });
}

template class rank_sum<ranked>;
template class rank_sum<mpi_call>;

} // namespace gmon
