//===-- member.h - This module's part of the process ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What this module's runtime offers the others, and to the whole process if it
// is the host.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_MEMBER_H
#define GMON_RT_CONTROL_MEMBER_H

#include "process/process.h"

namespace gmon {

extern member own;
extern const host_services own_services;

/// Whether this module's profile was started.
extern bool started;

/// Whether this module's runtime is the host.
bool is_host();

/// Whether this process, which may be a child of a fork, has profiles.
bool is_profiled();

/// Writes this module's profile. Returns false if the final profile was written
/// before, or if there is none.
bool write_own(bool for_good);

/// Stops or resumes counting in this module.
void set_own_stopped(bool stopped);

} // namespace gmon

#endif // GMON_RT_CONTROL_MEMBER_H
