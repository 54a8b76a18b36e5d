//===-- gmon_sources.h - Source counters ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the module's source counters are: see gmon/abi.h. What they mean is for
// the analyzer to find out.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_SOURCES_H
#define GMON_SOURCES_H

#include "gmon/abi.h"
#include "gmon_module.h"

#include <stddef.h>

extern "C" {
/// Bounds of what is said about source counters; null if there are none.
extern const char __start_gmon_source[]
    __attribute__((weak, visibility("hidden")));
extern const char __stop_gmon_source[]
    __attribute__((weak, visibility("hidden")));
}

namespace gmon {

/// Counters of one function: their first, in the template, and their number.
struct source_counters {
  uint64_t key;
  uint64_t *first;
  uint32_t count;
};

/// Calls `see` with the counters of each function. Async-signal-safe.
template <typename Function> void for_each_source(Function see) {
  for (const char *at = __start_gmon_source; at != __stop_gmon_source;) {
    auto *sources = reinterpret_cast<const gmon_sources *>(at);
    auto *functions =
        reinterpret_cast<const gmon_source_function *>(sources + 1);
    auto *counters =
        reinterpret_cast<uint64_t *>(offset_target(sources->counters));
    for (uint32_t i = 0; i != sources->num_functions; ++i) {
      see(source_counters{functions[i].key, counters,
                          functions[i].num_counters});
      counters += functions[i].num_counters;
    }
    at = reinterpret_cast<const char *>(functions + sources->num_functions);
  }
}

} // namespace gmon

#endif // GMON_SOURCES_H
