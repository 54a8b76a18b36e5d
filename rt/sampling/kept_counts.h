//===-- kept_counts.h - Calls of threads in libraries that end --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With threads=1. A library's runtime leaves the process when the library is
// unloaded, or when its destructors run at exit. Its profile stays, and later
// sidecar files describe that profile, too. So the host keeps how many calls of
// the library each thread made. A library that is loaded again replaces its
// profile, and these numbers.
//
// The process is locked during all calls. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_KEPT_COUNTS_H
#define GMON_RT_SAMPLING_KEPT_COUNTS_H

#include "process/process.h"

namespace gmon {

/// Keeps the calls of each thread in the library `leaving`. Without memory,
/// they are lost.
void keep_thread_counts(member &leaving);

/// Forgets the calls of the library `entering` when it was loaded before.
void drop_thread_counts(member &entering);

/// Calls `visit` with the calls of each thread, once for each library.
void for_each_kept_count(calls_visitor *visit, void *to);

/// Forgets the calls that are kept.
void forget_thread_counts();

} // namespace gmon

#endif // GMON_RT_SAMPLING_KEPT_COUNTS_H
