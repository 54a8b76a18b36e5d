//===-- page_map.cpp - The pages that were used ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file has 64 bits for each page of the process: the highest says that the
// page is in memory, the next one that it was swapped out.
//
//===----------------------------------------------------------------------===//

#include "totals/page_map.h"
#include "base/system.h"

#include <sys/auxv.h>

namespace gmon {

/// Opening the file takes as long as reading this many bytes.
static constexpr size_t few_bytes = size_t(64) << 10;

static bool is_used(uint64_t entry) { return entry >> 62; }

page_map::~page_map() {
  if (fd >= 0)
    raw_syscall(SYS_close, fd);
}

bool page_map::read(uintptr_t page, size_t count) {
  const size_t size = count * sizeof(*entries);
  return raw_syscall(SYS_pread64, fd, kernel::address(entries), long(size),
                     long(page * sizeof(*entries))) == long(size);
}

void page_map::open() {
  is_opened = true;
  page_size = getauxval(AT_PAGESZ);
  fd = int(raw_syscall(SYS_openat, AT_FDCWD,
                       kernel::address("/proc/self/pagemap"),
                       O_RDONLY | O_CLOEXEC));
  // Under qemu-user it may be of other addresses. This object is in memory.
  is_known = page_size &&
             read(reinterpret_cast<uintptr_t>(this) / page_size, 1) &&
             is_used(entries[0]);
}

void page_map::for_each_used(const char *memory, size_t size,
                             void (*visit)(size_t begin, size_t end,
                                           void *argument),
                             void *argument) {
  const auto place = reinterpret_cast<uintptr_t>(memory);
  size_t offset = 0;
  if (size > few_bytes && !is_opened)
    open();
  if (size > few_bytes && is_known)
    while (offset < size) {
      const uintptr_t page = (place + offset) / page_size;
      const size_t left = (place + size - 1) / page_size - page + 1;
      const size_t count = left < most ? left : most;
      if (!read(page, count))
        break;
      for (size_t i = 0; i != count; ++i) {
        size_t end = (page + i + 1) * page_size - place;
        end = end < size ? end : size;
        if (is_used(entries[i]))
          visit(offset, end, argument);
        offset = end;
      }
    }
  if (offset < size)
    visit(offset, size, argument);
}

} // namespace gmon
