//===-- gmon_report.cpp - What the runtime says ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gmon_report.h"
#include "gmon_arch.h"
#include "gmon_process.h"
#include "gmon_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace gmon {

constinit text<PATH_MAX + 256> report::line;

static standard_error_file find_standard_error() {
  struct stat status;
  if (fstat(STDERR_FILENO, &status) != 0)
    return {true, 0, 0};
  return {true, status.st_dev, status.st_ino};
}

void note_standard_error() {
  int saved = errno;
  if (!process().standard_error.noted)
    process().standard_error = find_standard_error();
  errno = saved;
}

/// Whether what has the descriptor of standard error is meant as that.
static bool is_standard_error() {
  if (!has_process() || !process().standard_error.noted)
    return true;
  const standard_error_file &then = process().standard_error;
  standard_error_file now = find_standard_error();
  if (now.device == then.device && now.inode == then.inode)
    return true;
  int flags = fcntl(STDERR_FILENO, F_GETFL);
  return (flags != -1 && flags & O_APPEND) || isatty(STDERR_FILENO);
}

report::~report() {
  int saved = errno;
  if (is_standard_error()) {
    write_signals_blocked blocked;
    line.end_line();
    write_fully(STDERR_FILENO, line.c_str(), line.size());
  }
  errno = saved;
}

// System calls, where the C library's functions would do: sanitizers have their
// own in the place of these, and report what no code that they know has written.

write_signals_blocked::write_signals_blocked() {
  uint64_t pending = 0;
  raw_syscall(SYS_rt_sigpending, reinterpret_cast<long>(&pending),
              sizeof(pending));
  set = (bit_of(SIGPIPE) | bit_of(SIGXFSZ)) & ~pending;
  raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, reinterpret_cast<long>(&set),
              reinterpret_cast<long>(&previous), sizeof(set));
}

write_signals_blocked::~write_signals_blocked() {
  timespec at_once = {};
  while (raw_syscall(SYS_rt_sigtimedwait, reinterpret_cast<long>(&set), 0,
                     reinterpret_cast<long>(&at_once), sizeof(set)) > 0) {
  }
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK,
              reinterpret_cast<long>(&previous), 0, sizeof(previous));
}

int write_fully(int fd, const void *bytes, size_t size) {
  auto *at = static_cast<const char *>(bytes);
  while (size) {
    long written =
        raw_syscall(SYS_write, fd, reinterpret_cast<long>(at), long(size));
    if (written == -EINTR)
      continue;
    // Some file systems report a full disk by writing nothing.
    if (written <= 0)
      return written < 0 ? int(-written) : ENOSPC;
    at += written;
    size -= size_t(written);
  }
  return 0;
}

} // namespace gmon
