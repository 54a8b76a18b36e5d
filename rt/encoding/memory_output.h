//===-- memory_output.h - A file in memory ----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An output that keeps a file in memory, such as a profile for a set.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_MEMORY_OUTPUT_H
#define GMON_RT_ENCODING_MEMORY_OUTPUT_H

#include "base/scratch_list.h"
#include "encoding/output.h"

#include <errno.h>

namespace gmon {

/// Keeps the bytes of a file in scratch memory.
struct memory_output : output {
  memory_output() : output{append} {}

  file_bytes bytes() const { return {list.begin(), list.count()}; }

  scratch_list<char, 65536> list;

private:
  static int append(output &self, const void *bytes, size_t size) {
    auto &list = static_cast<memory_output &>(self).list;
    return list.add_all(static_cast<const char *>(bytes), size) ? 0 : ENOMEM;
  }
};

} // namespace gmon

#endif // GMON_RT_ENCODING_MEMORY_OUTPUT_H
