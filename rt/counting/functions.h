//===-- functions.h - The functions of the module ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the descriptors that the pass plugin generated, and finds each
// function's counters in a copy of the template. Everything here is
// async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_FUNCTIONS_H
#define GMON_RT_COUNTING_FUNCTIONS_H

#include "counting/regions.h"
#include "gmon/abi.h"
#include "process/module.h"

#include <stdint.h>

namespace gmon {

template <typename Kind> Kind *in_copy(char *data, uintptr_t place) {
  return reinterpret_cast<Kind *>(in_copy(data, place));
}

/// Returns the counters in the copy `data`; `first` is the first counter in the
/// template.
inline uint64_t *counters_in(char *data, const uint64_t *first) {
  return in_copy<uint64_t>(data, reinterpret_cast<uintptr_t>(first));
}

inline const uint64_t *counters_in(const char *data, const uint64_t *first) {
  return counters_in(const_cast<char *>(data), first);
}

/// Returns the function's first counter in the template.
inline const uint64_t *first_counter(const gmon_descriptor *function) {
  return reinterpret_cast<const uint64_t *>(offset_target(function->counters));
}

/// The section of descriptors, which contains functions, call sites, outgoing
/// calls and counters of pieces, all of one size. Empty if no function of the
/// module was ever executed. Async-signal-safe.
struct descriptor_section {
  const gmon_descriptor *first, *last;
};
descriptor_section find_descriptors();

/// Whether the record at `at` begins with `magic`. Numbers in memory, in front
/// of or behind the section, must not be taken for records: the code has
/// another one.
inline bool has_magic(const gmon_descriptor *at, uint64_t magic) {
  uint64_t inverted = ~magic;
  __asm__("" : "+r"(inverted));
  return at->magic == ~inverted;
}

/// Calls `visit` with each instrumented function of the module.
/// Async-signal-safe.
template <typename Function> void for_each_function(Function visit) {
  for (auto [at, last] = find_descriptors(); at != last; ++at)
    if (has_magic(at, GMON_DESCRIPTOR_MAGIC))
      visit(at);
}

/// Calls `visit` with each call site of the module whose caller the linker
/// kept. Call sites of one caller are adjacent. Async-signal-safe.
template <typename Function> void for_each_call_site(Function visit) {
  for (auto [at, last] = find_descriptors(); at != last; ++at)
    if (has_magic(at, GMON_CALL_SITE_MAGIC))
      visit(reinterpret_cast<const gmon_call_site *>(at));
}

/// Calls `visit` with each outgoing call of the module whose caller the linker
/// kept. Those of one caller are adjacent. Async-signal-safe.
template <typename Function> void for_each_outgoing_site(Function visit) {
  for (auto [at, last] = find_descriptors(); at != last; ++at)
    if (has_magic(at, GMON_OUTGOING_CALL_MAGIC))
      visit(reinterpret_cast<const gmon_outgoing_call *>(at));
}

/// Calls `visit` with each group of counters of pieces whose function the
/// linker kept. Async-signal-safe.
template <typename Function> void for_each_piece_counters(Function visit) {
  for (auto [at, last] = find_descriptors(); at != last; ++at)
    if (has_magic(at, GMON_PIECE_COUNTERS_MAGIC))
      visit(reinterpret_cast<const gmon_piece_counters *>(at));
}

/// Returns the first of these counters in the template.
inline const uint64_t *first_counter(const gmon_piece_counters *pieces) {
  return reinterpret_cast<const uint64_t *>(offset_target(pieces->counters));
}

/// Returns the counter of the call in the template.
inline const uint64_t *counter_of(const gmon_outgoing_call *call) {
  return reinterpret_cast<const uint64_t *>(offset_target(call->counter));
}

} // namespace gmon

#endif // GMON_RT_COUNTING_FUNCTIONS_H
