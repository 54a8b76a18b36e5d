//===-- regions.h - Each thread's copy of the counts ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region is what one thread at a time counts in: a copy of the section
// GMON_DATA_SECTION, the functions' tables, and a table of arcs for the rest.
//
// A thread leases a region at its first call and has it for as long as it
// lives. Nothing happens when it ends: its counts stay where they are, the
// profile is the sum over all regions, and a later thread that leases the
// region goes on adding to them. So there is nothing to merge, calls made by
// the last destructor of a thread are counted like any other, and a thread need
// not be one that the thread library knows. Memory is bounded by the number of
// threads that live at the same time.
//
// A region's owner is gone when the kernel no longer knows its thread id.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_REGIONS_H
#define GMON_RT_COUNTING_REGIONS_H

#include "gmon/abi.h"
#include "counting/arcs.h"
#include "base/leases.h"
#include "process/module.h"

// The thread's words. Initial-exec, because hooks read the bias without a call;
// except for a C library that has room for such words only in what it loads at
// the start, musl.
#ifdef GMON_DYNAMIC_TLS
#define GMON_TLS_MODEL "global-dynamic"
#else
#define GMON_TLS_MODEL "initial-exec"
#endif
extern "C" __thread intptr_t __gmon_bias
    __attribute__((visibility("hidden"), tls_model(GMON_TLS_MODEL)));

namespace gmon {

/// The callers of one function in one region; its slots follow it.
struct call_table {
  uint32_t function; ///< offset of its descriptor
  uint32_t log_slots : 5;
  /// Calls whose callers collide, and which a larger table would take.
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

/// Tables, one behind the other; they follow it.
struct table_block {
  table_block *next; ///< the region's previous one
  uint32_t used;     ///< bytes of tables
  uint32_t size;     ///< bytes that there are for them

  char *tables() { return reinterpret_cast<char *>(this + 1); }
  const char *tables() const {
    return reinterpret_cast<const char *>(this + 1);
  }
};

/// Calls of `mcount` from one address to another.
struct call_site {
  uintptr_t from; ///< return address
  uintptr_t self; ///< an address in the called function
  uint64_t count;
  uint64_t reserved;
};

/// Call sites, found by their addresses; they follow it. Known to the
/// processor's assembly file.
struct site_table {
  uint64_t mask;    ///< (number of sites - 1) * size of a site
  site_table *next; ///< the region's previous table
  uint64_t num_collisions;
  uint64_t reserved;

  call_site *sites() { return reinterpret_cast<call_site *>(this + 1); }
  const call_site *sites() const {
    return reinterpret_cast<const call_site *>(this + 1);
  }
  uint64_t num_sites() const { return mask / sizeof(call_site) + 1; }
};

struct region {
  region *next;
  uint64_t owner; ///< see lease_list
  intptr_t bias;
  table_block *tables; ///< all, those that were replaced too
  site_table *sites;   ///< likewise
  arc_table arcs;      ///< what has no place in either
  arena memory;
  /// Set while the owner changes its tables: handlers keep to `arcs` then.
  uint32_t busy;
  char name[16];         ///< of the thread; of these three, see
  uint64_t samples;      ///< output/thread_counts.h
  uint64_t hidden_calls; ///< that are not to be shown
  uint32_t table_bytes;  ///< that functions' tables have been given
  bool is_one_of_many;   ///< so tables are small where they can be
  /// Its counters may be those of functions that no table or arc of it notes.
  bool has_counts_of_others;
};

/// Keeps the compiler from moving stores across, which a signal handler in this
/// thread would see in the wrong order.
inline void order_for_handlers() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/// The template's region: for calls of threads that cannot have one of their
/// own. All threads may add to its arcs; it has no tables.
extern region shared_region;

/// While one exists, the owner changes the region's tables. Async-signal-safe.
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

private:
  region *own;
};

/// Counts a call in the region's arcs. Async-signal-safe.
void count_in_arcs(region *own, uintptr_t from, uintptr_t self);

/// A key of `arcs` that notes that a function was executed; its count means
/// nothing.
inline uint64_t executed_key(const gmon_descriptor *function) {
  return uint64_t(no_offset) << 32 |
         module_offset(reinterpret_cast<uintptr_t>(function));
}

/// Notes the name of this thread, whose region `own` is. Async-signal-safe, and
/// calls nothing of the C library.
void note_thread_name(region *own);

/// The region of this thread, leased if need be, or the shared one. Async-
/// signal-safe.
region *current_region();

/// Calls `visit` with each region. Async-signal-safe.
region *first_region();
template <typename Function> void for_each_region(Function visit) {
  visit(&shared_region);
  for (region *each = first_region(); each; each = each->next)
    visit(each);
}

/// The descriptor of the table's function. Async-signal-safe.
inline const gmon_descriptor *function_of(const call_table *table) {
  return reinterpret_cast<const gmon_descriptor *>(
      offset_address(table->function));
}

/// Calls `visit` with each function's table, those that were replaced too. Async-
/// signal-safe.
template <typename Function>
void for_each_table(const region *of, Function visit) {
  const auto *block = __atomic_load_n(&of->tables, __ATOMIC_ACQUIRE);
  while (block) {
    uint32_t used = __atomic_load_n(&block->used, __ATOMIC_ACQUIRE);
    for (uint32_t at = 0; at < used;) {
      auto *table = reinterpret_cast<const call_table *>(block->tables() + at);
      visit(table);
      at += uint32_t(call_table::size(table->num_slots()));
    }
    block = __atomic_load_n(&block->next, __ATOMIC_ACQUIRE);
  }
}
/// The region's copy of the section; the template, for the shared one.
const char *copy_of(const region *of);

/// What is at `place` of the template, in a copy of it.
char *in_copy(char *data, uintptr_t place);

/// Whether code of the module calls hooks. Async-signal-safe.
bool has_hooks();

/// Calls `visit` with each thread that has a region, or had one and is gone.
/// Async-signal-safe.
void for_each_thread(void (*visit)(uint32_t thread));

/// Finds out what threads can count by. Called once, at the start.
void prepare_regions();

/// Whether code of this module counts by a segment register.
bool counts_by_segment();

/// Tells that the process has a new id, and its one thread too: after a fork.
void adopt_region();

/// Gives the memory of all regions back: the module is being unloaded, and no
/// other thread runs its code. Threads' own words go with it; those of this
/// thread are cleared.
void release_regions();

/// Clears a word of this thread that points into its region, if there is one.
extern void (*forget_region)();

} // namespace gmon

#endif // GMON_RT_COUNTING_REGIONS_H
