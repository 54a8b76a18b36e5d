//===-- sources.h - Source counters -----------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the module's source counters: see gmon/abi.h. The analyzer interprets
// them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_SOURCES_H
#define GMON_RT_TOTALS_SOURCES_H

#include "gmon/abi.h"
#include "process/module.h"

#include <stddef.h>

extern "C" {
/// Bounds of the descriptions of source counters; null if there are none.
extern const char __start_gmon_source[]
    __attribute__((weak, visibility("hidden")));
extern const char __stop_gmon_source[]
    __attribute__((weak, visibility("hidden")));
}

namespace gmon {

/// The counters of one function: the first in the template, and the number.
struct source_counters {
  uint64_t key;
  uint64_t *first;
  uint32_t count;
};

/// Calls `visit` with each function's counters. Async-signal-safe.
template <typename Function> void for_each_source(Function visit) {
  for (const char *record = __start_gmon_source; record != __stop_gmon_source;
       record += sizeof(gmon_source)) {
    auto *source = reinterpret_cast<const gmon_source *>(record);
    visit(source_counters{
        source->key,
        reinterpret_cast<uint64_t *>(offset_target(source->counters)),
        source->num_counters});
  }
}

} // namespace gmon

#endif // GMON_RT_TOTALS_SOURCES_H
