//===-- memory.h - Memory without malloc ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All memory of the runtime comes from the kernel, zeroed, and costs only what
// is touched of it. Everything here is async-signal-safe and takes no lock.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_MEMORY_H
#define GMON_RT_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Maps `size` bytes of zeros, at `place` if there is room. Returns null where
/// there is no memory.
void *map_zeros(size_t size, const void *place = nullptr);

/// Makes a mapping larger, keeping its contents; it may move. Returns null, and
/// leaves it as it was, where there is no memory.
void *remap(void *memory, size_t old_size, size_t new_size);

/// Maps a stack of `size` bytes, with pages in front of it to which nothing can
/// be written. Returns its lowest byte, or null where there is no memory.
void *map_stack(size_t size);

void unmap(void *memory, size_t size);

/// Makes a mapping zeros again and gives its pages back, unless they are locked.
void zero(void *memory, size_t size);

/// Sets `size` bytes of address space aside for scratch memory, if there are so
/// many: the program may use up, or be forbidden, what is left.
void set_aside(size_t size);

/// Gives that back: the module is being unloaded.
void release_spare();

// Memory that is given back before a profile is written, as above. Where the
// system has none, it is taken from what was set aside. The holder of the
// process lock calls these.
void *map_scratch(size_t size);
void *remap_scratch(void *memory, size_t old_size, size_t new_size);
void unmap_scratch(void *memory, size_t size);

/// Gives out memory in pieces. Threads and signal handlers may share an arena.
/// All zeros is an empty arena.
class arena {
public:
  /// Returns zeros, aligned to 16 bytes, or null where there is no memory.
  void *allocate(size_t size);

  /// Lets an empty arena begin with `memory`: zeros, aligned to 16 bytes.
  void begin(void *memory, size_t size);

  /// Takes back all that was given out, and empties the arena. What it began
  /// with stays mapped. Nobody else uses the arena.
  void release();

private:
  struct alignas(16) chunk {
    chunk *previous;
    uint64_t size; ///< of the mapping; 0: not the arena's own
    uint64_t end;  ///< bytes that there are
    uint64_t used;
  };
  chunk *current = nullptr;
};

} // namespace gmon

#endif // GMON_RT_BASE_MEMORY_H
