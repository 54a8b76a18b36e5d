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

#include "interpose/interposition.h"

#include <fcntl.h>
#include <paths.h>
#include <unistd.h>

extern "C" int __gmon_daemon(int keep_directory, int keep_files)
    GMON_INSTEAD_OF("daemon");

int __gmon_daemon(int keep_directory, int keep_files) {
  pid_t child = fork();
  if (child < 0)
    return -1;
  if (child > 0)
    _exit(0);
  if (setsid() < 0)
    return -1;
  if (!keep_directory && chdir("/") != 0)
    return -1;
  if (keep_files)
    return 0;
  int null = open(_PATH_DEVNULL, O_RDWR);
  if (null < 0)
    return -1;
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (dup2(null, fd) < 0)
      return -1;
  if (null > STDERR_FILENO)
    close(null);
  return 0;
}
