//===-- report.cpp - What the runtime says --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes without waiting: a full pipe or a stopped terminal would stop the
// program.
//
//===----------------------------------------------------------------------===//

#include "process/report.h"
#include "base/arch.h"
#include "base/system.h"
#include "process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// musl does not define this flag.
#ifndef RWF_NOWAIT
#define RWF_NOWAIT 8
#endif

namespace gmon {

stored<text<PATH_MAX + 256>> report::line;

static standard_error_file find_standard_error() {
  struct stat status;
  if (raw_syscall(SYS_fstat, STDERR_FILENO, reinterpret_cast<long>(&status)) !=
      0)
    return {true, 0, 0};
  return {true, status.st_dev, status.st_ino};
}

static standard_error_file &known_standard_error() {
  return process().standard_error.as<standard_error_file>();
}

void record_standard_error() {
  if (!known_standard_error().recorded)
    known_standard_error() = find_standard_error();
}

/// Whether the descriptor of standard error is still used as standard error.
static bool is_standard_error() {
  if (!has_process() || !known_standard_error().recorded)
    return true;
  const standard_error_file &then = known_standard_error();
  standard_error_file now = find_standard_error();
  if (now.device == then.device && now.inode == then.inode)
    return true;
  long flags = raw_syscall(SYS_fcntl, STDERR_FILENO, F_GETFL);
  if (flags >= 0 && flags & O_APPEND)
    return true;
  char terminal[256]; // larger than every kernel's struct termios
  return raw_syscall(SYS_ioctl, STDERR_FILENO, TCGETS,
                     reinterpret_cast<long>(terminal)) == 0;
}

/// Whether a write failed with a signal.
static bool any_raised;

/// Returns the result of a system call that writes.
static long noted(long written) {
  any_raised |= written == -EPIPE || written == -EFBIG;
  return written;
}

/// Writes as much as is possible without waiting for a reader. Does not change
/// the descriptor's flags: other processes may share them.
static void write_without_waiting(int fd, const char *bytes, size_t size) {
  struct stat status;
  if (raw_syscall(SYS_fstat, fd, reinterpret_cast<long>(&status)) != 0)
    return;
  if (S_ISREG(status.st_mode)) {
    write_fully(fd, bytes, size);
    return;
  }
  while (size) {
    pollfd wanted = {fd, POLLOUT, 0};
    timespec at_once = {};
    long ready = raw_syscall(SYS_ppoll, reinterpret_cast<long>(&wanted), 1,
                             reinterpret_cast<long>(&at_once), 0, 0);
    // A filter that forbids opening files may forbid poll, too.
    bool may_poll = ready != -EINVAL;
    if (may_poll && (ready != 1 || !(wanted.revents & POLLOUT)))
      return;
    // A pipe that poll calls writable has room for PIPE_BUF bytes.
    size_t most = size < PIPE_BUF ? size : PIPE_BUF;
    iovec part = {const_cast<char *>(bytes), most};
    // Another writer may have filled the pipe since. Terminals, and pipes of
    // older kernels, reject the flag.
    long written =
        noted(raw_syscall(SYS_pwritev2, fd, reinterpret_cast<long>(&part), 1,
                          -1, -1, RWF_NOWAIT));
    if (may_poll &&
        (written == -EOPNOTSUPP || written == -ENOSYS || written == -EINVAL))
      written = noted(raw_syscall(SYS_write, fd, reinterpret_cast<long>(bytes),
                                  long(most)));
    if (written <= 0)
      return;
    bytes += written;
    size -= size_t(written);
  }
}

report::~report() {
  if (is_standard_error()) {
    uint64_t mask = set_mask(all_signals);
    line->end_line();
    {
      write_signals_taken taken(mask);
      write_without_waiting(STDERR_FILENO, line->c_str(), line->size());
    }
    set_mask(mask);
  }
}

// These use system calls instead of the C library's functions. Sanitizers
// replace those functions, and report memory that uninstrumented code has
// initialized.

static constexpr uint64_t raised_by_writes = bit_of(SIGPIPE) | bit_of(SIGXFSZ);

write_signals_taken::write_signals_taken(uint64_t mask)
    : any_before(any_raised) {
  any_raised = false;
  // A signal that the program did not block was not waiting.
  if (mask & raised_by_writes)
    raw_syscall(SYS_rt_sigpending, kernel::address(&pending), sizeof(pending));
}

write_signals_taken::~write_signals_taken() {
  uint64_t set = raised_by_writes & ~pending;
  timespec at_once = {};
  while (any_raised &&
         raw_syscall(SYS_rt_sigtimedwait, kernel::address(&set), 0,
                     kernel::address(&at_once), sizeof(set)) > 0) {
  }
  any_raised = any_before;
}

/// Calls `write(bytes, size)` until all bytes are written.
template <typename Function>
static int write_all(const void *bytes, size_t size, Function write) {
  auto *next = static_cast<const char *>(bytes);
  while (size) {
    long written = write(next, size);
    record_progress();
    if (written == -EINTR)
      continue;
    // Some file systems report a full disk by writing 0 bytes.
    if (written <= 0)
      return written < 0 ? int(-written) : ENOSPC;
    next += written;
    size -= size_t(written);
  }
  return 0;
}

long write_once(int fd, const void *bytes, size_t size) {
  return noted(
      raw_syscall(SYS_write, fd, reinterpret_cast<long>(bytes), long(size)));
}

int write_fully(int fd, const void *bytes, size_t size) {
  return write_all(bytes, size, [&](const char *next, size_t left) {
    return write_once(fd, next, left);
  });
}

int write_fully_at(int fd, const void *bytes, size_t size, uint64_t offset) {
  return write_all(bytes, size, [&](const char *next, size_t left) {
    uint64_t written = uint64_t(next - static_cast<const char *>(bytes));
    return noted(raw_syscall(SYS_pwrite64, fd, reinterpret_cast<long>(next),
                             long(left), long(offset + written)));
  });
}

} // namespace gmon
