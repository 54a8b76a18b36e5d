//===-- series.h - What samples measure -------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The setting event=NAME,NAME/N,... makes a series of samples for each name:
// those of an event, or of time. Without it there is one series, of time. Each
// series has files of its own, because GNU gprof reads histograms of one
// dimension only. Those of the first series have the profile's name; the name
// of the event follows in the others.
//
// Everything but read_series() is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SETTINGS_SERIES_H
#define GMON_RT_SETTINGS_SERIES_H

#include "settings/event_choice.h"

namespace gmon {

/// The greatest number of series of a process.
inline constexpr unsigned most_series = 8;

struct sample_series {
  bool is_used;
  bool is_time;
  event_choice event; ///< unless it is time
};

/// The series of a process. The runtimes share them. All zeros means that no
/// runtime has read the settings yet.
struct series_list {
  unsigned number;
  sample_series all[most_series];
  /// Threads whose samples of a series are missing or incomplete, because
  /// there was no memory.
  uint32_t unsampled[most_series];
};

/// Reads the settings, unless another runtime has done so. Prints a line on
/// standard error for each that is wrong. The process is locked.
void read_series();

/// The number of series, at least 1; some of them may be unused.
unsigned num_series();

const sample_series &series_at(unsigned number);

/// The series of time. There is none if only events are sampled: num_series().
unsigned series_of_time();

/// The name behind that of the profile: empty for the first series.
const char *name_of_series(unsigned number);

/// Says that the event cannot be sampled. The first series, whose file is the
/// profile, is one of time then; another is unused.
void drop_event(unsigned number);

/// Lets an event send SIGPROF instead of SIGTRAP.
void avoid_traps(unsigned number);

/// The number of such threads of a series.
uint32_t unsampled_threads(unsigned number);
/// Counts such a thread. The child of a fork begins with 0.
void add_unsampled(unsigned number);
void forget_unsampled();

/// What becomes of samples if their event cannot be sampled, for a line on
/// standard error.
const char *instead_of_event(unsigned number);

/// Calls `visit` with the number of each series that is used.
template <typename Function> void for_each_series(Function visit) {
  for (unsigned i = 0; i != num_series(); ++i)
    if (series_at(i).is_used)
      visit(i);
}

} // namespace gmon

#endif // GMON_RT_SETTINGS_SERIES_H
