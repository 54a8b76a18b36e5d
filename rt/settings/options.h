//===-- options.h - Settings of a run ---------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GMON_OPTIONS=name=value:name=value... in the environment. settings/options.inc
// lists the names. A backslash takes the character behind it as it is, so that
// a value may contain a colon. Where a name is given twice the last value
// counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SETTINGS_OPTIONS_H
#define GMON_RT_SETTINGS_OPTIONS_H

#include "base/text.h"

#include <stdint.h>

namespace gmon {

/// The file's name where none is set.
inline constexpr char default_name[] = "gmon.out";

#define GMON_CHOICE(name, initial, help, ...)                                  \
  enum class name##_choice : uint8_t{__VA_ARGS__};
#include "settings/options.inc"

struct option_values {
#define GMON_FLAG(name, initial, help) bool name = initial;
#define GMON_NUMBER(name, initial, low, high, help) uint32_t name = initial;
#define GMON_POWER(name, initial, low, high, help) uint32_t name = initial;
#define GMON_CHOICE(name, initial, help, ...)                                  \
  name##_choice name = name##_choice::initial;
#define GMON_TEXT(name, initial, help) const char *name = nullptr;
#include "settings/options.inc"
};

/// What the runtimes of a process share. All zeros is what was not read yet.
struct option_settings {
  bool read;
  option_values values;
  path text_value; ///< of the one option that is a text
};

/// What was set; the defaults before read_options(). Async-signal-safe.
const option_values &options();

/// Has this module go by `shared`, and reads the environment into it if no
/// module did so: not for programs that run with more rights than who set it.
/// Says on standard error what it does not understand, a line each. The process
/// is locked.
void read_options(option_settings &shared);

} // namespace gmon

#endif // GMON_RT_SETTINGS_OPTIONS_H
