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

/// The result of find_descriptors(), once it is known: the end is set last.
static descriptor_section known;

descriptor_section find_descriptors() {
  if (auto *last = __atomic_load_n(&known.last, __ATOMIC_ACQUIRE))
    return {__atomic_load_n(&known.first, __ATOMIC_RELAXED), last};
  const gmon_descriptor *some = some_function();
  uintptr_t low, high;
  if (!some || !segment_of(reinterpret_cast<uintptr_t>(some), low, high))
    return {};
  // Symbols for the section's bounds would make the linker keep all functions.
  // So this searches for the bounds by the magic numbers.
  static_assert(sizeof(gmon_descriptor) == sizeof(gmon_call_site) &&
                sizeof(gmon_descriptor) == sizeof(gmon_outgoing_call) &&
                sizeof(gmon_descriptor) == sizeof(gmon_piece_counters));
  auto is_descriptor = [&](const gmon_descriptor *at) {
    auto address = reinterpret_cast<uintptr_t>(at);
    return address >= low && high - address >= sizeof(*at) &&
           (has_magic(at, GMON_DESCRIPTOR_MAGIC) ||
            has_magic(at, GMON_CALL_SITE_MAGIC) ||
            has_magic(at, GMON_OUTGOING_CALL_MAGIC) ||
            has_magic(at, GMON_PIECE_COUNTERS_MAGIC));
  };
  descriptor_section found = {some, some};
  while (is_descriptor(found.first - 1))
    --found.first;
  while (is_descriptor(found.last))
    ++found.last;
  __atomic_store_n(&known.first, found.first, __ATOMIC_RELAXED);
  __atomic_store_n(&known.last, found.last, __ATOMIC_RELEASE);
  return found;
}

} // namespace gmon
