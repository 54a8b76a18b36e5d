//===-- callers.cpp - Callers in other modules ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first addresses are in a hash table of one size, so that a known address
// costs one look, and no write to memory that threads share. Its index is the
// number. A table of arcs, which can grow, keeps the others: it has numbers
// where others have counts.
//
//===----------------------------------------------------------------------===//

#include "counting/callers.h"

namespace gmon {

static constexpr unsigned log_slots = 14;
static_assert(num_caller_slots == 1 << log_slots);
static constexpr uint32_t most_probes = 16;

static constinit arena memory = {};
static uintptr_t *slots;
static constinit arc_table others = {};
static uint32_t num_others;

/// Returns the table of the first addresses, or null if there is no memory.
static uintptr_t *slots_in_memory() {
  uintptr_t *known = __atomic_load_n(&slots, __ATOMIC_ACQUIRE);
  if (known)
    return known;
  auto *made = static_cast<uintptr_t *>(
      memory.allocate(num_caller_slots * sizeof(uintptr_t)));
  if (!made)
    return nullptr;
  // If another thread or a handler was faster, this table is lost.
  return __atomic_compare_exchange_n(&slots, &known, made, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
             ? made
             : known;
}

/// Returns the number of an address in the first table, or 0 if that has no
/// room for it.
static uint32_t number_in_slots(uintptr_t caller) {
  uintptr_t *table = slots_in_memory();
  if (!table)
    return 0;
  auto index = uint32_t(caller * 0x9e3779b97f4a7c15u >> (64 - log_slots));
  for (uint32_t probes = 0; probes != most_probes; ++probes) {
    uintptr_t found = __atomic_load_n(&table[index], __ATOMIC_RELAXED);
    if (!found &&
        __atomic_compare_exchange_n(&table[index], &found, caller, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      found = caller;
    if (found == caller)
      return index + 1;
    index = (index + 1) % num_caller_slots;
  }
  return 0;
}

uint32_t number_of_caller(uintptr_t caller) {
  if (uint32_t known = number_in_slots(caller))
    return known;
  arc *place = others.arc_of(memory, caller);
  if (!place)
    return 0;
  uint64_t number = __atomic_load_n(&place->count, __ATOMIC_ACQUIRE);
  if (number)
    return uint32_t(number);
  uint32_t next =
      num_caller_slots + __atomic_add_fetch(&num_others, 1, __ATOMIC_RELAXED);
  // If a thread or handler was faster, its number stays, and this one is
  // unused.
  if (__atomic_compare_exchange_n(&place->count, &number, next, false,
                                  __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return next;
  return uint32_t(number);
}

uint32_t last_caller() {
  return num_caller_slots + __atomic_load_n(&num_others, __ATOMIC_ACQUIRE);
}

const uintptr_t *caller_slots() {
  return __atomic_load_n(&slots, __ATOMIC_ACQUIRE);
}

const arc_table &numbered_callers() { return others; }

void forget_callers() {
  slots = nullptr;
  others.forget();
  num_others = 0;
  memory.release();
}

} // namespace gmon
