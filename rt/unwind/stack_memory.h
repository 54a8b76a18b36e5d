//===-- stack_memory.h - Loads from a stack ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window onto the stack of a thread. In the window, loads cost nothing.
// Beyond it, the kernel is asked first.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_STACK_MEMORY_H
#define GMON_RT_UNWIND_STACK_MEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Finds the main thread's stack. Not for signal handlers.
void prepare_stacks();

/// Async-signal-safe.
class stack_memory {
public:
  /// For the calling thread, whose stack is in use from `floor` on.
  explicit stack_memory(uintptr_t floor) : floor(floor) {}

  /// For the stack of another thread: what is read is copied to `copy`, of
  /// `size` bytes, a multiple of 8.
  stack_memory(void *copy, size_t size)
      : copy(static_cast<char *>(copy)), copy_size(size) {}

  /// Whether the bytes from `begin` to `end` can be read; load() may be called
  /// for these then, until the next call. They are few.
  bool covers(uintptr_t begin, uintptr_t end) {
    return (begin >= low && end <= high && begin <= end) || cover(begin, end);
  }

  /// Loads a word that covers() has found readable.
  uintptr_t load(uintptr_t address) const {
    uintptr_t value;
    __builtin_memcpy(&value, reinterpret_cast<const char *>(address + bias),
                     sizeof(value));
    return value;
  }

  /// Loads a word, or returns false.
  bool load(uintptr_t address, uintptr_t &value) {
    if (!covers(address, address + sizeof(value)))
      return false;
    value = load(address);
    return true;
  }

  /// The end of the window.
  uintptr_t end() const { return high; }

private:
  bool cover(uintptr_t begin, uintptr_t end);
  bool cover_copy(uintptr_t begin, uintptr_t end, char *buffer, size_t size);

  /// Copies of a walk at most. If each walk took longer than the time between
  /// two samples, the program would not go on.
  static constexpr unsigned most_copies = 128;

  unsigned num_copies = 0;
  uintptr_t floor = 0;         ///< of memory that may be read without a copy
  uintptr_t low = 0, high = 0; ///< the window
  uintptr_t bias = 0;          ///< from an address to where its copy is
  char *copy = nullptr;
  size_t copy_size = 0;
  alignas(uintptr_t) char few[512]; ///< a copy of memory that may vanish
};

} // namespace gmon

#endif // GMON_RT_UNWIND_STACK_MEMORY_H
