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
#include "process/tasks.h"

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
    process().host->pause_own_threads(true);
  }
  own_threads_paused(const own_threads_paused &) = delete;

  /// Whether threads of the profiler have ended.
  explicit operator bool() const { return is_paused; }

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

/// Makes a system call that the kernel refuses to a process of several threads.
/// It counts a thread for a moment after its end.
static int call_alone(bool is_paused, long number, long first, long second) {
  constexpr int most_pauses = 100;
  constexpr timespec pause = {0, nanoseconds_per_second / 1000};
  long error = raw_syscall(number, first, second);
  // The thread may be gone once it is looked for.
  bool is_last = false;
  for (int i = 0; is_paused && error == -EINVAL && i != most_pauses && !is_last;
       ++i) {
    is_last = num_threads_of_program() <= 1;
    if (!is_last)
      raw_syscall(SYS_nanosleep, kernel::address(&pause), 0);
    error = raw_syscall(number, first, second);
  }
  return int(kernel::result(error));
}

int __gmon_unshare(int flags) {
  constexpr int of_one_thread =
      CLONE_NEWUSER | CLONE_THREAD | CLONE_SIGHAND | CLONE_VM;
  own_threads_paused paused(flags & of_one_thread);
  return call_alone(bool(paused), SYS_unshare, flags, 0);
}

int __gmon_setns(int fd, int type) {
  // After that, a process can have no new threads.
  own_threads_paused paused(type != CLONE_NEWPID);
  return call_alone(bool(paused), SYS_setns, fd, type);
}
