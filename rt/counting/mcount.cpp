//===-- mcount.cpp - Calls of mcount --------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code compiled with plain -pg has no tables of its own. One table of the
// thread counts its arcs; each pair of addresses has one slot there. On x86-64,
// where mcount keeps all registers, the processor's assembly file searches the
// table, and calls this code if another pair has the slot.
//
// A table with too many collisions is replaced by a larger one. Like the tables
// of functions, the old table keeps its counts.
//
// Code compiled with -finstrument-functions (cyg_profile.cpp) uses the same
// table.
//
//===----------------------------------------------------------------------===//

#include "base/arch.h"
#include "counting/hooks.h"
#include "counting/mcount_table.h"
#include "counting/regions.h"
#include "process/process.h"

__thread intptr_t __gmon_mcount_table;

namespace gmon {

constinit struct no_table no_table = {};

static void use_table(const mcount_table *table) {
  __gmon_mcount_table =
      reinterpret_cast<intptr_t>(table) - reinterpret_cast<intptr_t>(&no_table);
}

static constexpr uint64_t first_slots = 1024;
static constexpr uint64_t most_slots = 65536;

static mcount_table *make_table(region *own, uint64_t num_slots) {
  auto *table = static_cast<mcount_table *>(own->memory.allocate(
      sizeof(mcount_table) + num_slots * sizeof(mcount_slot)));
  if (!table)
    return nullptr;
  table->mask = (num_slots - 1) * sizeof(mcount_slot);
  table->next = own->mcount_tables;
  __atomic_store_n(&own->mcount_tables, table, __ATOMIC_RELEASE);
  return table;
}

/// Counts a call in the thread's table. Returns false if another pair has its
/// slot.
static bool count_in_slot(region *own, uintptr_t caller, uintptr_t self,
                          uintptr_t hook) {
  mcount_table *table = own->mcount_tables;
  if (!table && !(table = make_table(own, first_slots)))
    return false;
  forget_region = [] { __gmon_mcount_table = 0; };
  // If the region had an earlier owner, its table exists.
  use_table(table);
  mcount_slot *slot = slot_of(table, caller, self);
  if (!slot->self) {
    slot->caller = caller;
    slot->self = self;
    slot->hook = hook;
  }
  if (slot->caller == caller && slot->self == self) {
    count_up(&slot->count);
    return true;
  }
  uint64_t num_slots = table->num_slots();
  if (++table->num_collisions > num_slots && num_slots < most_slots)
    if (mcount_table *larger = make_table(own, num_slots * 4))
      use_table(larger);
  return false;
}

} // namespace gmon

using namespace gmon;

void __gmon_count_arc(uintptr_t caller, uintptr_t self, uintptr_t hook) {
  if (is_sealed())
    return;
  region *own = current_region();
  bool counted = false;
  if (own != &shared_region && !own->busy) {
    region_busy busy(own);
    counted = count_in_slot(own, caller, self, hook);
    if (busy.was_reset()) {
      own->mcount_tables = nullptr;
      __gmon_mcount_table = 0;
      counted = false;
    }
  }
  if (!counted)
    count_in_arcs(own, caller, self);
}

#ifndef __x86_64__
/// mcount, called with the caller's return address as an ordinary argument.
extern "C" __attribute__((visibility("hidden"))) void
_mcount(uintptr_t caller) {
  auto self = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  if (!count_in_known_slot(caller, self, 0))
    __gmon_count_arc(caller, self, 0);
}
#endif
