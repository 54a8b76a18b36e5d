//===-- profile.h - The profile, from counts to bytes -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_PROFILE_H
#define GMON_RT_OUTPUT_PROFILE_H

#include "encoding/output.h"

namespace gmon {

/// Writes the profile so far, with the samples of a series, in the format of
/// gmon/format.h. `stopped` says that profiling is stopped. Returns 0 or an
/// error number. Async-signal-safe if to.write is.
int write_profile(output &to, bool stopped, unsigned series);

} // namespace gmon

#endif // GMON_RT_OUTPUT_PROFILE_H
