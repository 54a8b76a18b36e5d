//===-- memory.h - Memory without malloc ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All memory of the runtime comes from the kernel. It contains zeros, and only
// pages that are touched cost memory. Everything here is async-signal-safe and
// takes no lock.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_MEMORY_H
#define GMON_RT_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Maps `size` bytes of zeros, at `place` if that is free. Returns null if
/// there is no memory.
void *map_zeros(size_t size, const void *place = nullptr);

/// Reserves `size` bytes of address space, from which map_zeros() takes, if
/// there is memory.
void reserve(size_t size);

/// Maps `size` bytes of zeros that are zeros again in the child of a fork, even
/// if nothing tells the runtime of the fork. So the kernel copies nothing, then
/// or when the parent writes. Linux before 4.14 and qemu-user let the child
/// inherit the memory.
void *map_counts(size_t size, const void *place = nullptr);

/// Maps `size` bytes of zeros that the children of forks share, and makes
/// `size` what it has mapped. Large ones are huge pages if the kernel can: then
/// a child has one page fault for 2 MiB. Returns null if there is no memory.
void *map_shared(size_t &size);

/// Makes a mapping larger and keeps its contents; the address may change.
/// Returns null and changes nothing if there is no memory.
void *remap(void *memory, size_t old_size, size_t new_size);

/// Maps a stack of `size` bytes. Returns its lowest byte, or null if there is
/// no memory.
void *map_stack(size_t size);

/// Forbids to write below such a stack.
void guard_stack(void *stack);

void unmap(void *memory, size_t size);

/// Fills a mapping with zeros, and returns its pages to the kernel unless they
/// are locked.
void zero(void *memory, size_t size);

/// Reserves `size` bytes of address space for scratch memory, or fewer if there
/// are not as many. Later the program may use up the rest, or may be forbidden
/// to map more.
void set_aside(size_t size);

/// Unmaps the reserved space, because the module is being unloaded.
void release_spare();

// Temporary memory for the writing of one profile. If the system has no memory,
// it comes from the space that set_aside() reserved. Only the holder of the
// process lock calls these functions.
void *map_scratch(size_t size);
void *remap_scratch(void *memory, size_t old_size, size_t new_size);
void unmap_scratch(void *memory, size_t size);

/// Whether scratch memory is in the reserved space.
bool is_spare(const void *memory);

/// Allocates memory in pieces. Threads and signal handlers may share an arena.
/// All zeros is an empty arena.
class arena {
public:
  struct alignas(16) chunk {
    chunk *previous;
    char *memory;
    uint64_t size; ///< of the mapping; 0 for the chunk of begin()
    uint64_t end;  ///< number of bytes of `memory`
    uint64_t used;
  };

  constexpr arena() = default;

  /// An arena of map_counts(). `headers` has the headers of its chunks.
  constexpr explicit arena(arena *headers) : headers(headers) {}

  /// Returns zeros, aligned to 16 bytes, or null if there is no memory.
  void *allocate(size_t size);

  /// Gives an empty arena its first chunk: `memory`, which contains zeros and
  /// is aligned to 16 bytes.
  void begin(chunk &header, void *memory, size_t size);

  /// Fills all pieces with zeros, except those of the chunk of begin(). They
  /// stay allocated. No other thread may use the arena during the call.
  void zero_pieces();

  /// Frees all pieces and empties the arena. The chunk of begin() stays mapped.
  /// No other thread may use the arena during the call.
  void release();

private:
  chunk *current = nullptr;
  arena *headers = nullptr; ///< null: each chunk has its header
};

// Large variables that few programs use would be in each program, and in each
// of its libraries. So they are in memory that a module maps when it starts,
// all at once.

/// Maps the module's memory for large variables. Returns false if there is
/// none: then the module must not start.
bool map_store();

/// Unmaps it, and what is left of the reserved space, because the module is
/// being unloaded.
void release_store();

/// Returns `size` bytes of zeros for `object`, which other threads may set,
/// too.
void *take_from_store(void *&object, size_t size);

/// A variable that is all zeros at first. It may be used once the module has
/// started.
template <typename T> class stored {
public:
  T &operator*() {
    void *found = __atomic_load_n(&object, __ATOMIC_ACQUIRE);
    return *static_cast<T *>(found ? found
                                   : take_from_store(object, sizeof(T)));
  }
  T *operator->() { return &**this; }

  /// Whether the variable has been used.
  bool is_used() const { return __atomic_load_n(&object, __ATOMIC_RELAXED); }

private:
  void *object = nullptr;
};

} // namespace gmon

#endif // GMON_RT_BASE_MEMORY_H
