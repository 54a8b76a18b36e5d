//===-- name_store.h - Names that outlive their files -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of texts in scratch memory, which do not move. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SUMS_NAME_STORE_H
#define GMON_RT_SUMS_NAME_STORE_H

#include "base/memory.h"

#include <string.h>

namespace gmon {

class name_store {
public:
  name_store() = default;
  name_store(const name_store &) = delete;
  name_store &operator=(const name_store &) = delete;
  ~name_store() {
    while (chunk *each = last) {
      last = each->previous;
      unmap_scratch(each, each->size);
    }
  }

  /// Returns a copy of a text, or null if there is no memory.
  const char *copy(const char *text, size_t size) {
    if (!last || last->size - last->used < size) {
      const size_t needed = sizeof(chunk) + size;
      const size_t mapped = needed < least_mapped ? least_mapped : needed;
      auto *added = static_cast<chunk *>(map_scratch(mapped));
      if (!added)
        return nullptr;
      *added = {last, mapped, sizeof(chunk)};
      last = added;
    }
    char *to = reinterpret_cast<char *>(last) + last->used;
    last->used += size;
    memcpy(to, text, size);
    return to;
  }

private:
  struct chunk {
    chunk *previous;
    size_t size, used; ///< bytes of the mapping
  };
  static constexpr size_t least_mapped = 16384;
  chunk *last = nullptr;
};

} // namespace gmon

#endif // GMON_RT_SUMS_NAME_STORE_H
