//===-- interval_timer.cpp - The program's interval timers ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hides the runtime's use of ITIMER_PROF from the program, and leaves the timer
// to the program when it wants it.
//
//===----------------------------------------------------------------------===//

#include "base/system.h"
#include "interpose/interposition.h"
#include "process/process.h"

#include <sys/time.h>

extern "C" {
int __gmon_setitimer(int which, const itimerval *set, itimerval *previous)
    GMON_INSTEAD_OF("setitimer");
int __gmon_getitimer(int which, itimerval *current)
    GMON_INSTEAD_OF("getitimer");
}

namespace gmon {

/// Whether the runtime uses the timer `which`. `give_up`: the program wants it.
static bool is_hidden(int which, bool give_up) {
  return which == ITIMER_PROF && has_process() && process().host &&
         process().host->has_interval_timer(give_up);
}

} // namespace gmon

using namespace gmon;

int __gmon_setitimer(int which, const itimerval *set, itimerval *previous) {
  bool hidden = is_hidden(which, false);
  bool starts = set && (set->it_value.tv_sec || set->it_value.tv_usec);
  long result = 0;
  if (!hidden || starts) {
    result = raw_syscall(SYS_setitimer, which, reinterpret_cast<long>(set),
                         reinterpret_cast<long>(previous));
    if (starts && result == 0)
      is_hidden(which, true);
  }
  if (hidden && previous && result == 0)
    *previous = {};
  return kernel::result(result);
}

int __gmon_getitimer(int which, itimerval *current) {
  if (is_hidden(which, false)) {
    *current = {};
    return 0;
  }
  return kernel::result(
      raw_syscall(SYS_getitimer, which, reinterpret_cast<long>(current)));
}
