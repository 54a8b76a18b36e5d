//===-- gmon_file.cpp - The file that a profile is written to -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the file beside its place and moves it there. Folders that are missing
// are made.
//
//===----------------------------------------------------------------------===//

#include "gmon_file.h"
#include "gmon/format.h"
#include "gmon_errors.h"
#include "gmon_hooks.h"
#include "gmon_name.h"
#include "gmon_options.h"
#include "gmon_report.h"
#include "gmon_system.h"
#include "gmon_thread_counts.h"
#include "gmon_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gmon {

namespace {

/// What is being written. Not on the stack: the program may end on a small one.
/// There is one writer at a time.
constinit path final_name, temporary_name;

struct file_output : output {
  explicit file_output(int fd) : output{write_to_file}, fd(fd) {}

  static int write_to_file(output &self, const void *bytes, size_t size) {
    return write_fully(static_cast<file_output &>(self).fd, bytes, size);
  }

  int fd;
};

} // namespace

/// Tells whether a file of this name may be replaced: 0 or an error number.
static int may_replace(const char *name) {
  struct stat status;
  if (kernel::lstat(name, &status) != 0)
    return errno == ENOENT ? 0 : errno;
  if (S_ISLNK(status.st_mode))
    return ELOOP;
  if (S_ISDIR(status.st_mode))
    return EISDIR;
  if (!S_ISREG(status.st_mode))
    return EEXIST;
  return kernel::may_write(name) == 0 ? 0 : errno;
}

/// A number that nobody can have planted files for.
static uint64_t guess() {
  timespec now = {};
  raw_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, kernel::address(&now));
  return uint64_t(now.tv_nsec);
}

/// Creates a file beside `name`. Returns its descriptor, or -1 with errno set.
static int create_beside(const path &name, path &temporary) {
  constexpr uint64_t attempts = 100;
  // What is as long as a name may be leaves no room for an addition.
  constexpr size_t addition = sizeof(".4294967295-999999999.tmp");
  const char *slash = strrchr(name.c_str(), '/');
  const char *last = slash ? slash + 1 : name.c_str();
  size_t folder = size_t(last - name.c_str());
  size_t length = strlen(last);
  if (length + addition > NAME_MAX && length <= NAME_MAX)
    length = NAME_MAX - addition;
  for (uint64_t attempt = 0; attempt != attempts; ++attempt) {
    temporary.clear();
    for (size_t i = 0; i != folder + length; ++i)
      temporary << name.c_str()[i];
    temporary << "." << uint64_t(kernel::getpid()) << "-"
              << (attempt ? guess() : 0) << ".tmp";
    if (temporary.is_cut()) {
      errno = ENAMETOOLONG;
      return -1;
    }
    int fd = kernel::open(temporary.c_str(),
                          O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                          0666);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

/// Opens the folder that the part of a file's name in front of `end` names.
static int open_start(const path &name, const char *end) {
  constexpr int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  if (end == name.c_str())
    return kernel::open(*end == '/' ? "/" : ".", flags);
  path start;
  start.clear();
  for (const char *at = name.c_str(); at != end; ++at)
    start << *at;
  return kernel::open(start.c_str(), flags);
}

/// Makes those folders of a file's name that are missing. Symbolic links are
/// followed in what is there, not in what is made. Several processes may do so
/// at once. Returns false with errno set.
static bool make_folders(const path &file) {
  constexpr int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  char folder[NAME_MAX + 1];
  bool missing = false;
  const char *name = part_to_make(file);
  if (!name)
    return false;
  int at = open_start(file, name);
  while (at >= 0) {
    name += strspn(name, "/");
    size_t length = strcspn(name, "/");
    if (!name[length])
      break;
    int next = -1;
    errno = ENAMETOOLONG;
    if (length <= NAME_MAX) {
      memcpy(folder, name, length);
      folder[length] = 0;
      next = kernel::openat(at, folder, flags | (missing ? O_NOFOLLOW : 0));
    }
    if (next < 0 && errno == ENOENT) {
      missing = true;
      if (kernel::mkdirat(at, folder, 0777) == 0 || errno == EEXIST)
        next = kernel::openat(at, folder, flags | O_NOFOLLOW);
    }
    int error = errno;
    kernel::close(at);
    errno = error;
    at = next;
    name += length;
  }
  if (at >= 0)
    kernel::close(at);
  return at >= 0;
}

/// What goes into a file, as write_profile().
using contents = int(output &to, bool stopped);

static int write_file(const path &name, path &temporary, contents *write,
                      bool stopped) {
  if (int error = may_replace(name.c_str()))
    return error;
  int fd = create_beside(name, temporary);
  if (fd < 0 && errno == ENOENT && make_folders(name))
    fd = create_beside(name, temporary);
  if (fd < 0)
    return errno;
  file_output file(fd);
  int error = write(file, stopped);
  if (kernel::close(fd) != 0 && !error && errno != EINTR)
    error = errno;
  if (!error && kernel::rename(temporary.c_str(), name.c_str()) != 0)
    error = errno;
  if (error)
    kernel::unlink(temporary.c_str());
  return error;
}

/// Writes the file of the name `final_name`, and tells of it.
static int write_and_tell(contents *write, bool stopped, bool tell_errors) {
  int error = write_file(final_name, temporary_name, write, stopped);
  text<32> number;
  if (error && tell_errors)
    report() << "cannot write " << final_name.c_str() << ": "
             << error_text(error, number);
  else if (!error && options().verbose)
    report() << "wrote " << final_name.c_str();
  return error;
}

int write_profile_file(const char *to, bool stopped, bool forked) {
  int saved = errno;
  if (to)
    name_dump(final_name, to);
  else
    name_profile(final_name, forked);
  write_signals_blocked blocked;
  int error = write_and_tell(write_profile, stopped, !to);
  if (!error && options().threads) {
    final_name << GMON_THREADS_SUFFIX;
    error = write_and_tell(write_thread_counts, stopped, !to);
  }
  if (uint64_t lost = lost_calls())
    report() << "out of memory: " << lost << " calls were not counted";
  errno = saved;
  return error;
}

} // namespace gmon
