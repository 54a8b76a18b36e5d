//===-- module_calls.h - Calls between modules ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each module's runtime knows calls from other modules by their addresses in
// the process (totals/outside_calls.h). The host finds the modules, for the
// sidecar file. It keeps the calls of libraries that are unloaded, since other
// modules may be loaded at the same addresses.
//
// The process is locked during all calls. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_MODULE_CALLS_H
#define GMON_RT_OUTPUT_MODULE_CALLS_H

#include "base/scratch_list.h"
#include "process/process.h"
#include "unwind/code_place.h"

namespace gmon {

/// Calls of a function from one place in another module.
struct module_call {
  code_place caller; ///< inside the call
  code_place self;   ///< the called function
  uint64_t count;
};

/// Lists the calls in the profiles of the process, each pair of places once.
/// Calls whose caller is in no module, or in one of which the host is not
/// certain, are omitted; without memory, others are, too.
void list_module_calls(scratch_list<module_call> &list);

/// Parts of the functions begin_calls and keep_calls of host_services.
void begin_module_calls(member &entering);
void keep_module_calls(member &leaving);

/// Forgets the calls that are kept.
void forget_module_calls();

} // namespace gmon

#endif // GMON_RT_OUTPUT_MODULE_CALLS_H
