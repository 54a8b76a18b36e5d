//===-- event_choice.cpp - Which events are sampled -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GNU gprof prints samples divided by the rate, and the dimension behind it. So
// that its sums are true, the dimension is the least of the units event, kevent
// (1,000), Mevent and Gevent that is a multiple of a sample.
//
// Events are counted in user mode only, except those that happen in the kernel
// alone. Ordinary users may count no others (perf_event_paranoid), and a signal
// at an event in a system call would interrupt that call.
//
//===----------------------------------------------------------------------===//

#include "settings/event_choice.h"
#include "base/number.h"
#include "base/text.h"
#include "process/report.h"
#include "settings/options.h"

#include <linux/perf_event.h>
#include <string.h>

namespace gmon {

namespace {

struct known_event {
  char name[20];
  char other_name[20]; ///< perf's second name, or empty
  char dimension[14];
  uint32_t every; ///< the default
  uint32_t type;
  bool in_kernel;
  uint64_t config;
};

} // namespace

// clang-format off
static constexpr known_event events[] = {
    {"page-faults", "faults", "page-faults", 1, PERF_TYPE_SOFTWARE, false,
     PERF_COUNT_SW_PAGE_FAULTS},
    {"minor-faults", "", "minor-faults", 1, PERF_TYPE_SOFTWARE, false,
     PERF_COUNT_SW_PAGE_FAULTS_MIN},
    {"major-faults", "", "major-faults", 1, PERF_TYPE_SOFTWARE, false,
     PERF_COUNT_SW_PAGE_FAULTS_MAJ},
    {"context-switches", "cs", "switches", 1, PERF_TYPE_SOFTWARE, true,
     PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cpu-migrations", "migrations", "migrations", 1, PERF_TYPE_SOFTWARE, true,
     PERF_COUNT_SW_CPU_MIGRATIONS},
    {"cycles", "cpu-cycles", "cycles", 10000000, PERF_TYPE_HARDWARE, false,
     PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", "", "instructions", 10000000, PERF_TYPE_HARDWARE, false,
     PERF_COUNT_HW_INSTRUCTIONS},
    {"cache-references", "", "cache-refs", 100000, PERF_TYPE_HARDWARE, false,
     PERF_COUNT_HW_CACHE_REFERENCES},
    {"cache-misses", "", "cache-misses", 10000, PERF_TYPE_HARDWARE, false,
     PERF_COUNT_HW_CACHE_MISSES},
    {"branches", "branch-instructions", "branches", 1000000, PERF_TYPE_HARDWARE, false,
     PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branch-misses", "", "branch-misses", 10000, PERF_TYPE_HARDWARE, false,
     PERF_COUNT_HW_BRANCH_MISSES},
};
// clang-format on

static constexpr uint32_t default_of_raw = 100000;

/// Whether `name` is `r` and the number of a raw event in hexadecimal.
static bool read_raw(const char *name, uint64_t &config) {
  constexpr size_t most_digits = 12; // of a dimension
  size_t length = strlen(name);
  if (*name != 'r' || length < 2 || length - 1 > most_digits)
    return false;
  config = 0;
  for (const char *c = name + 1; *c; ++c) {
    unsigned digit = *c >= '0' && *c <= '9'   ? unsigned(*c - '0')
                     : *c >= 'a' && *c <= 'f' ? unsigned(*c - 'a') + 10
                                              : 16;
    if (digit == 16)
      return false;
    config = config << 4 | digit;
  }
  return true;
}

/// Sets the unit of samples of `every` events. Returns false if there is none.
static bool set_unit(const char *event, uint32_t every, sample_unit &unit) {
  constexpr struct {
    const char *prefix;
    uint32_t events;
  } units[] = {{"", 1}, {"k", 1000}, {"M", 1000000}, {"G", 1000000000}};
  for (const auto &prefix : units) {
    if (prefix.events % every)
      continue;
    text<GMON_DIMENSION_SIZE + 1> dimension;
    dimension << prefix.prefix << event;
    memcpy(unit.dimension, dimension.c_str(), dimension.size());
    unit.letter = *event;
    unit.rate = prefix.events / every;
    return true;
  }
  return false;
}

/// Finds the event in the table. Returns its dimension, or null.
static const char *find_known(const char *name, event_choice &choice) {
  for (const known_event &event : events) {
    if (!*name ||
        (strcmp(name, event.name) != 0 && strcmp(name, event.other_name) != 0))
      continue;
    memcpy(choice.name, event.name, strlen(event.name));
    choice.type = event.type;
    choice.in_kernel = event.in_kernel;
    choice.traps = event.type == PERF_TYPE_SOFTWARE;
    choice.num_configs = 1;
    choice.configs[0] = event.config;
    choice.every = event.every;
    return event.dimension;
  }
  return nullptr;
}

static const char *find_raw(const char *name, event_choice &choice) {
  if (!read_raw(name, choice.configs[0]))
    return nullptr;
  memcpy(choice.name, name, strlen(name));
  choice.type = PERF_TYPE_RAW;
  choice.num_configs = 1;
  choice.every = default_of_raw;
  return name;
}

/// Reads `every` or, if that is null, takes options().every. A number of 0
/// means the event's own, which `choice` has. Returns false if `every` is none.
static bool read_every(const char *every, event_choice &choice) {
  constexpr uint64_t most = 1000000000;
  uint64_t number = options().every;
  if (every && !is_number(every, most, number))
    return false;
  if (number)
    choice.every = uint32_t(number);
  return true;
}

// The kernel counts a page fault as PERF_COUNT_SW_PAGE_FAULTS before it handles
// the fault. A pending signal makes it stop there, so the same instruction
// would fault again and again. It counts the other two when the page is there.
// A trap is not pending before.
void event_choice::avoid_traps() {
  traps = false;
  if (type != PERF_TYPE_SOFTWARE || configs[0] != PERF_COUNT_SW_PAGE_FAULTS)
    return;
  num_configs = 2;
  configs[0] = PERF_COUNT_SW_PAGE_FAULTS_MIN;
  configs[1] = PERF_COUNT_SW_PAGE_FAULTS_MAJ;
}

bool read_event(const char *name, const char *every, const char *otherwise,
                event_choice &choice) {
  choice = {};
  const char *dimension = find_known(name, choice);
  if (!dimension)
    dimension = find_raw(name, choice);
  if (!*name) {
    report() << "GMON_OPTIONS: event= has an empty name; " << otherwise;
    return false;
  }
  if (!dimension) {
    report line;
    line << "GMON_OPTIONS: event=" << name << ": expected rNNN";
    for (const known_event &event : events)
      line << ", " << event.name;
    line << ", time; " << otherwise;
    return false;
  }
  if (read_every(every, choice) &&
      set_unit(dimension, choice.every, choice.unit))
    return true;
  report line;
  line << "GMON_OPTIONS: ";
  if (every)
    line << "event=" << name << "/" << every;
  else
    line << "every=" << uint64_t(choice.every);
  line << ": expected a divisor of 1000000000, such as 1, 1000 or 250000; "
       << otherwise;
  return false;
}

} // namespace gmon
