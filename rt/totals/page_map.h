//===-- page_map.h - The pages that were used -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A large mapping of zeros of which a process has used few pages is read
// faster without the others: each of them costs the kernel a mapping, and the
// reader a look at its words. The kernel says which pages there are
// (/proc/self/pagemap). mincore() does not: it calls a page absent that was
// swapped out.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_PAGE_MAP_H
#define GMON_RT_TOTALS_PAGE_MAP_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Async-signal-safe.
class page_map {
public:
  page_map() = default;
  page_map(const page_map &) = delete;
  page_map &operator=(const page_map &) = delete;
  ~page_map();

  /// Calls `visit` with the bounds of each part of `memory`, as offsets, that
  /// may have bytes other than 0. If the kernel does not tell, or if it would
  /// take longer, that is all.
  void for_each_used(const char *memory, size_t size,
                     void (*visit)(size_t begin, size_t end, void *argument),
                     void *argument);

private:
  void open();
  bool read(uintptr_t page, size_t count);

  static constexpr size_t most = 64;
  uint64_t entries[most];
  uintptr_t page_size = 0;
  int fd = -1;
  bool is_opened = false;
  bool is_known = false; ///< the file says what this object asks for
};

} // namespace gmon

#endif // GMON_RT_TOTALS_PAGE_MAP_H
