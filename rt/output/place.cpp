//===-- place.cpp - Where a file is created -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file replaces only a regular file that the process may write, and never the
// program. Names of temporary files cannot be guessed.
//
//===----------------------------------------------------------------------===//

#include "output/place.h"
#include "base/errors.h"
#include "base/system.h"
#include "gmon/format.h"
#include "process/process.h"
#include "process/report.h"
#include "process/reported_errors.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <time.h>

namespace gmon {

/// Only the owner may write to a profile, whatever the umask is.
static constexpr mode_t new_file_mode = 0644;

/// Whether the file is the executable of this program.
static bool is_program(const struct stat &status) {
  struct stat program;
  return kernel::stat("/proc/self/exe", &program) == 0 &&
         status.st_dev == program.st_dev && status.st_ino == program.st_ino;
}

int may_replace(const char *name, struct stat &status) {
  status = {};
  if (kernel::lstat(name, &status) != 0)
    return errno == ENOENT ? 0 : errno;
  if (S_ISLNK(status.st_mode))
    return ELOOP;
  if (S_ISDIR(status.st_mode))
    return EISDIR;
  if (!S_ISREG(status.st_mode))
    return EEXIST;
  if (is_program(status))
    return ETXTBSY;
  return kernel::may_write(name) == 0 ? 0 : errno;
}

/// Returns a number that no attacker can guess, to prevent prepared files.
static uint64_t guess() {
  timespec now = {};
  raw_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, kernel::address(&now));
  return uint64_t(now.tv_nsec);
}

static int try_beside(const path &name, path &temporary) {
  constexpr uint64_t attempts = 100;
  // A name of the maximum length leaves no room for a suffix.
  constexpr size_t addition = sizeof(".4294967295-999999999.tmp");
  const char *last = last_part(name.c_str());
  size_t folder = size_t(last - name.c_str());
  size_t length = strlen(last);
  if (length + addition > NAME_MAX && length <= NAME_MAX)
    length = NAME_MAX - addition;
  for (uint64_t attempt = 0; attempt != attempts; ++attempt) {
    temporary.clear();
    for (size_t i = 0; i != folder + length; ++i)
      temporary << name.c_str()[i];
    temporary << "." << uint64_t(process().this_process) << "-"
              << (attempt ? guess() : 0) << ".tmp";
    if (temporary.is_cut()) {
      errno = ENAMETOOLONG;
      return -1;
    }
    int fd = kernel::open(temporary.c_str(),
                          O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                          new_file_mode);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  errno = EBUSY;
  return -1;
}

/// Opens the folder named by the part of `name` in front of `end`.
static int open_start(const path &name, const char *end) {
  constexpr int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  if (end == name.c_str())
    return kernel::open(*end == '/' ? "/" : ".", flags);
  path start;
  start.clear();
  for (const char *c = name.c_str(); c != end; ++c)
    start << *c;
  return kernel::open(start.c_str(), flags);
}

/// Creates the missing folders of a file's name. Follows symbolic links in
/// folders that exist, not in folders that it creates. Several processes may do
/// so at the same time. Returns false with errno set.
static bool make_folders(const path &file) {
  constexpr int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  char folder[NAME_MAX + 1];
  bool missing = false;
  const char *name = part_to_make(file);
  if (!name)
    return false;
  int fd = open_start(file, name);
  while (fd >= 0) {
    name += strspn(name, "/");
    size_t length = strcspn(name, "/");
    if (!name[length])
      break;
    int next = -1;
    errno = ENAMETOOLONG;
    if (length <= NAME_MAX) {
      memcpy(folder, name, length);
      folder[length] = 0;
      next = kernel::openat(fd, folder, flags | (missing ? O_NOFOLLOW : 0));
    }
    if (next < 0 && errno == ENOENT) {
      missing = true;
      if (kernel::mkdirat(fd, folder, 0777) == 0 || errno == EEXIST)
        next = kernel::openat(fd, folder, flags | O_NOFOLLOW);
    }
    int error = errno;
    kernel::close(fd);
    errno = error;
    fd = next;
    name += length;
  }
  if (fd >= 0)
    kernel::close(fd);
  return fd >= 0;
}

/// Calls `attempt`, and calls it again if missing folders could be created.
template <typename Function>
static int with_folders(const path &name, Function attempt) {
  int fd = attempt();
  if (fd < 0 && errno == ENOENT && make_folders(name))
    fd = attempt();
  return fd;
}

int create_beside(const path &name, path &temporary) {
  return with_folders(name, [&] { return try_beside(name, temporary); });
}

int open_in_place(const path &name, int access) {
  return with_folders(name, [&] {
    return kernel::open(name.c_str(),
                        access | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY |
                            O_CLOEXEC,
                        new_file_mode);
  });
}

void keep_mode_and_owner(int fd, const struct stat &status) {
  constexpr mode_t kept = 0755;
  if (!status.st_nlink)
    return;
  if (raw_syscall(SYS_geteuid) == 0)
    raw_syscall(SYS_fchown, fd, status.st_uid, status.st_gid);
  raw_syscall(SYS_fchmod, fd, status.st_mode & kept);
}

bool may_be_set(int fd) {
  char start[GMON_SEGMENT_COOKIE_SIZE];
  const ssize_t size = kernel::pread(fd, start, sizeof(start), 0);
  return size == 0 || (size == sizeof(start) &&
                       memcmp(start, GMON_SEGMENT_COOKIE, sizeof(start)) == 0);
}

bool is_of_disk(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG ||
         error == EROFS || error == EIO || error == EEXIST;
}

void remove_empty(const path &name) {
  struct stat status;
  if (kernel::lstat(name.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
      !status.st_size)
    kernel::unlink(name.c_str());
}

void tell_set_error(const path &name, int error, const path *instead) {
  if (!is_new_error(profile_file, error))
    return;
  text<32> number;
  report line;
  line << "cannot add to " << name.c_str() << ": "
       << (error == ENOEXEC ? "it is no set of profiles"
                            : error_text(error, number));
  if (instead)
    line << "; see " << instead->c_str();
}

} // namespace gmon
