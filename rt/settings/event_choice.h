//===-- event_choice.h - Which events are sampled ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An event of the kernel or the processor, as perf(1) names it, and how many of
// them make a sample.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SETTINGS_EVENT_CHOICE_H
#define GMON_RT_SETTINGS_EVENT_CHOICE_H

#include "gmon/format.h"

#include <stdint.h>

namespace gmon {

/// What samples measure, for the files' headers. All zeros means time.
struct sample_unit {
  char dimension[GMON_DIMENSION_SIZE]; ///< padded with NUL
  char letter;                         ///< the abbreviation
  uint32_t rate;                       ///< samples for each unit
};

/// An event as perf_event_open(2) knows it.
struct event_choice {
  static constexpr unsigned most_configs = 2;
  static constexpr unsigned name_size = 20;

  char name[name_size]; ///< perf's first name of the event
  uint32_t type;
  unsigned num_configs;
  uint64_t configs[most_configs];
  uint32_t every; ///< events of a sample
  /// The event happens in the kernel, while the thread waits or is about to.
  /// Only a trap on the way back to the program does not disturb it.
  bool in_kernel;
  /// A sample sends SIGTRAP, on the way back to the program; otherwise SIGPROF,
  /// through an interrupt, which takes several times as long.
  bool traps;
  sample_unit unit;

  /// Lets samples send SIGPROF. A page fault is then two of the events that
  /// perf_event_open(2) knows.
  void avoid_traps();
};

/// Fills `choice` from `name` and the number of events of a sample, which is
/// `every`, or if that is null options().every; 0 is the event's own. If one of
/// them is wrong, prints a line on standard error, which ends with `otherwise`,
/// and returns false.
bool read_event(const char *name, const char *every, const char *otherwise,
                event_choice &choice);

} // namespace gmon

#endif // GMON_RT_SETTINGS_EVENT_CHOICE_H
