//===-- gmon_report.cpp - What the runtime says ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gmon_report.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

namespace gmon {

constinit text<PATH_MAX + 256> report::line;

report::~report() {
  int saved = errno;
  write_signals_blocked blocked;
  line.end_line();
  write_fully(STDERR_FILENO, line.c_str(), line.size());
  errno = saved;
}

write_signals_blocked::write_signals_blocked() {
  sigset_t pending;
  sigemptyset(&set);
  sigpending(&pending);
  if (!sigismember(&pending, SIGPIPE))
    sigaddset(&set, SIGPIPE);
  if (!sigismember(&pending, SIGXFSZ))
    sigaddset(&set, SIGXFSZ);
  sigprocmask(SIG_BLOCK, &set, &previous);
}

write_signals_blocked::~write_signals_blocked() {
  timespec at_once = {};
  while (sigtimedwait(&set, nullptr, &at_once) > 0) {
  }
  sigprocmask(SIG_SETMASK, &previous, nullptr);
}

int write_fully(int fd, const void *bytes, size_t size) {
  auto *at = static_cast<const char *>(bytes);
  while (size) {
    ssize_t written = ::write(fd, at, size);
    if (written < 0 && errno == EINTR)
      continue;
    // Some file systems report a full disk by writing nothing.
    if (written <= 0)
      return written < 0 ? errno : ENOSPC;
    at += written;
    size -= size_t(written);
  }
  return 0;
}

} // namespace gmon
