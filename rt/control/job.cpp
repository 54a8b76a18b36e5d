//===-- job.cpp - The ranks of a job --------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines the functions of gmon/job.h.
//
//===----------------------------------------------------------------------===//

#include "gmon/job.h"
#include "counting/call_times.h"
#include "process/process.h"
#include "settings/profile_name.h"

using namespace gmon;

void __gmon_set_rank(uint32_t rank) {
  if (!has_process() || !is_this_process() || is_sealed())
    return;
  process_lock lock;
  set_rank(rank);
}

void __gmon_add_call(gmon_call *call, uint32_t communicator,
                     uint64_t nanoseconds, uint64_t bytes) {
  if (has_process() && !__atomic_load_n(&process().stopped, __ATOMIC_RELAXED))
    add_call(*call, communicator, nanoseconds, bytes);
}
