//===-- remote.cpp - What gmonctl says to a program -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program's side.
//
//===----------------------------------------------------------------------===//

#include "control/remote.h"
#include "base/errors.h"
#include "base/memory.h"
#include "base/signal_set.h"
#include "base/system.h"
#include "base/text.h"
#include "control/all_modules.h"
#include "process/process.h"
#include "process/report.h"
#include "settings/options.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

namespace gmon {

static_assert(remote_signal == tick_signal);

void allow_remote(bool allow) {
  constexpr long page = 4096;
  static long map;
  if (map) {
    raw_syscall(SYS_munmap, map, page);
    map = 0;
  }
  if (!allow)
    return;
  long fd = raw_syscall(SYS_memfd_create, kernel::address(remote_map_name),
                        MFD_CLOEXEC);
  if (fd >= 0) {
    map = raw_syscall(SYS_mmap, 0, page, PROT_READ, MAP_SHARED, fd, 0);
    raw_syscall(SYS_close, fd);
  }
  text<32> number;
  if (fd < 0 || map < 0)
    report() << "control=1 has no effect: "
             << error_text(int(fd < 0 ? -fd : -map), number);
  if (map < 0)
    map = 0;
}

/// Whether gmonctl sent the signal.
static bool is_remote(const siginfo_t *info) {
  return info->si_code == SI_QUEUE &&
         reinterpret_cast<uintptr_t>(info->si_value.sival_ptr) >> 32 ==
             remote_value;
}

/// Opens the file of the message. Returns -1 if the user of this process did
/// not create the file.
static int open_message(const siginfo_t *info) {
  text<64> name;
  name << "/proc/" << uint64_t(info->si_pid) << "/fd/"
       << (reinterpret_cast<uintptr_t>(info->si_value.sival_ptr) & 0xffffffff);
  int fd =
      kernel::open(name.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat status;
  if (fd >= 0 && (kernel::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
                  status.st_uid != uid_t(raw_syscall(SYS_geteuid)))) {
    kernel::close(fd);
    return -1;
  }
  return fd;
}

static void obey(remote_message &message) {
  message.path[remote_path_size - 1] = 0;
  switch (message.command) {
  case remote_command::status:
    break;
  case remote_command::start:
  case remote_command::stop:
    set_stopped(message.command == remote_command::stop);
    break;
  case remote_command::dump:
    message.error = dump_all(*message.path ? message.path : nullptr);
    break;
  case remote_command::reset:
    reset_all();
    break;
  default:
    message.error = ENOSYS;
  }
  message.status = {};
  message.status.samples_per_second = options().hz;
  message.status.stopped = process().stopped;
  for_each_member([&](member &runtime) {
    ++message.status.modules;
    runtime.add_counts(message.status.samples, message.status.calls);
  });
}

bool obey_remote(const siginfo_t *info, const void *context) {
  if (!is_remote(info))
    return false;
  int saved = errno;
  process_lock lock;
  // Not on the stack: the signal may interrupt code on a small one.
  static stored<remote_message> store;
  remote_message &message = *store;
  int fd = open_message(info);
  if (fd >= 0) {
    if (kernel::pread(fd, &message, sizeof(message), 0) == sizeof(message) &&
        memcmp(message.magic, remote_magic, sizeof(remote_magic)) == 0 &&
        message.version == remote_version) {
      // Sampling starts with the mask of the thread, not that of the handler.
      uint64_t mask = process().mask;
      memcpy(&process().mask,
             &static_cast<const ucontext_t *>(context)->uc_sigmask,
             sizeof(mask));
      obey(message);
      process().mask = mask;
      message.answered = 1;
      // gmonctl may have ended meanwhile.
      if (kernel::pwrite(fd, &message, sizeof(message), 0) < 0)
        message = {};
    }
    kernel::close(fd);
  }
  errno = saved;
  return true;
}

} // namespace gmon
