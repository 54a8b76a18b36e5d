//===-- snapshot.h - What a profile says ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_SNAPSHOT_H
#define GMON_RT_OUTPUT_SNAPSHOT_H

#include "gmon/format.h"
#include "sampling/sample_bins.h"
#include "totals/arc_list.h"

#include <stdint.h>

namespace gmon {

/// What a profile says, as plain data. All addresses are those of the symbol
/// table.
struct profile_snapshot {
  bool is_library = false;
  bool has_build_id = false;
  unsigned char build_id[GMON_BUILD_ID_SIZE] = {};

  uint32_t samples_per_second = 0;
  uint32_t late_samples = 0; ///< that were counted together with another one
  uintptr_t bin_bytes = 0;   ///< bytes of code per histogram bin
  uintptr_t text_low = 0;    ///< where the first bin begins
  sample_bins bins = {};

  uint32_t call_cost = 0; ///< of counting one, on average, in picoseconds

  /// What offsets of arcs and blocks are added to.
  uintptr_t offset_base = 0;
  /// By key: 32 bits each, offset of an address inside the call, and of the
  /// called function. The counts of calls.
  arc_list arcs;
  /// By key: the block's offset. How often it was executed.
  arc_list blocks;
  /// By key: the address that stands for a source counter. Its count.
  arc_list sources;
};

/// Fills the snapshot with this module's counts. Returns false where there is
/// no memory. Async-signal-safe.
bool take_snapshot(profile_snapshot &to, bool stopped);

} // namespace gmon

#endif // GMON_RT_OUTPUT_SNAPSHOT_H
