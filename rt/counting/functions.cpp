//===-- functions.cpp - The functions of the module -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "counting/functions.h"
#include "counting/hooks.h"

namespace gmon {

/// The result of find_records(), once it is known: the end is set last.
static record_section known;

record_section find_records() {
  if (auto *last = __atomic_load_n(&known.last, __ATOMIC_ACQUIRE))
    return {__atomic_load_n(&known.first, __ATOMIC_RELAXED), last};
  const gmon_descriptor *some = some_function();
  uintptr_t low, high;
  if (!some || !segment_of(reinterpret_cast<uintptr_t>(some), low, high))
    return {};
  // Symbols for the section's bounds would make the linker keep all functions.
  // So this searches for the bounds by the magic number.
  low = (low + 3) / 4 * 4;
  const auto *begin = reinterpret_cast<const uint32_t *>(low),
             *end = begin + (high - low) / sizeof(*begin),
             *at = reinterpret_cast<const uint32_t *>(some);
  record_section found = {at, at};
  // A record ends where the one behind it begins, which tells its head from
  // other words.
  constexpr uint32_t most = 2 + 3 * GMON_GROUP_MAX;
  for (uint32_t back = 1; back <= most && found.first - begin >= back; ++back)
    if (at = found.first - back;
        has_magic(*at) && gmon_record_words(*at) == back) {
      found.first = at;
      back = 0;
    }
  while (end - found.last >= 2 && has_magic(*found.last) &&
         end - found.last >= gmon_record_words(*found.last))
    found.last += gmon_record_words(*found.last);
  __atomic_store_n(&known.first, found.first, __ATOMIC_RELAXED);
  __atomic_store_n(&known.last, found.last, __ATOMIC_RELEASE);
  return found;
}

} // namespace gmon
