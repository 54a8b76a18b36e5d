//===-- set_file.h - The file of a set --------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Appends to a file that other processes append to, and that another file may
// replace at any time. Async-signal-safe. The process is locked.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_SET_FILE_H
#define GMON_RT_OUTPUT_SET_FILE_H

#include "base/text.h"
#include "encoding/output.h"

#include <stdint.h>

namespace gmon {

struct held_file;

/// A segment in a file.
struct place_in_file {
  uint64_t device, inode, offset, size; ///< a size of 0 means none
};

/// Appends a segment to the set `name`, or to the file that is held for it, and
/// drops `last`, the process's segment before; then `last` is this one. Returns
/// 0 or an error number: ENOEXEC if the file is no set.
int append_to_set(const path &name, held_file *held, file_bytes segment,
                  place_in_file &last);

} // namespace gmon

#endif // GMON_RT_OUTPUT_SET_FILE_H
