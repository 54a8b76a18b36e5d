//===-- series.cpp - What samples measure ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the setting event=, a list of names with numbers of events.
//
//===----------------------------------------------------------------------===//

#include "settings/series.h"
#include "base/text.h"
#include "process/process.h"
#include "process/report.h"
#include "settings/options.h"

#include <string.h>

namespace gmon {

static constexpr char name_of_time[] = "time";

static series_list &shared() { return process().series.as<series_list>(); }

static sample_series make_time() {
  sample_series made = {};
  made.is_used = made.is_time = true;
  memcpy(made.event.name, name_of_time, sizeof(name_of_time));
  return made;
}

/// Finds the first series of this name among `number`. Returns null if there is
/// none.
static sample_series *find(series_list &list, const char *name) {
  for (unsigned i = 0; i != list.number; ++i)
    if (strcmp(list.all[i].event.name, name) == 0)
      return &list.all[i];
  return nullptr;
}

/// Adds the series that `word` names: NAME or NAME/N.
static void add_series(series_list &list, const char *word) {
  if (list.number == most_series) {
    report() << "GMON_OPTIONS: event=" << word << ": more than "
             << uint64_t(most_series) << " events; "
             << instead_of_event(list.number);
    return;
  }
  text<64> name;
  const char *c = word;
  for (; *c && *c != '/'; ++c)
    name << *c;
  const char *every = *c ? c + 1 : nullptr;
  sample_series made = make_time();
  made.is_time = strcmp(name.c_str(), name_of_time) == 0;
  if (made.is_time) {
    if (every && strcmp(every, "0") != 0)
      report() << "GMON_OPTIONS: event=" << word
               << ": hz=N says how often time is sampled";
  } else if (!read_event(name.c_str(), every, instead_of_event(list.number),
                         made.event)) {
    if (list.number)
      return;
    made = make_time();
  }
  if (!find(list, made.event.name))
    list.all[list.number++] = made;
  else if (!made.is_time) // time may be there instead of an event
    report() << "GMON_OPTIONS: event=" << word
             << ": the same event as before; there is no second file of it";
}

void read_series() {
  series_list &list = shared();
  if (list.number)
    return;
  const char *rest = options().event;
  if (!rest || options().sampler == sampler_choice::off)
    rest = name_of_time;
  for (; rest; rest = *rest ? rest + 1 : nullptr) {
    text<64> word;
    for (; *rest && *rest != ','; ++rest)
      word << *rest;
    add_series(list, word.c_str());
  }
}

unsigned num_series() { return shared().number ? shared().number : 1; }

const sample_series &series_at(unsigned number) { return shared().all[number]; }

unsigned series_of_time() {
  unsigned number = num_series();
  for (unsigned i = 0; i != number; ++i)
    if (series_at(i).is_used && series_at(i).is_time)
      return i;
  return number;
}

const char *name_of_series(unsigned number) {
  return number ? series_at(number).event.name : "";
}

void drop_event(unsigned number) {
  series_list &list = shared();
  list.unsampled[number] = 0;
  if (number) {
    list.all[number].is_used = false;
    return;
  }
  if (sample_series *time = find(list, name_of_time))
    time->is_used = false;
  list.all[0] = make_time();
}

void avoid_traps(unsigned number) { shared().all[number].event.avoid_traps(); }

uint32_t unsampled_threads(unsigned number) {
  return __atomic_load_n(&shared().unsampled[number], __ATOMIC_RELAXED);
}

void add_unsampled(unsigned number) {
  __atomic_fetch_add(&shared().unsampled[number], 1, __ATOMIC_RELAXED);
}

void forget_unsampled() {
  for (uint32_t &count : shared().unsampled)
    count = 0;
}

const char *instead_of_event(unsigned number) {
  return number ? "there is no file of it" : "time is sampled";
}

} // namespace gmon
