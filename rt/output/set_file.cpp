//===-- set_file.cpp - The file of a set ----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel appends one write after the other, so processes do not wait for
// each other: they hold a shared lock, and a program that replaces the file an
// exclusive one. Clients of a network's file system take turns instead.
//
//===----------------------------------------------------------------------===//

#include "output/set_file.h"
#include "base/system.h"
#include "gmon/format.h"
#include "interpose/signals.h"
#include "output/held_file.h"
#include "output/place.h"
#include "process/process.h"
#include "process/report.h"

#include <errno.h>
#include <linux/falloc.h>
#include <string.h>
#include <sys/file.h>
#include <sys/vfs.h>

namespace gmon {

/// Whether writes to the end of a file on several machines may meet.
static bool is_of_network(int fd) {
  constexpr uint32_t types[] = {0x6969,     0x517b,     0xff534d42,
                                0xfe534d42, 0x01021997, 0x65735546};
  struct statfs system = {};
  raw_syscall(SYS_fstatfs, fd, kernel::address(&system));
  for (uint32_t type : types)
    if (uint32_t(system.f_type) == type)
      return true;
  return false;
}

/// Locks the file, but does not wait forever, and not again after that: a
/// stopped process may hold the lock. Without a lock, appending is right: who
/// replaces the file looks for segments that were added meanwhile. Only clients
/// of a network's file system keep waiting.
static void lock_file(int fd) {
  static bool gave_up;
  constexpr uint64_t patience = 10'000'000'000,
                     patience_of_dying = 1'000'000'000;
  const bool dies =
      __atomic_load_n(&shared_signals().dying_thread, __ATOMIC_RELAXED);
  const bool takes_turns = is_of_network(fd);
  const int operation = (takes_turns ? LOCK_EX : LOCK_SH) | LOCK_NB;
  uint64_t waited = gave_up && !takes_turns ? patience : 0;
  timespec pause = {0, 100'000};
  for (;;) {
    const long error = -raw_syscall(SYS_flock, fd, operation);
    gave_up = error == EWOULDBLOCK || error == EINTR;
    if (!gave_up || waited >= (dies ? patience_of_dying : patience))
      return;
    raw_syscall(SYS_nanosleep, kernel::address(&pause), 0);
    waited += uint64_t(pause.tv_nsec);
    if (pause.tv_nsec < 10'000'000)
      pause.tv_nsec *= 2;
  }
}

/// Whether the name means another file, or none. A file that was opened at the
/// start stays the set if the process cannot look its name up any more, or if
/// the file still has a name and the process may not write to the other one.
static bool is_replaced(const path &name, const struct stat &file,
                        bool is_held) {
  struct stat found;
  if (kernel::lstat(name.c_str(), &found) != 0)
    return !is_held;
  if (found.st_dev == file.st_dev && found.st_ino == file.st_ino)
    return false;
  return !is_held || !file.st_nlink || kernel::may_write(name.c_str()) == 0;
}

/// Takes back a part of a segment at the end of the file, unless another
/// process has written behind it.
static void take_back(int fd, uint64_t start, uint64_t size) {
  struct stat status;
  if (raw_syscall(SYS_flock, fd, LOCK_EX | LOCK_NB) == 0 &&
      kernel::fstat(fd, &status) == 0 &&
      uint64_t(status.st_size) == start + size)
    raw_syscall(SYS_ftruncate, fd, long(start));
}

/// Appends the segment to the open file. Sets `place`. Returns 0 or an error
/// number.
static int write_segment(int fd, file_bytes segment, place_in_file &place) {
  long written;
  int attempts = 2;
  do
    written = write_once(fd, segment.data, segment.size);
  while (written == -EINTR && --attempts);
  record_progress();
  if (written < 0)
    return int(-written);
  const long end = raw_syscall(SYS_lseek, fd, 0, SEEK_CUR);
  place.offset = uint64_t(end - written);
  place.size = segment.size;
  if (size_t(written) == segment.size)
    return 0;
  // The kernel says why only if it writes nothing.
  const long rest =
      write_once(fd, segment.data + written, segment.size - size_t(written));
  take_back(fd, place.offset, uint64_t(rest > 0 ? written + rest : written));
  return rest < 0 ? int(-rest) : ENOSPC;
}

/// Whether the segment of the image that `next` follows is at `offset`: the
/// file may have been emptied, or written again.
static bool is_there(int fd, uint64_t offset, file_bytes next) {
  constexpr size_t image_offset = 40;
  struct {
    unsigned char image[GMON_IMAGE_SIZE];
    uint32_t number;
  } found, expected;
  memcpy(&expected, next.data + image_offset, sizeof(expected));
  const ssize_t size =
      kernel::pread(fd, &found, sizeof(found), off_t(offset + image_offset));
  ++found.number;
  return size == sizeof(found) && memcmp(&found, &expected, size_t(size)) == 0;
}

/// Drops a segment of the open file, and gives its blocks back, unless others
/// use the file: readers must find what they have seen.
static void drop(int fd, const place_in_file &place, file_bytes next) {
  if (raw_syscall(SYS_flock, fd, LOCK_EX | LOCK_NB) == -EWOULDBLOCK ||
      !is_there(fd, place.offset, next))
    return;
  const uint32_t dropped = GMON_SEGMENT_DROPPED;
  raw_syscall(SYS_fcntl, fd, F_SETFL, 0); // to write at an offset
  if (kernel::pwrite(fd, &dropped, sizeof(dropped),
                     off_t(place.offset + GMON_SEGMENT_STATE_OFFSET)) < 0)
    return;
  constexpr uint64_t kept = 4096; // with the head
  if (place.size > kept)
    raw_syscall(SYS_fallocate, fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                long(place.offset + kept), long(place.size - kept));
}

namespace {

/// The file of a set while a segment is appended.
class open_set {
public:
  open_set(const path &name, held_file *held) : name(name), held(held) {}
  open_set(const open_set &) = delete;
  ~open_set() {
    if (fd >= 0 && !held)
      kernel::close(fd);
    else if (fd >= 0)
      raw_syscall(SYS_flock, fd, LOCK_UN);
  }

  /// Opens and locks the file. Returns 0 or an error number.
  int open();
  /// Appends the segment, and drops `last`, the one before. Returns 0 or an
  /// error number; ESTALE if the name means another file meanwhile.
  int append(file_bytes segment, place_in_file &last);

private:
  const path &name;
  held_file *held;
  int fd = -1;
  struct stat status;
};

} // namespace

int open_set::open() {
  if (held) {
    fd = held->fd;
    // Without O_APPEND after drop().
    raw_syscall(SYS_fcntl, fd, F_SETFL, O_APPEND);
  } else {
    if (int error = may_replace(name.c_str(), status))
      return error;
    fd = open_in_place(name, O_RDWR | O_APPEND);
    if (fd < 0)
      return errno;
  }
  lock_file(fd);
  if (kernel::fstat(fd, &status) != 0)
    return errno;
  if (!S_ISREG(status.st_mode))
    return EEXIST;
  return may_be_set(fd) ? 0 : ENOEXEC;
}

int open_set::append(file_bytes segment, place_in_file &last) {
  if (is_replaced(name, status, held))
    return ESTALE;
  place_in_file made = {status.st_dev, status.st_ino, 0, 0};
  if (int error = write_segment(fd, segment, made))
    return error;
  // Who holds no lock may have written to a file that was replaced.
  if (is_replaced(name, status, held))
    return ESTALE;
  if (last.size && last.device == made.device && last.inode == made.inode)
    drop(fd, last, segment);
  last = made;
  return 0;
}

int append_to_set(const path &name, held_file *held, file_bytes segment,
                  place_in_file &last) {
  int error = ESTALE;
  for (int attempt = 0; error == ESTALE && attempt != 10; ++attempt) {
    open_set set(name, held);
    error = set.open();
    if (!error)
      error = set.append(segment, last);
    held = nullptr; // if its name means another file
  }
  return error;
}

} // namespace gmon
