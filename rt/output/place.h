//===-- place.h - Where a file is created -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates temporary files beside their final names, files in place, and missing
// folders. Chooses between the usual set of profiles and one of the process's
// own. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_PLACE_H
#define GMON_RT_OUTPUT_PLACE_H

#include "base/memory.h"
#include "settings/profile_name.h"

#include <sys/stat.h>

namespace gmon {

/// Returns 0 if a file of this name may be replaced, else an error number.
/// `status` is that of the existing file, or zeros.
int may_replace(const char *name, struct stat &status);

/// Creates a temporary file beside `name`. Returns its descriptor, or -1 with
/// errno set.
int create_beside(const path &name, path &temporary);

/// Opens the file, or creates it, with `access`: O_WRONLY or O_RDWR. Returns
/// its descriptor, or -1 with errno set.
int open_in_place(const path &name, int access);

/// Gives a new file the mode of the file that it replaces, whose status is
/// `status`, and the owner if the process may set it.
void keep_mode_and_owner(int fd, const struct stat &status);

/// Whether the file may be a set: it is empty, or begins with a segment or with
/// a part of one whose writer was killed. Readers know a set by a whole cookie,
/// so a shorter file is none: it may be anything.
bool may_be_set(int fd);

/// Whether a file of another name would not help, or be beside a device.
bool is_of_disk(int error);

/// Says on standard error, once for each error number, that nothing can be
/// added to `name`. `instead` is the file that is used instead, or null.
void tell_set_error(const path &name, int error, const path *instead);

/// Removes a file that only this process has created and that is still empty.
void remove_empty(const path &name);

/// Calls `use` for the set `name`. If `use` returns an error number, says so
/// and calls it for the process's own set, unless it was that or it would not
/// help: then `name` is the name of that set and, after success, `is_own` is
/// true. Returns 0 or an error number.
template <typename Function>
int use_set(path &name, bool &is_own, Function use) {
  static stored<path> refused;
  const int first_error = use();
  if (!first_error)
    return 0;
  *refused = name;
  int error = first_error;
  if (!is_own && !is_of_disk(error)) {
    name_set(name, true);
    error = use();
    is_own = !error;
    if (error)
      remove_empty(name);
  }
  tell_set_error(*refused, first_error, error ? nullptr : &name);
  return error;
}

} // namespace gmon

#endif // GMON_RT_OUTPUT_PLACE_H
