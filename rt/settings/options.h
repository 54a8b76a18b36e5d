//===-- options.h - Settings of a run ---------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads GMON_OPTIONS=name=value:name=value... from the environment.
// settings/options.inc lists the names. A character after a backslash has no
// special meaning, so a value may contain a colon. If a name is given twice,
// the last value counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SETTINGS_OPTIONS_H
#define GMON_RT_SETTINGS_OPTIONS_H

#include <stdint.h>

namespace gmon {

/// The file's name if no setting names the file.
#define GMON_DEFAULT_NAME "gmon.out"

#define GMON_CHOICE(name, initial, help, ...)                                  \
  enum class name##_choice : uint8_t{__VA_ARGS__};
#include "settings/options.inc"

struct option_values {
#define GMON_FLAG(name, initial, help) bool name = initial;
#define GMON_NUMBER(name, initial, low, high, help) uint32_t name = initial;
#define GMON_POWER(name, initial, low, high, help) uint32_t name = initial;
#define GMON_CHOICE(name, initial, help, ...)                                  \
  name##_choice name = name##_choice::initial;
#define GMON_TEXT(name, initial, values, help) const char *name = nullptr;
#include "settings/options.inc"
};

/// The settings that the runtimes of a process share. All zeros means that no
/// runtime has read them yet.
struct option_settings {
  bool read;
  option_values values; ///< its texts are in process().memory
};

/// The current settings; the defaults before read_options(). Async-signal-safe.
const option_values &options();

/// Makes this module use `shared`. The first module to call this reads the
/// environment into `shared`, unless the program runs with more rights than the
/// user has. Prints a line on standard error for each setting that is wrong.
/// The process is locked.
void read_options(option_settings &shared);

} // namespace gmon

#endif // GMON_RT_SETTINGS_OPTIONS_H
