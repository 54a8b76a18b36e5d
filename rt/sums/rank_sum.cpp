//===-- rank_sum.cpp - Adds up distributions over ranks -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one of two files does not have was neither called nor sampled in any of
// its processes: the lowest of them has its least value, 0.
//
//===----------------------------------------------------------------------===//

#include "sums/rank_sum.h"
#include "base/heap_sort.h"

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

template <typename Item>
int rank_sum<Item>::read(file_bytes section,
                         const scratch_list<uint32_t> &module_of, part &to) {
  field_reader from(section);
  to.num_processes = from.integer<uint64_t>();
  to.lowest_rank = from.integer<uint32_t>();
  from.integer<uint32_t>(); // reserved
  if (!from.is_good() || !to.num_processes)
    return EINVAL;
  while (!from.is_at_end()) {
    Item read = {};
    read_item(from, read);
    if (!from.is_good() || !renumber(read, module_of))
      return EINVAL;
    if (!to.items.add(read))
      return ENOMEM;
  }
  auto key = [](const Item &each) { return key_of(each); };
  heap_sort(to.items.begin(), to.items.count(), key);
  for (size_t i = 1; i < to.items.count(); ++i)
    if (key(to.items[i - 1]) == key(to.items[i]))
      return EINVAL;
  return 0;
}

/// Adds the processes of another part to the sum.
template <typename Item> int rank_sum<Item>::join(const part &other) {
  part joined;
  joined.lowest_rank =
      sum.lowest_rank < other.lowest_rank ? sum.lowest_rank : other.lowest_rank;
  if (__builtin_add_overflow(sum.num_processes, other.num_processes,
                             &joined.num_processes))
    return EOVERFLOW;
  const Item *a = sum.items.begin(), *b = other.items.begin();
  while (a != sum.items.end() || b != other.items.end()) {
    bool has_a = b == other.items.end() ||
                 (a != sum.items.end() && key_of(*a) <= key_of(*b));
    bool has_b = a == sum.items.end() ||
                 (b != other.items.end() && key_of(*b) <= key_of(*a));
    Item both = has_a ? *a : *b;
    distribution zeros = all_zeros(has_a ? other.lowest_rank : sum.lowest_rank);
    if (!add_to(both, has_a && has_b ? b : nullptr, zeros))
      return EOVERFLOW;
    if (!joined.items.add(both))
      return ENOMEM;
    a += has_a;
    b += has_b;
  }
  assign(joined);
  return 0;
}

template <typename Item> void rank_sum<Item>::assign(part &from) {
  sum.num_processes = from.num_processes;
  sum.lowest_rank = from.lowest_rank;
  sum.items.swap(from.items);
}

template <typename Item>
int rank_sum<Item>::add(file_bytes section, int times,
                        const scratch_list<uint32_t> &module_of) {
  is_dropped |= times < 0;
  if (!section.data || is_dropped)
    return 0;
  part other;
  if (int error = read(section, module_of, other))
    return error;
  if (sum.num_processes)
    return join(other);
  assign(other);
  return 0;
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
  heap_sort(to.items.begin(), to.items.count(),
            [](const Item &each) { return key_of(each); });
}

template class rank_sum<ranked>;
template class rank_sum<mpi_call>;

} // namespace gmon
