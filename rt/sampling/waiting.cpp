//===-- waiting.cpp - What a thread waits in ------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the C library's unwind tables to its caller. If the caller is not
// instrumented, or there are no tables, takes the first word on the stack that
// is behind a call in an instrumented module for the return address. An earlier
// call may have left that word there.
//
//===----------------------------------------------------------------------===//

#include "sampling/waiting.h"
#include "sampling/return_address.h"
#include "process/process.h"
#include "sampling/unwind.h"

namespace gmon {

static bool is_profiled(uintptr_t pc) {
  bool found = false;
  for_each_member_unlocked([&](member &each) { found |= each.holds(pc); });
  return found;
}

/// Returns the first word from `sp` on that looks like a return address into an
/// instrumented module, or 0.
static uintptr_t scan_stack(uintptr_t sp) {
  constexpr uintptr_t page = 4096;
  constexpr int most_pages = 8;
  static uintptr_t words[page / sizeof(uintptr_t)];
  for (int i = 0; i != most_pages; ++i) {
    uintptr_t size = page - sp % page;
    // This fails if the thread and its stack are gone.
    if (!read_memory(sp, words, size))
      return 0;
    for (uintptr_t at = 0; at != size / sizeof(uintptr_t); ++at)
      if (is_profiled(words[at] - 8) && is_profiled(words[at]) &&
          follows_call(words[at]))
        return words[at];
    sp += size;
  }
  return 0;
}

uintptr_t find_waiting(uintptr_t pc, uintptr_t sp) {
  if (is_profiled(pc))
    return pc;
  constexpr int most_calls = 32;
  for (int i = 0; i != most_calls && unwind_call(pc, sp, i == 0); ++i)
    if (is_profiled(pc))
      return pc - 1;
  uintptr_t found = scan_stack(sp);
  return found ? found - 1 : 0;
}

} // namespace gmon
