//===-- place.h - Where a file is created -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are created beside their names, or in place, in folders that are made
// if they are missing. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_PLACE_H
#define GMON_RT_OUTPUT_PLACE_H

#include "settings/profile_name.h"

#include <sys/stat.h>

namespace gmon {

/// Tells whether a file of this name may be replaced: 0 or an error number.
/// `status` is that of the file that is there, or zeros.
int may_replace(const char *name, struct stat &status);

/// Creates a file beside `name`. Returns its descriptor, or -1 with errno set.
int create_beside(const path &name, path &temporary);

/// Opens the file, or creates it. Returns its descriptor, or -1 with errno set.
int open_in_place(const path &name);

} // namespace gmon

#endif // GMON_RT_OUTPUT_PLACE_H
