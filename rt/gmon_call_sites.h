//===-- gmon_call_sites.h - Calls counted by callers ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of functions that have no hook: see gmon_call_site in abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_CALL_SITES_H
#define GMON_CALL_SITES_H

#include "gmon/abi.h"

namespace gmon {

/// Calls `see` with an address inside each call that callers count, with the
/// called function's address, and with how often the call was made, if it was,
/// by the counters in `data`, a copy of the template section. Returns false
/// where there is no memory for it. Async-signal-safe.
bool for_each_counted_call(const char *data,
                           void (*see)(uintptr_t from, uintptr_t self,
                                       uint64_t count, void *argument),
                           void *argument);

} // namespace gmon

#endif // GMON_CALL_SITES_H
