//===-- report.h - What the runtime says ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints lines on standard error, and writes files without harm to the program:
// errno, its signals and its exit status stay the same. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_PROCESS_REPORT_H
#define GMON_RT_PROCESS_REPORT_H

#include "base/memory.h"
#include "base/text.h"

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// One line on standard error. The destructor writes the line, and drops what a
/// full pipe or a stopped terminal has no room for. Only one object exists at a
/// time: its user holds the lock of control/control.cpp.
class report {
public:
  /// `start` is the beginning of the line.
  explicit report(const char *start = "gmon: ") {
    line->clear();
    *line << start;
  }
  report(const report &) = delete;
  ~report();

  template <typename Value> report &operator<<(Value value) {
    *line << value;
    return *this;
  }

  report &pad_to(size_t column) {
    line->pad_to(column);
    return *this;
  }

private:
  // Not on the stack: the program may end on a small one.
  static stored<text<PATH_MAX + 256>> line;
};

/// Identifies the file that is standard error.
struct standard_error_file {
  bool recorded;
  uint64_t device, inode; ///< zeros if standard error was closed
};

/// Records which file is standard error, once. If the program later opens
/// another file under that descriptor, lines are written only to a terminal, or
/// to a file opened for appending, such as a log: any other may be a data file.
/// The process is locked.
void record_standard_error();

/// Takes back the signals that writes raise, for a closed pipe and for the
/// limit of a file's size, if they fail for that reason. All signals are
/// blocked; `mask` are those that the program blocked before.
class write_signals_taken {
public:
  explicit write_signals_taken(uint64_t mask);
  ~write_signals_taken();

private:
  const bool any_before; ///< an error is reported while a file is written
  uint64_t pending = 0;  ///< the program's own, and those taken later
};

/// Writes what the kernel takes at once. Returns the number of bytes, or
/// -errno.
long write_once(int fd, const void *bytes, size_t size);

/// Writes all bytes. Returns 0 or an error number.
int write_fully(int fd, const void *bytes, size_t size);

/// Writes all bytes at `offset` of the file. Returns 0 or an error number.
int write_fully_at(int fd, const void *bytes, size_t size, uint64_t offset);

} // namespace gmon

#endif // GMON_RT_PROCESS_REPORT_H
