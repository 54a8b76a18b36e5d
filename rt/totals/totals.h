//===-- totals.h - The counts of all threads together -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums the regions up. The counts themselves only ever grow: what was counted
// while profiling was stopped, or before a fork, is remembered and subtracted.
//
// Everything here is async-signal-safe. gather() may run in several threads at
// a time; of the others one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_TOTALS_H
#define GMON_RT_TOTALS_TOTALS_H

#include "gmon/abi.h"
#include "totals/arc_list.h"

namespace gmon {

/// What has been counted.
class totals {
public:
  ~totals();
  totals() = default;
  totals(const totals &) = delete;
  totals &operator=(const totals &) = delete;

  /// Keys: offset of an address inside the call, or of the marker; below it,
  /// 32 bits, offset of the called function. Only of calls that hooks counted,
  /// each maybe several times; after gather_profile() of all calls, sorted.
  arc_list arcs;

  /// How many of these calls were counted by callers, without a hook: by
  /// counters of their own, or by those of blocks, which cost nothing more.
  /// After gather_profile().
  uint64_t calls_by_counters = 0, calls_by_blocks = 0;

  /// The block counters of a function.
  uint64_t *counters_of(const gmon_descriptor *function) const;

  /// Counters, of which `first` is the first in the template.
  uint64_t *counters_at(const uint64_t *first) const;

  /// Whether there is a call or an executed block. After gather_profile().
  bool any() const;

  /// Fills this with all counts, whether they belong to the profile or not.
  /// Returns false where there is no memory.
  bool gather_all();

  /// Fills this with the counts that belong to the profile.
  bool gather(bool stopped);

  /// Likewise, and with the calls that follow from counters: of these alone, as
  /// a fork or a stop may have come between the counters of one thread.
  bool gather_profile(bool stopped);

private:
  /// Makes `data` zeros. Returns false where there is no memory.
  bool reserve();

  char *data = nullptr; ///< laid out as the template is
};

/// Sets memory aside, at the start, for what it takes to gather totals at the
/// end: the program may have used up all that there is.
void set_aside_for_totals();

/// Takes counts out of the profile, or puts them back.
void exclude(const totals &counts);
void include(const totals &counts);

/// Gives the memory of what is excluded back: the module is being unloaded.
/// Before release_regions().
void release_excluded();

} // namespace gmon

#endif // GMON_RT_TOTALS_TOTALS_H
