//===-- regions.h - Each thread's copy of the counts ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region contains what one thread counts: a copy of the section
// GMON_DATA_SECTION, the functions' tables, and a table of arcs for all other
// calls.
//
// A thread leases a region at its first call, for its whole life. When the
// thread ends, its counts stay: the profile is the sum over all regions, and a
// later thread that leases the region adds to them. So nothing must be merged,
// calls of a thread's last destructors are counted, and threads that the C
// library does not know are counted. The largest number of simultaneous threads
// bounds the memory.
//
// A region's owner is gone when the kernel no longer knows its thread id.
//
// In the child of a fork, all that regions contain is zeros (map_counts). Their
// headers are elsewhere: the child uses the same regions.
//
// If children have no profile (fork=0), they count in a region that all of them
// share and nobody reads. Its pages are there when a child begins.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_REGIONS_H
#define GMON_RT_COUNTING_REGIONS_H

#include "base/leases.h"
#include "base/thread_words.h"
#include "counting/arcs.h"
#include "gmon/abi.h"
#include "process/module.h"

// A word of a thread, which hooks read without a call.
extern "C" __thread intptr_t __gmon_rt_bias
    __attribute__((visibility("hidden"), tls_model(GMON_TLS_MODEL)));

namespace gmon {

/// The callers of one function in one region. The slots follow the header.
struct call_table {
  uint32_t function; ///< offset of the function's descriptor
  uint32_t log_slots : 5;
  /// Number of calls whose callers collide. A larger table would count them.
  uint32_t num_collisions : 27;

  uint32_t num_slots() const { return uint32_t(1) << log_slots; }
  gmon_slot *slots() { return reinterpret_cast<gmon_slot *>(this + 1); }
  const gmon_slot *slots() const {
    return reinterpret_cast<const gmon_slot *>(this + 1);
  }
  static size_t size(uint32_t num_slots) {
    return sizeof(call_table) + num_slots * sizeof(gmon_slot);
  }
};

/// The header of a block of tables, which follow it one after the other.
struct table_block {
  table_block *next; ///< the region's previous block
  uint32_t used;     ///< number of bytes that tables use
  uint32_t size;     ///< number of bytes for tables

  char *tables() { return reinterpret_cast<char *>(this + 1); }
  const char *tables() const {
    return reinterpret_cast<const char *>(this + 1);
  }
};

/// A slot of mcount's table: the calls from one address to another.
struct mcount_slot {
  uintptr_t caller; ///< return address
  uintptr_t self;   ///< an address in the called function
  uint64_t count;
  /// Where __cyg_profile_func_enter was called; 0 for mcount.
  uintptr_t hook;
};

/// The header of mcount's table; the slots follow it. The processor's assembly
/// file knows the layout.
struct mcount_table {
  uint64_t mask;      ///< (number of slots - 1) * size of a slot
  mcount_table *next; ///< the region's previous table
  uint64_t num_collisions;
  uint64_t reserved;

  mcount_slot *slots() { return reinterpret_cast<mcount_slot *>(this + 1); }
  const mcount_slot *slots() const {
    return reinterpret_cast<const mcount_slot *>(this + 1);
  }
  uint64_t num_slots() const { return mask / sizeof(mcount_slot) + 1; }
};

/// The header of a region.
struct region {
  region *next;
  uint64_t owner; ///< see lease_list
  intptr_t bias;
  char *begin; ///< of the mapping: a pointer to the header, and the copy
  size_t size; ///< of the mapping
  table_block *tables;         ///< includes tables that were replaced
  mcount_table *mcount_tables; ///< includes tables that were replaced
  arc_table arcs;              ///< calls that are in no table
  /// Such calls whose callers have no offset; by number (counting/callers.h).
  arc_table far_arcs;
  arena memory;
  arena::chunk first_memory;
  /// Set while the owner changes its tables: meanwhile handlers count in
  /// `arcs`.
  uint32_t busy;
  char name[16];         ///< the thread's, when it leased the region
  uint64_t hidden_calls; ///< calls that belong to no profile
  uint32_t table_bytes;  ///< size of all functions' tables
  bool is_one_of_many;   ///< not one of the first: its tables stay small
};

/// Keeps the compiler from reordering stores: a signal handler in this thread
/// would see the wrong order.
inline void order_for_handlers() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/// The region whose copy is the template, for threads that cannot have a
/// region. All threads may add to its arcs; it has no tables.
extern region shared_region;

/// The region of the threads that begin children without a profile. Its copy is
/// shared by all children, and so are the slots behind it, which serve all
/// functions: each record has the same table, whichever child writes it.
extern region unread_region;

/// These slots, whose number is a power of 2.
gmon_slot *unread_slots();
uint32_t num_unread_slots();

/// Maps that region, before a fork. Async-signal-safe.
void prepare_unread_region();

/// Memory for that region's arcs when the system has none.
extern arena reserved_memory;

/// Whether a thread has had no memory for a region.
bool lacks_regions();

/// How often begin_regions_of_child() was called.
extern uint32_t num_resets;

/// While such an object exists, the owner changes the region's tables.
/// Async-signal-safe.
class region_busy {
public:
  explicit region_busy(region *own) : own(own) {
    own->busy = 1;
    order_for_handlers();
  }
  ~region_busy() {
    order_for_handlers();
    own->busy = 0;
  }

  /// Whether a handler has forked meanwhile, and this is the child: a table may
  /// be half made.
  bool was_reset() const {
    order_for_handlers();
    return __atomic_load_n(&num_resets, __ATOMIC_RELAXED) != resets;
  }

private:
  region *own;
  uint32_t resets = __atomic_load_n(&num_resets, __ATOMIC_RELAXED);
};

/// Counts a call in the region's arcs. Async-signal-safe.
void count_in_arcs(region *own, uintptr_t caller, uintptr_t self);

/// Copies the name of this thread to its region `own`. Async-signal-safe, and
/// calls no function of the C library.
void record_thread_name(region *own);

/// Returns this thread's region, after leasing one if necessary, or the shared
/// region. Async-signal-safe.
region *current_region();

/// for_each_region() calls `visit` with each region, including the shared one.
/// Async-signal-safe.
region *first_region();
template <typename Function> void for_each_region(Function visit) {
  visit(&shared_region);
  for (region *r = first_region(); r; r = r->next)
    visit(r);
}

/// Returns the descriptor of the table's function. Async-signal-safe.
inline const gmon_descriptor *function_of(const call_table *table) {
  return reinterpret_cast<const gmon_descriptor *>(
      offset_address(table->function));
}

/// Calls `visit` with each function's table, including tables that were
/// replaced. Async-signal-safe.
template <typename Function>
void for_each_table(const region *r, Function visit) {
  const auto *block = __atomic_load_n(&r->tables, __ATOMIC_ACQUIRE);
  while (block) {
    uint32_t used = __atomic_load_n(&block->used, __ATOMIC_ACQUIRE);
    for (uint32_t offset = 0; offset < used;) {
      auto *table =
          reinterpret_cast<const call_table *>(block->tables() + offset);
      visit(table);
      offset += uint32_t(call_table::size(table->num_slots()));
    }
    block = __atomic_load_n(&block->next, __ATOMIC_ACQUIRE);
  }
}
/// Returns the region's copy of the section; for the shared region, the
/// template.
const char *copy_of(const region *r);

/// Returns the address in the copy `data` that corresponds to `place` in the
/// template.
char *in_copy(char *data, uintptr_t place);

/// Whether `place` is in the template, of which regions have copies.
bool is_in_template(uintptr_t place);

/// Whether the module's code calls hooks. Async-signal-safe.
bool has_hooks();

/// Calls `visit` with each thread that leased a region, including threads that
/// are gone. Async-signal-safe.
void for_each_thread(void (*visit)(uint32_t thread));

/// Finds out whether the segment register can be used. Called once, at the
/// start.
void prepare_regions();

/// After a fork: records the new ids of the process and of its only thread.
void adopt_region(int32_t process);

/// In the child of a fork: resets the counts of all regions. If the child has
/// no profile, its thread uses the unread region from now on, if there is one.
void begin_regions_of_child(bool is_profiled);

/// Frees the memory of all regions, because the module is being unloaded. No
/// other thread runs its code. Clears this thread's words; the other threads'
/// words are unloaded, too.
void release_regions();

/// Clears a word of this thread that points into its region, if such a word
/// exists.
extern void (*forget_region)();

} // namespace gmon

#endif // GMON_RT_COUNTING_REGIONS_H
