//===-- addition_lock.cpp - The lock of a shared profile ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// flock(2) is tried again and again, because no one can interrupt a process
// that waits in it for a stopped one.
//
//===----------------------------------------------------------------------===//

#include "output/addition_lock.h"
#include "base/memory.h"
#include "base/system.h"
#include "base/time.h"
#include "output/place.h"
#include "process/process.h"
#include "process/report.h"

#include <errno.h>
#include <string.h>
#include <sys/file.h>

namespace gmon {

/// The list of files begins with this line, and ends with an empty line if it
/// is complete.
static constexpr char list_start[] = "gmon\n";
static constexpr size_t list_start_size = sizeof(list_start) - 1;
static constexpr size_t most_list_bytes = size_t(1) << 20;

// Not on the stack: the program may end on a small one. Only one thread writes
// at a time.
static stored<path> lock_name, next_name, listed_name;

/// Makes the name FOLDER/.FILE and `suffix`.
static void name_hidden(path &to, const char *name, const char *suffix) {
  name_beside(to, name, ".", last_part(name));
  to << suffix;
}

void name_next_version(path &to, const char *name) {
  name_hidden(to, name, ".next");
}

static uint64_t milliseconds_now() {
  uint64_t now;
  read_clock(CLOCK_MONOTONIC, now);
  return now / 1000000;
}

/// Opens the file and locks it. Returns 0, EAGAIN if another process holds the
/// lock, or another error number.
int addition_lock::open_and_lock() {
  fd = open_in_place(*lock_name, O_RDWR);
  if (fd < 0)
    return errno;
  struct stat opened, named;
  int error = kernel::fstat(fd, &opened) != 0 ? errno : 0;
  if (!error) {
    has_progress = opened.st_ino != seen.inode ||
                   opened.st_ctim.tv_sec != seen.seconds ||
                   opened.st_ctim.tv_nsec != seen.nanoseconds;
    seen = {opened.st_ino, opened.st_ctim.tv_sec, opened.st_ctim.tv_nsec};
    error = -int(raw_syscall(SYS_flock, fd, LOCK_EX | LOCK_NB));
  }
  // Another user could have prepared the list.
  if (!error && (!S_ISREG(opened.st_mode) ||
                 opened.st_uid != uint32_t(raw_syscall(SYS_geteuid))))
    error = EPERM;
  // The process that held the lock may have removed the file.
  if (!error &&
      (kernel::lstat(lock_name->c_str(), &named) != 0 ||
       named.st_ino != opened.st_ino || named.st_dev != opened.st_dev))
    error = EAGAIN;
  if (error) {
    kernel::close(fd);
    fd = -1;
  }
  return error;
}

/// Returns how long to wait before the next attempt, in nanoseconds. Who has
/// waited longer tries more often, and so comes first: attempts of all who wait
/// would otherwise take the time that the holder needs.
static long pause_before_attempt(uint64_t num_attempts, uint64_t milliseconds) {
  constexpr uint64_t longest = 100'000'000, millisecond = 1'000'000;
  uint64_t pause = longest * 1000 / (1000 + milliseconds);
  if (num_attempts < 7 && pause > millisecond << num_attempts)
    pause = millisecond << num_attempts;
  // Processes that started together try at different times.
  return long(pause / 2 +
              uint64_t(kernel::getpid()) * 7919 * num_attempts % (pause / 2));
}

int addition_lock::acquire(const path &name, uint64_t milliseconds) {
  name_hidden(*lock_name, name.c_str(), ".lock");
  if (lock_name->is_cut())
    return ENAMETOOLONG;
  const uint64_t start = milliseconds_now();
  uint64_t last_progress = start;
  for (uint64_t num_attempts = 0;;) {
    int error = open_and_lock();
    if (!error)
      return complete();
    const uint64_t now = milliseconds_now();
    if (has_progress)
      last_progress = now;
    if (error != EAGAIN || now - last_progress >= milliseconds ||
        now - start >= 6 * milliseconds)
      return error;
    timespec pause = {0, pause_before_attempt(++num_attempts, now - start)};
    raw_syscall(SYS_nanosleep, kernel::address(&pause), 0);
    record_progress();
  }
}

/// Renames the next versions of the files in a list: each name ends with a
/// newline. The files are in the folder of the lock, whose name may have
/// changed since the list was written. Files that were renamed before are
/// skipped. Sets `has_renamed` once a file was renamed.
int addition_lock::rename_all(const char *list, size_t size,
                              bool &has_renamed) {
  const char *end = list + size;
  while (list != end) {
    name_beside(*listed_name, lock_name->c_str(), "", "");
    for (; list != end && *list != '\n'; ++list)
      *listed_name << (*list == '/' ? '_' : *list);
    if (list == end)
      return EINVAL;
    ++list;
    name_next_version(*next_name, listed_name->c_str());
    if (kernel::rename(next_name->c_str(), listed_name->c_str()) == 0)
      has_renamed = true;
    else if (errno != ENOENT)
      return errno;
  }
  return 0;
}

/// Reads the list that a killed process left, and renames its files if it is
/// complete.
int addition_lock::complete() {
  struct stat status;
  if (kernel::fstat(fd, &status) != 0)
    return errno;
  auto size = size_t(status.st_size);
  scratch_list<char> list;
  int error = 0;
  bool has_renamed = false;
  if (size > list_start_size + 1 && size <= most_list_bytes) {
    if (!list.fill(size))
      return ENOMEM;
    if (kernel::pread(fd, list.begin(), size, 0) == ssize_t(size) &&
        memcmp(list.begin(), list_start, list_start_size) == 0 &&
        memcmp(list.end() - 2, "\n\n", 2) == 0)
      error = rename_all(list.begin() + list_start_size,
                         size - list_start_size - 1, has_renamed);
  }
  if (!error)
    raw_syscall(SYS_ftruncate, fd, 0);
  return error;
}

int addition_lock::commit(const scratch_list<const path *, 8> &files) {
  scratch_list<char> list;
  auto add = [&](const char *text) {
    for (; *text; ++text)
      if (!list.add(*text))
        return false;
    return true;
  };
  bool has_memory = add(list_start);
  for (const path *each : files) {
    if (strchr(last_part(each->c_str()), '\n'))
      return EINVAL;
    has_memory = has_memory && add(last_part(each->c_str())) && add("\n");
  }
  if (!has_memory || !add("\n"))
    return ENOMEM;
  bool has_renamed = false;
  int error = write_fully_at(fd, list.begin(), list.count(), 0);
  if (!error)
    error = rename_all(list.begin() + list_start_size,
                       list.count() - list_start_size - 1, has_renamed);
  // A file that was renamed has been added to. The next process renames the
  // others.
  if (error && has_renamed)
    return 0;
  raw_syscall(SYS_ftruncate, fd, 0);
  return error;
}

void addition_lock::release() {
  if (fd < 0)
    return;
  // Whoever waits for this file finds that it has no name, and creates another.
  struct stat status;
  if (kernel::fstat(fd, &status) == 0 && !status.st_size)
    kernel::unlink(lock_name->c_str());
  // A child that this process created meanwhile has the descriptor, too.
  raw_syscall(SYS_flock, fd, LOCK_UN);
  kernel::close(fd);
  fd = -1;
}

} // namespace gmon
