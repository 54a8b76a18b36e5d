//===-- place.h - Where a file is created -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates temporary files beside their final names, files in place, and missing
// folders.
// Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_PLACE_H
#define GMON_RT_OUTPUT_PLACE_H

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

} // namespace gmon

#endif // GMON_RT_OUTPUT_PLACE_H
