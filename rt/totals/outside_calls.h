//===-- outside_calls.h - Calls from other modules --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls that the profile has from GMON_OUTSIDE_SYMBOL, by call site: for
// the sidecar file, which knows the other modules. As in totals.h, the counts
// of the time while profiling was stopped, and those from before a fork or a
// reset, are stored and subtracted.
//
// The process is locked during all calls. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_OUTSIDE_CALLS_H
#define GMON_RT_TOTALS_OUTSIDE_CALLS_H

#include "process/process.h"

namespace gmon {

/// Calls `visit` with the calls in the profile whose caller is in no code of
/// this module, each pair of addresses once. Without memory, some or all calls
/// are omitted.
void for_each_outside_call(bool stopped, outside_visitor *visit,
                           void *argument);

/// Stops or resumes counting such calls.
void stop_outside_calls(bool stopped);

/// Removes the calls from the profile whose callers `holds` has; null means
/// all.
void clear_outside_calls(bool stopped, bool (*holds)(uintptr_t address));

/// Forgets what is subtracted, as forget_excluded() does.
void forget_outside_calls();

} // namespace gmon

#endif // GMON_RT_TOTALS_OUTSIDE_CALLS_H
