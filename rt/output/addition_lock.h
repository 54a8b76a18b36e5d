//===-- addition_lock.h - The lock of a shared profile ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processes that add to one profile take turns. The profile consists of several
// files: those of the modules, and the stacks. A process first writes the next
// version of each beside it, then lists them in the lock's file, and then
// renames one after the other. If it is killed before the list is complete,
// nothing has happened; if later, the next process that takes the lock goes on
// with the list. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_ADDITION_LOCK_H
#define GMON_RT_OUTPUT_ADDITION_LOCK_H

#include "base/scratch_list.h"
#include "base/text.h"

#include <stdint.h>

namespace gmon {

/// The lock. It is the file ".NAME.lock" beside the profile NAME, which exists
/// while a process holds the lock, or after one was killed.
class addition_lock {
public:
  addition_lock() = default;
  addition_lock(const addition_lock &) = delete;
  ~addition_lock() { release(); }

  /// Waits for the lock of the profile `name`, and completes what a killed
  /// process left. Gives up if one other process holds the lock for
  /// `milliseconds`, or several for six times as long. Returns 0 or an error
  /// number; EAGAIN if it has given up.
  int acquire(const path &name, uint64_t milliseconds);

  /// Puts the next versions of the `files`, which exist under their
  /// name_next_version(), in place of the files. Returns 0, or an error number
  /// if all files are as they were.
  int commit(const scratch_list<const path *, 8> &files);

private:
  int open_and_lock();
  int complete();
  int rename_all(const char *list, size_t size, bool &has_renamed);
  void release();

  int fd = -1;
  /// When the file of the last attempt was created or changed; every holder of
  /// the lock has another file.
  struct {
    uint64_t inode;
    int64_t seconds, nanoseconds;
  } seen = {};
  bool has_progress = false; ///< the last attempt saw another file
};

/// Makes the name under which the next version of the file `name` is written.
void name_next_version(path &to, const char *name);

} // namespace gmon

#endif // GMON_RT_OUTPUT_ADDITION_LOCK_H
