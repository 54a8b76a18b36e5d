//===-- hooks.cpp - What instrumented code calls --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The slow path of hooks: a function was called by a new caller, or its table
// has no room for the caller.
//
// A table grows by replacement. The new table copies the keys, but not the
// counts. The old table keeps its counts, so a hook that was interrupted before
// it increments a count there loses nothing.
//
//===----------------------------------------------------------------------===//

#include "counting/hooks.h"
#include "base/arch.h"
#include "counting/callers.h"
#include "counting/regions.h"
#include "process/process.h"

namespace gmon {

/// A table may have this many slots at once, this many for each of the first
/// few callers, and this many for each other one. Beyond that, its collisions
/// must be worth a larger table.
static constexpr uint32_t free_slots = 64;
static constexpr uint32_t few_callers = 16;
static constexpr uint32_t free_slots_of_first = 16;
static constexpr uint32_t free_slots_per_caller = 4;
static constexpr uint32_t most_slots = 65536;

/// Each slot must be worth this many collisions if there are more than a few
/// callers, whose slots take a cache line each.
static constexpr uint32_t collisions_per_slot = 4;

/// In other regions than the first, each slot must be worth more collisions.
/// The price doubles each time the region's tables grow by this many bytes. So
/// only threads that run long have large tables.
static constexpr uint32_t first_price_log = 6;
static constexpr uint32_t bytes_per_doubling = 3 << 10;
static constexpr uint32_t most_doublings = 8;

static constexpr uint32_t most_collisions = (uint32_t(1) << 27) - 1;

/// Tables are allocated in blocks of this many bytes; a larger table has its
/// own block.
static constexpr uint32_t block_size = 1024;

static const gmon_descriptor *any_function;
static uint64_t num_lost;

const gmon_descriptor *some_function() {
  return __atomic_load_n(&any_function, __ATOMIC_RELAXED);
}

uint64_t lost_calls() { return __atomic_load_n(&num_lost, __ATOMIC_RELAXED); }

static bool found_no_template;

bool lacks_template() {
  return __atomic_load_n(&found_no_template, __ATOMIC_RELAXED);
}

static bool found_other_code;

bool has_other_code() {
  return __atomic_load_n(&found_other_code, __ATOMIC_RELAXED);
}

/// Whether `function` can be counted: this version of the plugin compiled it,
/// and its counts are in the section that has copies. They are not if a linker
/// script or objcopy gave the section another name.
static bool is_countable(const gmon_descriptor *function) {
  if ((function->head & GMON_RECORD_MAGIC_MASK) != GMON_RECORD_MAGIC) {
    __atomic_store_n(&found_other_code, true, __ATOMIC_RELAXED);
    return false;
  }
  const int32_t &counts =
      function->record ? function->record : function->counters;
  bool has = !counts || is_in_template(offset_target(counts));
  if (!has)
    __atomic_store_n(&found_no_template, true, __ATOMIC_RELAXED);
  return has;
}

static gmon_record *record_of(const region *own,
                              const gmon_descriptor *function) {
  return reinterpret_cast<gmon_record *>(offset_target(function->record) +
                                         uintptr_t(own->bias));
}

static call_table *table_of(gmon_record *record) {
  if (!record->table)
    return nullptr;
  return reinterpret_cast<call_table *>(reinterpret_cast<char *>(record) +
                                        record->table) -
         1;
}

static gmon_slot *slot_of(call_table *table, uintptr_t caller) {
  uintptr_t mask = uintptr_t(table->num_slots() - 1) * GMON_INDEX_STEP;
  return &table->slots()[(caller & mask) / GMON_INDEX_STEP];
}

/// Returns a block with room for `size` bytes of tables, or null.
static table_block *block_for(region *own, uint32_t size) {
  table_block *newest = own->tables;
  if (newest && size <= newest->size - newest->used)
    return newest;
  bool is_large = size > block_size / 2;
  uint32_t room = is_large ? size : block_size - sizeof(table_block);
  auto *made = static_cast<table_block *>(
      own->memory.allocate(sizeof(table_block) + room));
  if (!made)
    return nullptr;
  made->size = room;
  own->table_bytes += room;
  // A block that one table fills goes behind the newest block.
  table_block **place = is_large && newest ? &newest->next : &own->tables;
  made->next = *place;
  __atomic_store_n(place, made, __ATOMIC_RELEASE);
  return made;
}

static call_table *make_table(region *own, const gmon_descriptor *function,
                              uint32_t log_slots) {
  auto size = uint32_t(call_table::size(uint32_t(1) << log_slots));
  table_block *block = block_for(own, size);
  if (!block)
    return nullptr;
  auto *table = reinterpret_cast<call_table *>(block->tables() + block->used);
  table->function = module_offset(reinterpret_cast<uintptr_t>(function));
  table->log_slots = log_slots & 31;
  __atomic_store_n(&block->used, block->used + size, __ATOMIC_RELEASE);
  return table;
}

/// Makes the function's hook use `table`.
static void use_table(gmon_record *record, call_table *table) {
  record->table = reinterpret_cast<char *>(table->slots()) -
                  reinterpret_cast<char *>(record);
  order_for_handlers();
  record->mask = uintptr_t(table->num_slots() - 1) * GMON_INDEX_STEP;
}

static uint32_t num_callers(const call_table *table) {
  uint32_t callers = 0;
  for (uint32_t i = 0; i < table->num_slots(); ++i)
    callers += table->slots()[i].from != 0;
  return callers;
}

/// Counts a collision. Returns how many slots a table that replaces this one
/// may have. The more collisions there were, the less often it computes that.
static uint32_t allowed_slots(const region *own, call_table *table) {
  uint32_t collisions = table->num_collisions;
  if (collisions != most_collisions)
    ++table->num_collisions;
  if (collisions > 64 && collisions & (collisions - 1))
    return 0;
  uint32_t allowed = 0;
  if (own->is_one_of_many) {
    uint32_t doublings = own->table_bytes / bytes_per_doubling;
    if (doublings > most_doublings)
      doublings = most_doublings;
    collisions >>= first_price_log + doublings;
  } else {
    const uint32_t callers = num_callers(table) + 1;
    allowed = free_slots_of_first * callers;
    if (callers > few_callers) {
      allowed = free_slots_of_first * few_callers +
                free_slots_per_caller * (callers - few_callers);
      collisions /= collisions_per_slot;
    }
    if (allowed < free_slots)
      allowed = free_slots;
  }
  if (allowed < collisions)
    allowed = collisions;
  return allowed < most_slots ? allowed : most_slots;
}

/// Replaces a table by one where `caller` does not collide with the caller in
/// `taken`. Returns null if the new table would be too large.
static call_table *grow_table(region *own, gmon_record *record,
                              call_table *table, uintptr_t caller,
                              const gmon_slot *taken) {
  // In a larger table, callers that had different slots keep different slots.
  // So `caller` can collide with `taken` only, and the lowest bit in which both
  // differ determines the size.
  uintptr_t difference = (caller ^ taken->from) / GMON_INDEX_STEP;
  if (!difference)
    return nullptr;
  auto log_slots = uint32_t(__builtin_ctzl(difference)) + 1;
  if (log_slots > 31 || uint32_t(1) << log_slots > allowed_slots(own, table))
    return nullptr;
  call_table *larger = make_table(own, function_of(table), log_slots);
  if (!larger)
    return nullptr;
  for (uint32_t i = 0; i < table->num_slots(); ++i)
    if (uintptr_t key = table->slots()[i].from)
      slot_of(larger, key)->from = key;
  use_table(record, larger);
  return larger;
}

/// Counts a call in the function's table. Returns false if the table has no
/// room.
static bool count_in_table(region *own, const gmon_descriptor *function,
                           uintptr_t caller) {
  gmon_record *record = record_of(own, function);
  call_table *table = table_of(record);
  if (!table) {
    table = make_table(own, function, 0);
    if (!table)
      return false;
    use_table(record, table);
  }
  gmon_slot *slot = slot_of(table, caller);
  if (slot->from && slot->from != caller) {
    table = grow_table(own, record, table, caller, slot);
    if (!table)
      return false;
    slot = slot_of(table, caller);
  }
  slot->from = caller;
  count_up(&slot->count);
  return true;
}

/// Counts a call in a table of `own`, or in that of the shared region. Returns
/// false if there is no memory.
static bool add_call(region *own, arc_table region::*table, uint32_t caller,
                     uint32_t self) {
  uint64_t key = uint64_t(caller) << 32 | self;
  return (own->*table).add(own->memory, key, 1, own == &shared_region) ||
         (shared_region.*table).add(shared_region.memory, key, 1, true) ||
         (shared_region.*table).add(reserved_memory, key, 1, true);
}

void count_in_arcs(region *own, uintptr_t caller, uintptr_t self) {
  uint32_t callee = module_offset(self);
  uint32_t number = has_offset(caller) ? 0 : number_of_caller(caller);
  if (number && add_call(own, &region::far_arcs, number, callee))
    return;
  // Without memory for its number, a caller far away is any of those.
  if (!add_call(own, &region::arcs, return_offset(caller), callee))
    __atomic_fetch_add(&num_lost, 1, __ATOMIC_RELAXED);
}

/// Makes the function's hook count in the slots of the unread region. Other
/// processes may store the same at the same time.
static void use_unread_slots(gmon_record *record) {
  record->table = reinterpret_cast<char *>(unread_slots()) -
                  reinterpret_cast<char *>(record);
  order_for_handlers();
  record->mask = uintptr_t(num_unread_slots() - 1) * GMON_INDEX_STEP;
}

/// In the child of a handler that forked while the tables changed, and so were
/// filled with zeros: drops the table of `function` and its block, which are
/// half made. There are no others.
static void drop_tables(region *own, const gmon_descriptor *function) {
  own->tables = nullptr;
  *record_of(own, function) = {};
}

} // namespace gmon

using namespace gmon;

void __gmon_count_miss(const gmon_descriptor *function, uintptr_t caller) {
  // Adding an arc could map memory. No profile is written any more, so no count
  // is needed.
  if (is_sealed() || !is_countable(function))
    return;
  __atomic_store_n(&any_function, function, __ATOMIC_RELAXED);
  region *own = current_region();
  if (own == &unread_region) {
    gmon_record *record = record_of(own, function);
    use_unread_slots(record);
    unread_slots()[(caller & record->mask) / GMON_INDEX_STEP].from = caller;
    return;
  }
  bool counted = false;
  if (own != &shared_region && !own->busy) {
    region_busy busy(own);
    counted = count_in_table(own, function, caller);
    if (busy.was_reset()) {
      drop_tables(own, function);
      counted = false;
    }
  }
  if (!counted)
    count_in_arcs(own, caller, offset_target(function->function));
}

void __gmon_count_touch(const gmon_descriptor *function) {
  if (is_sealed() || !is_countable(function))
    return;
  __atomic_store_n(&any_function, function, __ATOMIC_RELAXED);
  region *own = current_region();
  if (!function->record || own == &shared_region || own->busy)
    return;
  gmon_record *record = record_of(own, function);
  if (own == &unread_region) {
    use_unread_slots(record);
    return;
  }
  region_busy busy(own);
  call_table *table = record->table ? nullptr : make_table(own, function, 0);
  if (table)
    use_table(record, table);
  if (busy.was_reset())
    drop_tables(own, function);
}
