//===-- rule_cache.h - The rules that were needed before --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of rules by address, of a fixed size. An entry fills a line of the
// processor's cache. Its first word has the address, a version, and a bit that
// says that a thread writes the entry. A reader that saw that word change has
// found nothing. A handler that interrupts a writer leaves the entry to it.
// Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_RULE_CACHE_H
#define GMON_RT_UNWIND_RULE_CACHE_H

#include "unwind/short_rules.h"

#include <stddef.h>
#include <string.h>

namespace gmon {

class rule_cache {
public:
  /// Maps the table. Not for signal handlers.
  void prepare();

  /// Finds the rules of the address `pc`, or returns false. `is_exact`
  /// distinguishes an instruction that was interrupted from one that called.
  bool find(uintptr_t pc, bool is_exact, short_rules &rules) const {
    const entry *all = __atomic_load_n(&entries, __ATOMIC_ACQUIRE);
    if (!all)
      return false;
    uint64_t key = key_of(pc, is_exact);
    const entry *slot = &all[index(key)];
    return slot->read(key, rules) || (slot + 1)->read(key, rules);
  }

  void add(uintptr_t pc, bool is_exact, const short_rules &rules);

private:
  static constexpr size_t num_words = sizeof(short_rules) / sizeof(uint64_t);
  static_assert(num_words < 8);
  static constexpr unsigned log_entries = 13;

  /// The parts of the first word.
  static constexpr uint64_t key_mask = (uint64_t(1) << 49) - 1;
  static constexpr uint64_t busy = uint64_t(1) << 49;
  static constexpr uint64_t one_version = uint64_t(1) << 50;

  struct alignas(64) entry {
    bool read(uint64_t wanted, short_rules &rules) const {
      uint64_t before = __atomic_load_n(&key, __ATOMIC_ACQUIRE);
      if ((before & (key_mask | busy)) != wanted)
        return false;
      uint64_t copy[num_words];
      for (size_t i = 0; i != num_words; ++i)
        copy[i] = __atomic_load_n(&words[i], __ATOMIC_RELAXED);
      __atomic_thread_fence(__ATOMIC_ACQUIRE);
      if (__atomic_load_n(&key, __ATOMIC_RELAXED) != before)
        return false;
      __builtin_memcpy(&rules, copy, sizeof(rules));
      return true;
    }

    uint64_t key;
    uint64_t words[num_words];
  };

  static uint64_t key_of(uintptr_t pc, bool is_exact) {
    return (uint64_t(pc) << 1 | is_exact) & key_mask;
  }
  static size_t index(uint64_t key) {
    // An address may be in either entry of a pair.
    return size_t(key * 0x9e3779b97f4a7c15 >> (65 - log_entries)) * 2;
  }

  entry *entries = nullptr;
};

/// The cache of walk_stack().
extern rule_cache known_rules;

} // namespace gmon

#endif // GMON_RT_UNWIND_RULE_CACHE_H
