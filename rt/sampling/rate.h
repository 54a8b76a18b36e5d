//===-- rate.h - How often samples are taken --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The setting hz, as a rate and as a period.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_RATE_H
#define GMON_RT_SAMPLING_RATE_H

#include "base/time.h"
#include "settings/options.h"

#include <stdint.h>

namespace gmon {

/// Async-signal-safe.
inline uint32_t samples_per_second() { return options().hz; }

/// Nanoseconds between two samples of a thread. Async-signal-safe.
inline uint64_t sample_period() {
  return uint64_t(nanoseconds_per_second) / samples_per_second();
}

} // namespace gmon

#endif // GMON_RT_SAMPLING_RATE_H
