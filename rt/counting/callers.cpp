//===-- callers.cpp - Callers in other modules ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of arcs keeps the numbers, since it needs no lock: its keys are
// return addresses, and the numbers are where it has counts.
//
//===----------------------------------------------------------------------===//

#include "counting/callers.h"

namespace gmon {

static constinit arc_table numbers = {};
static uint32_t last_number;

uint32_t number_of_caller(arena &memory, uintptr_t from) {
  arc *place = numbers.arc_of(memory, from);
  if (!place)
    return 0;
  uint64_t number = __atomic_load_n(&place->count, __ATOMIC_ACQUIRE);
  if (number)
    return uint32_t(number);
  uint32_t next = __atomic_add_fetch(&last_number, 1, __ATOMIC_RELAXED);
  // If a thread or handler was faster, its number stays, and this one is
  // unused.
  if (__atomic_compare_exchange_n(&place->count, &number, next, false,
                                  __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return next;
  return uint32_t(number);
}

uint32_t last_caller() {
  return __atomic_load_n(&last_number, __ATOMIC_ACQUIRE);
}

const arc_table &numbered_callers() { return numbers; }

void forget_callers() {
  numbers.forget();
  last_number = 0;
}

} // namespace gmon
