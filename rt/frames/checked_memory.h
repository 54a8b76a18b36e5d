//===-- checked_memory.h - Memory that may be unmapped ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel reads or tries memory for the unwinder, and fails where none is
// mapped. Everything here is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_FRAMES_CHECKED_MEMORY_H
#define GMON_RT_FRAMES_CHECKED_MEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// The smallest page size.
inline constexpr uintptr_t page_size = 4096;

/// Finds out which system calls work here. Not for signal handlers.
void prepare_checks();

/// Whether words of a stack may be looked at that the program may never have
/// written. Valgrind would report that as an error of the program.
bool may_search();

/// Whether the page with this address can be read.
bool can_read(uintptr_t address);

/// Copies up to `size` bytes at `address`. Returns how many were read.
size_t read_checked(uintptr_t address, void *target, size_t size);

} // namespace gmon

#endif // GMON_RT_FRAMES_CHECKED_MEMORY_H
