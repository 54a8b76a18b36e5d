//===-- gmon_seccomp.cpp - Filters of system calls ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A filter that a program installs knows the system calls that the program
// makes, and may end it at any other one. So the profile is written before it
// comes, and the runtime makes no system call afterwards: no samples, no second
// file. What installs filters by instructions of its own is not seen.
//
//===----------------------------------------------------------------------===//

#include "gmon_arch.h"
#include "gmon_control.h"
#include "gmon_ends.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>

extern "C" {
int __gmon_prctl(int option, ...) GMON_INSTEAD_OF("prctl");
long __gmon_syscall(long number, ...) GMON_INSTEAD_OF("syscall");
}

namespace gmon {

namespace {

struct arguments {
  long of[6];

  arguments(va_list list, int count) : of{} {
    for (int i = 0; i != count; ++i)
      of[i] = va_arg(list, long);
  }
};

} // namespace

/// Whether the call installs a filter, or leaves the strict mode's few calls.
static bool installs_filter(long number, const arguments &with) {
  if (number == SYS_prctl)
    return with.of[0] == PR_SET_SECCOMP;
  return number == SYS_seccomp &&
         (with.of[0] == SECCOMP_SET_MODE_STRICT ||
          with.of[0] == SECCOMP_SET_MODE_FILTER);
}

static long call(long number, const arguments &with) {
  const long *of = with.of;
  bool sealed = installs_filter(number, with) && seal();
  long result =
      raw_syscall(number, of[0], of[1], of[2], of[3], of[4], of[5]);
  bool failed = result < 0 && result > -4096;
  if (sealed && failed)
    unseal();
  if (!failed)
    return result;
  errno = int(-result);
  return -1;
}

} // namespace gmon

using namespace gmon;

int __gmon_prctl(int option, ...) {
  va_list list;
  va_start(list, option);
  arguments rest(list, 4);
  va_end(list);
  arguments with = rest;
  with.of[0] = option;
  for (int i = 0; i != 4; ++i)
    with.of[i + 1] = rest.of[i];
  return int(call(SYS_prctl, with));
}

long __gmon_syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  arguments with(list, 6);
  va_end(list);
  return call(number, with);
}
