//===-- daemon.cpp - Going on in the background ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// daemon() forks, and ends the parent by the C library's internal _exit, which
// writes no profile. The counts of the parent would be lost.
//
//===----------------------------------------------------------------------===//

#include "base/system.h"
#include "interpose/ends.h"
#include "interpose/interposition.h"

#include <fcntl.h>
#include <paths.h>
#include <unistd.h>

extern "C" int __gmon_daemon(int keep_directory, int keep_files)
    GMON_INSTEAD_OF("daemon");

/// Links the C library's fork() into a static program.
extern "C" const char __gmon_links_fork __attribute__((visibility("hidden")));
__attribute__((used)) static const char *const linked = &__gmon_links_fork;

using namespace gmon;

int __gmon_daemon(int keep_directory, int keep_files) {
  // A sanitizer's fork() keeps its locks in order.
  auto *make_child =
      next_or_sanitizers<decltype(fork)>("fork", "__interceptor_fork");
  pid_t child = make_child ? make_child() : kernel::result(-ENOSYS);
  if (child < 0)
    return -1;
  if (child > 0)
    end_process(0);
  if (kernel::result(raw_syscall(SYS_setsid)) < 0)
    return -1;
  if (!keep_directory &&
      kernel::result(raw_syscall(SYS_chdir, kernel::address("/"))) != 0)
    return -1;
  if (keep_files)
    return 0;
  int null = kernel::open(_PATH_DEVNULL, O_RDWR);
  if (null < 0)
    return -1;
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (null != fd && kernel::result(raw_syscall(SYS_dup3, null, fd, 0)) < 0)
      return -1;
  if (null > STDERR_FILENO)
    kernel::close(null);
  return 0;
}
