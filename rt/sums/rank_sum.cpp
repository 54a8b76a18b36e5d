//===-- rank_sum.cpp - Adds up distributions over ranks -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that one of two files does not have was neither called nor sampled
// in any of its processes: the lowest of them has its least value, 0.
//
//===----------------------------------------------------------------------===//

#include "sums/rank_sum.h"
#include "base/heap_sort.h"

#include <errno.h>

namespace gmon {

using distribution = stacks_snapshot::distribution;
using ranked = stacks_snapshot::ranked;

static unsigned __int128 key_of(const ranked &each) {
  return (unsigned __int128)(each.module) << 64 | each.address;
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

int rank_sum::read(file_bytes section, const scratch_list<uint32_t> &module_of,
                   part &to) {
  field_reader from(section);
  to.num_processes = from.integer<uint64_t>();
  to.lowest_rank = from.integer<uint32_t>();
  from.integer<uint32_t>(); // reserved
  if (!from.is_good() || !to.num_processes)
    return EINVAL;
  while (!from.is_at_end()) {
    ranked read;
    read.module = from.integer<uint32_t>();
    from.integer<uint32_t>(); // reserved
    read.address = from.integer<uint64_t>();
    read.samples = read_distribution(from);
    read.calls = read_distribution(from);
    if (!from.is_good())
      return EINVAL;
    if (read.module != GMON_NO_MODULE) {
      if (read.module >= module_of.count())
        return EINVAL;
      read.module = module_of[read.module];
    }
    if (!to.ranks.add(read))
      return ENOMEM;
  }
  heap_sort(to.ranks.begin(), to.ranks.count(), key_of);
  for (size_t i = 1; i < to.ranks.count(); ++i)
    if (key_of(to.ranks[i - 1]) == key_of(to.ranks[i]))
      return EINVAL;
  return 0;
}

/// Adds the processes of another part to the sum.
int rank_sum::join(const part &other) {
  part joined;
  joined.lowest_rank =
      sum.lowest_rank < other.lowest_rank ? sum.lowest_rank : other.lowest_rank;
  if (__builtin_add_overflow(sum.num_processes, other.num_processes,
                             &joined.num_processes))
    return EOVERFLOW;
  const ranked *a = sum.ranks.begin(), *b = other.ranks.begin();
  while (a != sum.ranks.end() || b != other.ranks.end()) {
    bool has_a = b == other.ranks.end() ||
                 (a != sum.ranks.end() && key_of(*a) <= key_of(*b));
    bool has_b = a == sum.ranks.end() ||
                 (b != other.ranks.end() && key_of(*b) <= key_of(*a));
    ranked both = has_a ? *a : *b;
    distribution zeros = all_zeros(has_a ? other.lowest_rank : sum.lowest_rank);
    bool have_both = has_a && has_b;
    if (!add_to(both.samples, have_both ? b->samples : zeros) ||
        !add_to(both.calls, have_both ? b->calls : zeros))
      return EOVERFLOW;
    if (!joined.ranks.add(both))
      return ENOMEM;
    a += has_a;
    b += has_b;
  }
  sum.num_processes = joined.num_processes;
  sum.lowest_rank = joined.lowest_rank;
  sum.ranks.swap(joined.ranks);
  return 0;
}

int rank_sum::add(file_bytes section, int times,
                  const scratch_list<uint32_t> &module_of) {
  is_dropped |= times < 0;
  if (!section.data || is_dropped)
    return 0;
  part other;
  if (int error = read(section, module_of, other))
    return error;
  if (sum.num_processes)
    return join(other);
  sum.num_processes = other.num_processes;
  sum.lowest_rank = other.lowest_rank;
  sum.ranks.swap(other.ranks);
  return 0;
}

bool rank_sum::list(stacks_snapshot &to,
                    const scratch_list<uint32_t> &module_of) {
  if (is_dropped)
    return true;
  to.num_processes = sum.num_processes;
  to.lowest_rank = sum.lowest_rank;
  to.ranks.swap(sum.ranks);
  for (ranked &each : to.ranks)
    if (each.module != GMON_NO_MODULE)
      each.module = module_of[each.module];
  heap_sort(to.ranks.begin(), to.ranks.count(), key_of);
  return true;
}

} // namespace gmon
