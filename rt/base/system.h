//===-- system.h - System calls for files -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// System calls with the names of the C library's functions. The C library's are
// cancellation points. Sanitizers and preloaded libraries replace them, and
// their versions may wait for a lock that the interrupted code holds.
// Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_SYSTEM_H
#define GMON_RT_BASE_SYSTEM_H

#include "base/arch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

// The C library's headers may be older than the kernel.
#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif

namespace gmon::kernel {

inline long address(const void *pointer) {
  return reinterpret_cast<long>(pointer);
}

/// Converts the result of a system call to the C library's convention: -1 and
/// errno.
inline long result(long value) {
  if (value >= 0 || value < -4095)
    return value;
  errno = int(-value);
  return -1;
}

inline int openat(int folder, const char *name, int flags, mode_t mode = 0) {
  return int(result(
      raw_syscall(SYS_openat, folder, address(name), flags, long(mode))));
}

inline int open(const char *name, int flags, mode_t mode = 0) {
  return openat(AT_FDCWD, name, flags, mode);
}

inline int close(int fd) { return int(result(raw_syscall(SYS_close, fd))); }

inline int mkdirat(int folder, const char *name, mode_t mode) {
  return int(
      result(raw_syscall(SYS_mkdirat, folder, address(name), long(mode))));
}

inline int rename(const char *path, const char *new_path) {
#ifdef SYS_renameat
  // Filters of containers may not know the newer call.
  constexpr long number = SYS_renameat;
#else
  constexpr long number = SYS_renameat2;
#endif
  return int(result(raw_syscall(number, AT_FDCWD, address(path), AT_FDCWD,
                                address(new_path), 0)));
}

inline int unlink(const char *name) {
  return int(result(raw_syscall(SYS_unlinkat, AT_FDCWD, address(name), 0)));
}

inline int lstat(const char *name, struct stat *status) {
  return int(result(raw_syscall(SYS_newfstatat, AT_FDCWD, address(name),
                                address(status), AT_SYMLINK_NOFOLLOW)));
}

inline int stat(const char *name, struct stat *status) {
  return int(result(raw_syscall(SYS_newfstatat, AT_FDCWD, address(name),
                                address(status), 0)));
}

inline int fstat(int fd, struct stat *status) {
  return int(result(raw_syscall(SYS_fstat, fd, address(status))));
}

/// Returns 0 if the effective user may write the file, else -1. Kernels before
/// 5.8 check the real user instead.
inline int may_write(const char *name) {
  long value =
      raw_syscall(SYS_faccessat2, AT_FDCWD, address(name), W_OK, AT_EACCESS);
  if (value == -ENOSYS)
    value = raw_syscall(SYS_faccessat, AT_FDCWD, address(name), W_OK);
  return int(result(value));
}

inline ssize_t pread(int fd, void *buffer, size_t size, off_t offset) {
  return result(
      raw_syscall(SYS_pread64, fd, address(buffer), long(size), offset));
}

inline ssize_t pwrite(int fd, const void *buffer, size_t size, off_t offset) {
  return result(
      raw_syscall(SYS_pwrite64, fd, address(buffer), long(size), offset));
}

/// The sigevent of timer_create(2): not every C library's header names the
/// field for the thread.
struct timer_event {
  void *value;
  int32_t signal;
  int32_t notify;
  int32_t thread;
  int32_t unused[11];
};
static_assert(sizeof(timer_event) == 64);

inline int getpid() { return int(raw_syscall(SYS_getpid)); }

inline uint32_t gettid() { return uint32_t(raw_syscall(SYS_gettid)); }

/// Whether the kernel is Linux `major`.`minor` or newer.
inline bool is_at_least(unsigned major, unsigned minor) {
  utsname names;
  if (raw_syscall(SYS_uname, address(&names)) != 0)
    return false;
  unsigned found[2] = {};
  const char *c = names.release;
  for (unsigned &id : found) {
    for (; *c >= '0' && *c <= '9'; ++c)
      id = id * 10 + unsigned(*c - '0');
    c += *c == '.';
  }
  return found[0] > major || (found[0] == major && found[1] >= minor);
}

/// Whether `process` has no thread with the id `thread`.
inline bool is_thread_gone(int process, uint32_t thread) {
  return raw_syscall(SYS_tgkill, process, thread, 0) == -ESRCH;
}

} // namespace gmon::kernel

#endif // GMON_RT_BASE_SYSTEM_H
