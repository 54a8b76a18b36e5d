//===-- profile_snapshot.h - What a profile says ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What output/snapshot.h collects and encoding/profile_writer.h writes.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_PROFILE_SNAPSHOT_H
#define GMON_RT_ENCODING_PROFILE_SNAPSHOT_H

#include "encoding/record_writer.h"
#include "gmon/format.h"
#include "sampling/sample_bins.h"
#include "totals/arc_list.h"

#include <stdint.h>

namespace gmon {

/// The contents of a profile as plain data. All addresses are link-time
/// addresses.
struct profile_snapshot {
  bool is_library = false;
  bool has_build_id = false;
  unsigned char build_id[GMON_BUILD_ID_SIZE] = {};

  histogram_kind kind;
  uint32_t late_samples = 0;  ///< counted at the same interrupt as another
  uint32_t other_samples = 0; ///< of the process, in no bin
  /// Threads of the process whose samples are missing or incomplete.
  uint32_t unsampled_threads = 0;
  uintptr_t bin_bytes = 0; ///< bytes of code per histogram bin
  uintptr_t text_low = 0;  ///< where the first bin begins
  sample_bins bins = {};

  uint32_t call_cost = 0; ///< mean cost of counting a call, in picoseconds

  /// The address with offset 0 in arcs and blocks.
  uintptr_t offset_base = 0;
  /// Calls. A key is the offset of an address inside the call in the upper 32
  /// bits, and the offset of the called function in the lower 32 bits.
  arc_list arcs;
  /// Executions of blocks. A key is the offset of the block.
  arc_list blocks;
  /// Counters of source lines and of pieces of code. A key is the address that
  /// represents the counter.
  arc_list counters;
};

} // namespace gmon

#endif // GMON_RT_ENCODING_PROFILE_SNAPSHOT_H
