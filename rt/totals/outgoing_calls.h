//===-- outgoing_calls.h - Calls of functions without a hook ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that instrumented code makes of functions that may have no hook, such
// as those of the C library. Each module's runtime counts its own. The host
// lists all of them for the sidecar file, and keeps those of libraries that are
// unloaded.
//
// The process is locked during all calls. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_OUTGOING_CALLS_H
#define GMON_RT_TOTALS_OUTGOING_CALLS_H

#include "base/scratch_list.h"
#include "process/process.h"
#include "unwind/code_place.h"

namespace gmon {

/// Calls of one function from one place.
struct outgoing_calls {
  code_place caller; ///< inside the call
  const char *name;  ///< of the called function; valid while the process is
                     ///< locked
  uint64_t count;
};

/// Lists the calls of all modules, each place once. Without memory, some or all
/// are omitted.
void list_outgoing_calls(scratch_list<outgoing_calls> &list);

/// Keeps the calls from a module whose runtime leaves: a part of keep_calls of
/// host_services.
void keep_outgoing_calls(member &leaving);

/// Forgets the calls that were kept.
void forget_outgoing_calls();

} // namespace gmon

#endif // GMON_RT_TOTALS_OUTGOING_CALLS_H
