//===-- snapshot.h - Snapshots of the counts --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects what a profile and a sidecar file contain.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_SNAPSHOT_H
#define GMON_RT_OUTPUT_SNAPSHOT_H

#include "encoding/output.h"
#include "encoding/profile_snapshot.h"
#include "encoding/stacks_snapshot.h"

#include <stdint.h>

namespace gmon {

/// Fills the snapshot with this module's counts, and the samples of a series
/// (settings/series.h). Returns false if there is no memory. Async-signal-safe.
bool take_snapshot(profile_snapshot &snapshot, bool stopped, unsigned series);

/// Writes the profile so far, with the samples of a series, in the format of
/// gmon/format.h. `stopped` says that profiling is stopped. Returns 0 or an
/// error number. Async-signal-safe if file.write is.
int write_profile(output &file, bool stopped, unsigned series);

/// Fills the snapshot with the samples of a series, the calls of the process's
/// threads, the calls between modules, and the profiles that belong to the
/// sidecar file with this key (output/written.h). Contexts without samples are
/// omitted. Returns false if there is no memory. The process is locked.
/// Async-signal-safe.
bool take_snapshot(stacks_snapshot &snapshot, uint64_t sidecar,
                   unsigned series);

} // namespace gmon

#endif // GMON_RT_OUTPUT_SNAPSHOT_H
