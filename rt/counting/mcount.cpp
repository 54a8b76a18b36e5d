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
//===----------------------------------------------------------------------===//

#include "base/arch.h"
#include "counting/hooks.h"
#include "process/process.h"
#include "counting/regions.h"

// Offset of the thread's table from no_sites. It is 0 at first and needs no
// relocation: the resolver of an ifunc runs before relocations are done.
extern "C" __thread intptr_t __gmon_sites
    __attribute__((visibility("hidden"), tls_model(GMON_TLS_MODEL)));

__thread intptr_t __gmon_sites;

namespace gmon {

/// The table of a thread that has none yet: one slot, for no function.
extern constinit struct no_sites {
  site_table table;
  call_site site;
} no_sites __asm__("__gmon$no_sites") __attribute__((visibility("hidden")));

constinit struct no_sites no_sites = {};

static void use_sites(const site_table *table) {
  __gmon_sites =
      reinterpret_cast<intptr_t>(table) - reinterpret_cast<intptr_t>(&no_sites);
}

static constexpr uint64_t first_sites = 1024;
static constexpr uint64_t most_sites = 65536;

static site_table *make_sites(region *own, uint64_t num_sites) {
  auto *table = static_cast<site_table *>(
      own->memory.allocate(sizeof(site_table) + num_sites * sizeof(call_site)));
  if (!table)
    return nullptr;
  table->mask = (num_sites - 1) * sizeof(call_site);
  table->next = own->sites;
  __atomic_store_n(&own->sites, table, __ATOMIC_RELEASE);
  return table;
}

static call_site *site_of(site_table *table, uintptr_t from, uintptr_t self) {
  uint64_t at = (from + self) / 2 * sizeof(call_site) & table->mask;
  return table->sites() + at / sizeof(call_site);
}

/// Counts a call in the thread's table. Returns false if another pair has its
/// slot.
static bool count_at_site(region *own, uintptr_t from, uintptr_t self) {
  site_table *table = own->sites;
  if (!table && !(table = make_sites(own, first_sites)))
    return false;
  forget_region = [] { __gmon_sites = 0; };
  // If the region had an earlier owner, its table exists.
  use_sites(table);
  call_site *site = site_of(table, from, self);
  if (!site->self) {
    site->from = from;
    site->self = self;
  }
  if (site->from == from && site->self == self) {
    count_up(&site->count);
    return true;
  }
  uint64_t num_sites = table->num_sites();
  if (++table->num_collisions > num_sites && num_sites < most_sites)
    if (site_table *larger = make_sites(own, num_sites * 4))
      use_sites(larger);
  return false;
}

} // namespace gmon

using namespace gmon;

void __gmon_count_arc(uintptr_t from, uintptr_t self) {
  if (is_sealed())
    return;
  region *own = current_region();
  bool counted = false;
  if (own != &shared_region && !own->busy) {
    region_busy busy(own);
    counted = count_at_site(own, from, self);
  }
  if (!counted)
    count_in_arcs(own, from, self);
}

#ifndef __x86_64__
/// mcount, called with the caller's return address as an ordinary argument.
extern "C" __attribute__((visibility("hidden"))) void _mcount(uintptr_t from) {
  auto self = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  auto *table = reinterpret_cast<site_table *>(
      reinterpret_cast<intptr_t>(&no_sites) + __gmon_sites);
  call_site *site = site_of(table, from, self);
  if (site->from == from && site->self == self) {
    count_up(&site->count);
    return;
  }
  __gmon_count_arc(from, self);
}
#endif
