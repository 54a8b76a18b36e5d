//===-- totals.h - The counts of all threads together -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up the counts of all regions. Counters only ever increase. The counts of
// the time while profiling was stopped, and those from before a reset, are
// stored as excluded counts and subtracted.
//
// Everything here is async-signal-safe. Several threads may run gather() at the
// same time, and one thread the other functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_TOTALS_H
#define GMON_RT_TOTALS_TOTALS_H

#include "gmon/abi.h"
#include "process/process.h"
#include "totals/arc_list.h"
#include "totals/counted_calls.h"

namespace gmon {

/// Calls of a function that may have no hook.
struct outgoing_call {
  uintptr_t caller; ///< an address inside the call
  const char *name; ///< of the called function, in the module
  uint64_t count;   ///< not 0
};

/// The counts of all threads.
class totals {
public:
  totals();
  ~totals();
  totals(const totals &) = delete;
  totals &operator=(const totals &) = delete;

  /// Calls. A key is the offset of an address inside the call, or of the
  /// marker, in the upper 32 bits, and the offset of the called function in the
  /// lower 32 bits. After gather() these are the calls that hooks counted, in
  /// any order, and a key may occur several times. After gather_profile() these
  /// are all calls, sorted.
  arc_list arcs;

  /// The number of calls that callers counted: by counters of their own, and by
  /// block counters at no extra cost. Valid after gather_profile().
  uint64_t calls_by_counters = 0, calls_by_blocks = 0;

  /// Outgoing calls. Valid after gather_profile(). Without memory, some or all
  /// are omitted.
  scratch_list<outgoing_call> outgoing;

  /// Returns the block counters of a function.
  const uint64_t *counters_of(const gmon_descriptor *function) const;

  /// Returns counters; `first` is the first counter in the template.
  const uint64_t *counters_at(const uint64_t *first) const;

  /// Returns all counters.
  template_copy counters() const;

  /// Adds the counters times `factor`, modulo 2^64, to those of a copy.
  void add_counters_to(char *copy, uint64_t factor) const;

  /// Whether there is a call or an executed block. Valid after
  /// gather_profile().
  bool any() const;

  /// Gathers all counts, including those that are not part of the profile.
  /// Returns false if there is no memory.
  bool gather_all();

  /// Gathers the counts that are part of the profile. Returns false if there is
  /// no memory.
  bool gather(bool stopped);

  /// Does the same, and adds the calls that callers counted. The excluded
  /// counts are subtracted from counters first: a fork or a stop may have come
  /// between the increments of two counters of one thread.
  bool gather_profile(bool stopped);

private:
  /// Allocates `sums`, which contains zeros. Returns false if there is no
  /// memory.
  bool reserve();

  char *sums = nullptr;        ///< has the layout of the template
  uint64_t *touched = nullptr; ///< see template_copy
  /// `sums`, or the copy of this thread, if no other has counts.
  const char *data = nullptr;
};

/// Reserves memory at the start for the totals at the end: the program may have
/// used up all memory by then.
void set_aside_for_totals();

/// Removes counts from the profile, or adds them again.
void exclude(const totals &counts);
void include(const totals &counts);

/// Removes all counts that are part of the profile, if there is memory. While
/// they are frozen, there is.
void exclude_profile(bool stopped);

/// Freezes the counts that are part of the profile: until thaw(), gather() and
/// gather_profile() return them. What threads count meanwhile is not lost.
/// Returns false if there is no memory.
bool freeze(bool stopped);
void thaw();

/// Keeps the outgoing calls of a profile for the sidecar file, which follows.
void keep_outgoing(totals &counts);

/// Calls `visit` with the calls that were kept, and drops them; or if there are
/// none, with those that are part of the profile.
void list_outgoing(bool stopped, outgoing_visitor *visit, void *argument);

/// Keeps the calls of each function for the sidecar file in the same way, of
/// the sorted or unsorted arcs of a profile. list_called() is like
/// list_outgoing().
void keep_called(const arc_list &arcs);
void list_called(bool stopped, called_visitor *visit, void *argument);

/// Forgets the excluded counts, because the module is being unloaded, or the
/// regions' counts are reset in the child of a fork. Call it before
/// release_regions().
void forget_excluded();

} // namespace gmon

#endif // GMON_RT_TOTALS_TOTALS_H
