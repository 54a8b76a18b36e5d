//===-- report.h - What the runtime says ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines on standard error, and writing that does the program no harm: neither
// errno nor its signals nor how it ends change. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_PROCESS_REPORT_H
#define GMON_RT_PROCESS_REPORT_H

#include "base/text.h"

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// One line on standard error, which is written when the object ends; what a
/// full pipe, or a terminal that is stopped, has no room for is left out. There is
/// one at a time: whoever reports holds the lock of control/control.cpp.
class report {
public:
  /// The line begins with `start`.
  explicit report(const char *start = "gmon: ") {
    line.clear();
    line << start;
  }
  report(const report &) = delete;
  ~report();

  template <typename Value> report &operator<<(Value value) {
    line << value;
    return *this;
  }

  report &pad_to(size_t column) {
    line.pad_to(column);
    return *this;
  }

private:
  // Not on the stack: the program may end on a small one.
  static text<PATH_MAX + 256> line;
};

/// What is standard error.
struct standard_error_file {
  bool noted;
  uint64_t device, inode; ///< zeros if it was closed
};

/// Notes what is standard error now, unless that was done. Once the program has
/// another file in its place, lines are written only to a terminal, or to what
/// is appended to as a log is: any other may be a file of data. The process is
/// locked.
void note_standard_error();

/// Keeps the signals that a write can raise from ending the program: a closed
/// pipe, and the limit of a file's size. EPIPE and EFBIG tell the same.
class write_signals_blocked {
public:
  write_signals_blocked();
  ~write_signals_blocked();

private:
  uint64_t set, previous;
};

/// Writes all of it. Returns 0 or an error number.
int write_fully(int fd, const void *bytes, size_t size);

/// Likewise, from `offset` of the file on.
int write_fully_at(int fd, const void *bytes, size_t size, uint64_t offset);

} // namespace gmon

#endif // GMON_RT_PROCESS_REPORT_H
