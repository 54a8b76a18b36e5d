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

descriptor_section find_descriptors() {
  const gmon_descriptor *some = some_function();
  uintptr_t low, high;
  if (!some || !segment_of(reinterpret_cast<uintptr_t>(some), low, high))
    return {};
  // Symbols for the section's bounds would make the linker keep all functions.
  // So this searches for the bounds by the magic numbers.
  static_assert(sizeof(gmon_descriptor) == sizeof(gmon_call_site));
  auto is_descriptor = [&](const gmon_descriptor *at) {
    auto address = reinterpret_cast<uintptr_t>(at);
    return address >= low && high - address >= sizeof(*at) &&
           (at->magic == GMON_DESCRIPTOR_MAGIC ||
            at->magic == GMON_CALL_SITE_MAGIC);
  };
  descriptor_section found = {some, some};
  while (is_descriptor(found.first - 1))
    --found.first;
  while (is_descriptor(found.last))
    ++found.last;
  return found;
}

} // namespace gmon
