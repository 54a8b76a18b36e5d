//===-- replaced.h - Runs whose profiles are replaced -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each run of a program in one folder replaces the profile of the run before.
// The profile says how many have been lost so.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_REPLACED_H
#define GMON_RT_OUTPUT_REPLACED_H

#include "settings/profile_name.h"

#include <stdint.h>

namespace gmon {

/// Returns the value of GMON_NOTE_REPLACED_RUNS for this module's profile,
/// which will replace the file `name` if that `exists`. Files of this process
/// do not count: it calls this before it writes the first one. Three system
/// calls. Async-signal-safe.
uint32_t count_replaced_runs(const path &name, bool exists);

} // namespace gmon

#endif // GMON_RT_OUTPUT_REPLACED_H
