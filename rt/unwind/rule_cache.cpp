//===-- rule_cache.cpp - The rules that were needed before ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See unwind/rule_cache.h.
//
//===----------------------------------------------------------------------===//

#include "unwind/rule_cache.h"
#include "base/memory.h"

namespace gmon {

constinit rule_cache known_rules = {};

void rule_cache::prepare() {
  if (entries)
    return;
  auto *made = static_cast<entry *>(
      map_zeros((size_t(1) << log_entries) * sizeof(entry)));
  __atomic_store_n(&entries, made, __ATOMIC_RELEASE);
}

void rule_cache::add(uintptr_t pc, bool is_exact, const short_rules &rules) {
  entry *all = __atomic_load_n(&entries, __ATOMIC_ACQUIRE);
  uint64_t key = key_of(pc, is_exact);
  // No such address would find itself again.
  if (!all || uintptr_t(key >> 1) != pc || pc == 0)
    return;
  entry *slot = &all[index(key)];
  uint64_t word = __atomic_load_n(&slot->key, __ATOMIC_RELAXED);
  uint64_t other = __atomic_load_n(&slot[1].key, __ATOMIC_RELAXED);
  // The address's own entry, else an empty one, else the one that was replaced
  // less often.
  bool use_other = (other & key_mask) == key;
  if (!use_other && (word & key_mask) != key)
    use_other =
        (word != 0 && other == 0) || (word >> 50 > other >> 50 && other != 0);
  if (use_other) {
    ++slot;
    word = other;
  }
  uint64_t next = (word & ~key_mask) + one_version;
  if ((word & busy) ||
      !__atomic_compare_exchange_n(&slot->key, &word, next | key | busy, false,
                                   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  __atomic_thread_fence(__ATOMIC_RELEASE);
  uint64_t copy[num_words];
  __builtin_memcpy(copy, &rules, sizeof(rules));
  for (size_t i = 0; i != num_words; ++i)
    __atomic_store_n(&slot->words[i], copy[i], __ATOMIC_RELAXED);
  __atomic_store_n(&slot->key, next | key, __ATOMIC_RELEASE);
}

} // namespace gmon
