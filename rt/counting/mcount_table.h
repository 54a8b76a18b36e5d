//===-- mcount_table.h - Calls of code without own tables -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of a thread that counts the calls of code compiled with -pg or
// -finstrument-functions by another compiler. The processor's assembly file
// searches it, too.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_MCOUNT_TABLE_H
#define GMON_RT_COUNTING_MCOUNT_TABLE_H

#include "base/arch.h"
#include "counting/regions.h"

// Offset of the thread's table from no_table. It is 0 at first and needs no
// relocation: the resolver of an ifunc runs before relocations are done.
extern "C" __thread intptr_t __gmon_mcount_table
    __attribute__((visibility("hidden"), tls_model(GMON_TLS_MODEL)));

namespace gmon {

/// The table of a thread that has none yet: one slot, for no function.
extern constinit struct no_table {
  mcount_table table;
  mcount_slot slot;
} no_table __asm__("__gmon$no_table") __attribute__((visibility("hidden")));

inline mcount_slot *slot_of(mcount_table *table, uintptr_t caller,
                            uintptr_t self) {
  uint64_t offset = (caller + self) / 2 * sizeof(mcount_slot) & table->mask;
  return table->slots() + offset / sizeof(mcount_slot);
}

/// Counts a call like __gmon_count_arc, if it has a slot in the table of this
/// thread. Returns false if it has none. Async-signal-safe.
inline bool count_in_known_slot(uintptr_t caller, uintptr_t self,
                                uintptr_t hook) {
  auto *table = reinterpret_cast<mcount_table *>(
      reinterpret_cast<intptr_t>(&no_table) + __gmon_mcount_table);
  mcount_slot *slot = slot_of(table, caller, self);
  if (slot->caller != caller || slot->self != self || slot->hook != hook)
    return false;
  count_up(&slot->count);
  return true;
}

} // namespace gmon

#endif // GMON_RT_COUNTING_MCOUNT_TABLE_H
