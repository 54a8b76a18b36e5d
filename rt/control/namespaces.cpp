//===-- namespaces.cpp - Namespaces that one thread enters ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only a process of one thread may enter a user namespace, or share less of its
// memory. So the threads of the profiler end before the program tries that, and
// start again afterwards. In a file of its own: programs that do not call these
// functions do not link it.
//
//===----------------------------------------------------------------------===//

#include "base/system.h"
#include "base/time.h"
#include "interpose/interposition.h"
#include "process/process.h"
#include "sampling/tasks.h"

#include <sched.h>

extern "C" {
int __gmon_unshare(int flags) GMON_INSTEAD_OF("unshare");
int __gmon_setns(int fd, int type) GMON_INSTEAD_OF("setns");
}

namespace gmon {

namespace {

/// While an object exists, the profiler has no threads.
class own_threads_paused {
public:
  explicit own_threads_paused(bool is_needed)
      : is_paused(is_needed && is_this_process() && process().host &&
                  process().num_own_threads) {
    if (!is_paused)
      return;
    const int others = num_threads_of_program();
    process().host->pause_own_threads(true);
    // The kernel still counts a thread for a moment after its end.
    constexpr int most_pauses = 1000;
    constexpr timespec pause = {0, nanoseconds_per_second / most_pauses};
    for (int i = 0; i != most_pauses && num_threads_of_program() > others; ++i)
      raw_syscall(SYS_nanosleep, kernel::address(&pause), 0);
  }
  own_threads_paused(const own_threads_paused &) = delete;

  ~own_threads_paused() {
    if (!is_paused)
      return;
    int saved = errno;
    process().host->pause_own_threads(false);
    errno = saved;
  }

private:
  bool is_paused;
};

} // namespace

} // namespace gmon

using namespace gmon;

int __gmon_unshare(int flags) {
  constexpr int of_one_thread =
      CLONE_NEWUSER | CLONE_THREAD | CLONE_SIGHAND | CLONE_VM;
  own_threads_paused paused(flags & of_one_thread);
  return int(kernel::result(raw_syscall(SYS_unshare, flags)));
}

int __gmon_setns(int fd, int type) {
  // After that, a process can have no new threads.
  own_threads_paused paused(type != CLONE_NEWPID);
  return int(kernel::result(raw_syscall(SYS_setns, fd, type)));
}
