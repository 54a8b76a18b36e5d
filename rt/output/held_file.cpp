//===-- held_file.cpp - Files opened at the start -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens files under high numbers, where the program's loops that close all
// descriptors rarely get, and notices if the program has closed them.
//
//===----------------------------------------------------------------------===//

#include "output/held_file.h"
#include "base/errors.h"
#include "base/memory.h"
#include "base/system.h"
#include "output/place.h"
#include "process/report.h"
#include "process/reported_errors.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>

namespace gmon {

static stored<held_file[most_series][num_file_kinds]> files;

/// Returns the lowest descriptor to use. Loops that close descriptors rarely
/// get that far: it is above those that select(2) supports, or near the limit.
static int lowest_descriptor() {
  constexpr rlim_t wanted = 4096, room = 64;
  rlimit limit = {};
  raw_syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, kernel::address(&limit));
  if (limit.rlim_cur >= wanted + room)
    return wanted;
  return limit.rlim_cur > room ? int(limit.rlim_cur - room) : 3;
}

static int move_up(int fd) {
  long moved = raw_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, lowest_descriptor());
  if (moved < 0)
    return fd;
  kernel::close(fd);
  return int(moved);
}

/// Opens the file `file.name`. Returns 0 or an error number.
static int open_file(held_file &file, int access) {
  struct stat status;
  if (int error = may_replace(file.name.c_str(), status))
    return error;
  file.is_new = !status.st_nlink;
  int fd = open_in_place(file.name, access);
  if (fd < 0)
    return errno;
  if (kernel::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    kernel::close(fd);
    return EEXIST;
  }
  file.fd = move_up(fd);
  file.device = status.st_dev;
  file.inode = status.st_ino;
  file.is_held = true;
  return 0;
}

/// Whether the descriptor still refers to the file, and the file still has a
/// name.
static bool is_open(const held_file &file) {
  struct stat status;
  return file.is_held && kernel::fstat(file.fd, &status) == 0 &&
         status.st_dev == file.device && status.st_ino == file.inode &&
         status.st_nlink;
}

static void close_file(held_file &file) {
  if (is_open(file))
    kernel::close(file.fd);
  file.is_held = false;
}

static void hold_file(held_file &file, file_kind kind) {
  int error = open_file(file, O_WRONLY);
  text<32> number;
  if (error && is_new_error(kind, error))
    report() << "cannot open " << file.name.c_str() << ": "
             << error_text(error, number);
}

/// Opens the file of a set. Returns 0 or an error number.
static int open_set(held_file &file) {
  int error = open_file(file, O_RDWR | O_APPEND);
  if (!error && !may_be_set(file.fd)) {
    close_file(file);
    error = ENOEXEC;
  }
  file.is_set = true;
  return error;
}

/// Opens the set, to which others may append before this process does, or else
/// one of the process's own.
static void hold_set() {
  held_file &file = (*files)[0][profile_file];
  bool is_own = false;
  name_set(file.name, is_own);
  use_set(file.name, is_own, [&] { return open_set(file); });
  file.is_new &= is_own;
}

void hold_files(bool forked, bool is_host) {
  close_held_files();
  if (options().open != open_choice::start || discards_profiles())
    return;
  int saved = errno;
  if (writes_set()) {
    if (is_host)
      hold_set();
    errno = saved;
    return;
  }
  const bool with_stacks = is_host && (options().stacks || options().threads);
  for_each_series([=](unsigned series) {
    auto &of_series = (*files)[series];
    name_profile(of_series[profile_file].name, forked, series);
    hold_file(of_series[profile_file], profile_file);
    if (with_stacks) {
      name_stacks(of_series[stacks_file].name, nullptr, forked, series);
      hold_file(of_series[stacks_file], stacks_file);
    }
  });
  errno = saved;
}

void close_held_files() {
  if (!files.is_used())
    return;
  int saved = errno;
  for (auto &of_series : *files)
    for (held_file &held : of_series)
      close_file(held);
  errno = saved;
}

void drop_held_file(file_kind kind, unsigned series) {
  if (!files.is_used())
    return;
  int saved = errno;
  held_file &file = (*files)[series][kind];
  struct stat status;
  if (file.is_new && is_open(file) &&
      kernel::lstat(file.name.c_str(), &status) == 0 &&
      status.st_dev == file.device && status.st_ino == file.inode &&
      !status.st_size)
    kernel::unlink(file.name.c_str());
  close_file(file);
  errno = saved;
}

void drop_held_files(file_kind kind) {
  for (unsigned series = 0; series != num_series(); ++series)
    drop_held_file(kind, series);
}

void drop_files_beside_set() {
  if (!files.is_used() || (*files)[0][profile_file].is_set)
    return;
  drop_held_files(profile_file);
  drop_held_files(stacks_file);
}

held_file *find_held_file(file_kind kind, unsigned series) {
  if (!files.is_used())
    return nullptr;
  held_file &file = (*files)[series][kind];
  return is_open(file) ? &file : nullptr;
}

} // namespace gmon
