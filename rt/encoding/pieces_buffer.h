//===-- pieces_buffer.h - Pieces of a file that is read ------- -*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Async-signal-safe, while the process is locked.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_PIECES_BUFFER_H
#define GMON_RT_ENCODING_PIECES_BUFFER_H

#include "base/memory.h"
#include "encoding/field_reader.h"

#include <string.h>

namespace gmon {

/// Scratch memory for what a field_reader has not read yet.
class pieces_buffer {
public:
  pieces_buffer() = default;
  pieces_buffer(const pieces_buffer &) = delete;
  pieces_buffer &operator=(const pieces_buffer &) = delete;
  ~pieces_buffer() { unmap_scratch(buffer, mapped); }

  /// Makes room for `size` bytes, which begin with what is left. Returns them,
  /// or null if there is no memory.
  char *make_room(file_bytes &left, uint64_t size) {
    if (left.size)
      memmove(buffer, left.data, left.size);
    if (size > mapped) {
      void *larger =
          mapped ? remap_scratch(buffer, mapped, size) : map_scratch(size);
      if (!larger)
        return nullptr;
      buffer = static_cast<char *>(larger);
      mapped = size;
    }
    left.data = buffer;
    return buffer;
  }

private:
  char *buffer = nullptr;
  size_t mapped = 0;
};

} // namespace gmon

#endif // GMON_RT_ENCODING_PIECES_BUFFER_H
