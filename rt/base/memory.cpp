//===-- memory.cpp - Memory without malloc --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps memory by raw system calls, which do not change errno, and builds arenas
// on the mappings. An arena is a chunk; an atomic addition allocates a piece of
// it. A full chunk is replaced by a new one, which is larger up to a limit.
//
//===----------------------------------------------------------------------===//

#include "base/memory.h"
#include "base/arch.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

namespace gmon {

static constexpr size_t page_size = 4096;
static constexpr size_t huge_page_size = size_t(2) << 20;
static constexpr size_t most_of_chunk = size_t(256) << 10;

// The C library's headers may be older than the kernel.
#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

static bool failed(long result) { return result < 0 && result > -4096; }

static size_t rounded_to_pages(size_t bytes) {
  return (bytes + page_size - 1) & ~(page_size - 1);
}

/// Address space for the first mappings of a module: one system call in place
/// of a dozen. Nobody else takes a piece of it.
static char *reserved;
static size_t left_of_reserved;

void reserve(size_t size) {
  void *memory = map_zeros(size);
  left_of_reserved = memory ? size : 0;
  reserved = static_cast<char *>(memory);
}

/// Takes a piece of the reserved space. Returns null if nothing is left.
static void *take_reserved(size_t size) {
  size = rounded_to_pages(size);
  size_t left = __atomic_load_n(&left_of_reserved, __ATOMIC_RELAXED);
  while (size <= left)
    if (__atomic_compare_exchange_n(&left_of_reserved, &left, left - size, true,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return reserved + (left - size);
  return nullptr;
}

void *map_zeros(size_t size, const void *place) {
  if (void *taken = place ? nullptr : take_reserved(size))
    return taken;
  auto page = reinterpret_cast<long>(place) & -long(page_size);
  long result = raw_syscall(SYS_mmap, page, long(size), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (failed(result))
    return nullptr;
  // With huge pages, a mapping that is little used would cost its whole size.
  if (size >= huge_page_size)
    raw_syscall(SYS_madvise, result, long(size), MADV_NOHUGEPAGE);
  return reinterpret_cast<void *>(result);
}

void *map_counts(size_t size, const void *place) {
  void *memory = map_zeros(size, place);
  if (memory)
    raw_syscall(SYS_madvise, reinterpret_cast<long>(memory), long(size),
                MADV_WIPEONFORK);
  return memory;
}

void *map_shared(size_t &size) {
  constexpr size_t least_of_huge = size_t(128) << 10;
  const bool is_huge = size >= least_of_huge;
  const size_t unit = is_huge ? huge_page_size : page_size;
  const size_t wanted = (size + unit - 1) & ~(unit - 1);
  // A huge page is aligned, in the process and in what it maps.
  const size_t space = wanted + unit - page_size;
  long all = raw_syscall(SYS_mmap, 0, long(space), PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (failed(all))
    return nullptr;
  const long begin = (all + long(unit) - 1) & -long(unit);
  const long end = begin + long(wanted), end_of_all = all + long(space);
  if (begin != all)
    raw_syscall(SYS_munmap, all, begin - all);
  if (end != end_of_all)
    raw_syscall(SYS_munmap, end, end_of_all - end);
  if (failed(raw_syscall(SYS_mmap, begin, long(wanted), PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                         -1, 0))) {
    raw_syscall(SYS_munmap, begin, long(wanted));
    return nullptr;
  }
  size = wanted;
  auto *memory = reinterpret_cast<char *>(begin);
  if (is_huge) {
    // The kernel makes no huge page of nothing.
    for (size_t offset = 0; offset != size; offset += unit)
      __atomic_store_n(memory + offset, 0, __ATOMIC_RELAXED);
    raw_syscall(SYS_madvise, begin, long(size), MADV_COLLAPSE);
  }
  return memory;
}

void *remap(void *memory, size_t old_size, size_t new_size) {
  long result = raw_syscall(SYS_mremap, reinterpret_cast<long>(memory),
                            long(old_size), long(new_size), MREMAP_MAYMOVE);
  return failed(result) ? nullptr : reinterpret_cast<void *>(result);
}

void *map_stack(size_t size) {
  const size_t guard_size = getauxval(AT_PAGESZ);
  auto *guard = static_cast<char *>(map_zeros(guard_size + size));
  return guard ? guard + guard_size : nullptr;
}

void guard_stack(void *stack) {
  const size_t guard_size = getauxval(AT_PAGESZ);
  raw_syscall(SYS_mprotect, reinterpret_cast<long>(stack) - long(guard_size),
              long(guard_size), PROT_NONE);
}

void unmap(void *memory, size_t size) {
  if (memory)
    raw_syscall(SYS_munmap, reinterpret_cast<long>(memory), long(size));
}

void zero(void *memory, size_t size) {
  // The kernel keeps pages that the program locked (mlockall).
  if (memory && failed(raw_syscall(SYS_madvise, reinterpret_cast<long>(memory),
                                   long(size), MADV_DONTNEED)))
    memset(memory, 0, size);
}

namespace {

/// The address space that set_aside() reserved. Pieces are allocated one after
/// the other, and reused when all of them are free.
struct spare_memory {
  char *first;
  size_t size, used, pieces;

  bool holds(const void *memory) const {
    return first && uintptr_t(memory) - uintptr_t(first) < size;
  }
  void *take(size_t wanted) {
    wanted = rounded_to_pages(wanted);
    if (wanted > size - used)
      return nullptr;
    void *piece = first + used;
    used += wanted;
    ++pieces;
    return piece;
  }
  void give_back(void *piece, size_t piece_size) {
    // A system call takes longer.
    if (piece_size <= page_size)
      memset(piece, 0, piece_size);
    else
      zero(piece, rounded_to_pages(piece_size));
    if (--pieces == 0)
      used = 0;
  }
};

} // namespace

static constinit spare_memory spare = {};

void set_aside(size_t size) {
  if (spare.first)
    return;
  constexpr size_t least = size_t(64) << 10;
  for (; size >= least && !spare.first; size /= 2) {
    spare.first = static_cast<char *>(map_zeros(size));
    spare.size = spare.first ? size : 0;
  }
}

void release_spare() {
  unmap(spare.first, spare.size);
  spare = {};
}

bool is_spare(const void *memory) { return spare.holds(memory); }

void *map_scratch(size_t size) {
  constexpr size_t most_of_spare = size_t(16) << 10;
  void *memory = size <= most_of_spare ? spare.take(size) : nullptr;
  if (!memory)
    memory = map_zeros(size);
  return memory ? memory : spare.take(size);
}

void *remap_scratch(void *memory, size_t old_size, size_t new_size) {
  if (!spare.holds(memory))
    if (void *moved = remap(memory, old_size, new_size))
      return moved;
  void *copy = map_scratch(new_size);
  if (!copy)
    return nullptr;
  memcpy(copy, memory, old_size);
  unmap_scratch(memory, old_size);
  return copy;
}

void unmap_scratch(void *memory, size_t size) {
  if (spare.holds(memory))
    spare.give_back(memory, size);
  else
    unmap(memory, size);
}

/// More than all variables of a module together.
static constexpr size_t store_size = size_t(256) << 10;
static char *store;
static size_t used_of_store;

bool map_store() {
  if (!store)
    store = static_cast<char *>(map_zeros(store_size));
  return store;
}

void release_store() {
  unmap(store, store_size);
  store = nullptr;
  const size_t left =
      __atomic_exchange_n(&left_of_reserved, 0, __ATOMIC_RELAXED);
  unmap(left ? reserved : nullptr, left);
}

void *take_from_store(void *&object, size_t size) {
  constexpr size_t alignment = 64;
  size = (size + alignment - 1) & ~(alignment - 1);
  size_t start = __atomic_fetch_add(&used_of_store, size, __ATOMIC_RELAXED);
  if (!map_store() || size > store_size - start)
    __builtin_trap();
  void *other = nullptr;
  void *taken = store + start;
  // Another thread or a handler may have been first.
  return __atomic_compare_exchange_n(&object, &other, taken, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
             ? taken
             : other;
}

/// Returns the size of the chunk behind one of `previous` bytes, or of the
/// first.
static size_t next_chunk(uint64_t previous) {
  return previous && 2 * previous < most_of_chunk ? 2 * previous
                                                  : most_of_chunk;
}

void *arena::allocate(size_t size) {
  size = (size + 15) & ~size_t(15);
  for (;;) {
    chunk *seen = __atomic_load_n(&current, __ATOMIC_ACQUIRE);
    if (seen) {
      uint64_t start = __atomic_fetch_add(&seen->used, size, __ATOMIC_RELAXED);
      if (start + size <= seen->end)
        return seen->memory + start;
    }
    size_t needed = sizeof(chunk) + size;
    size_t least = next_chunk(seen ? seen->end : 0);
    needed =
        needed < least ? least : (needed + page_size - 1) & ~(page_size - 1);
    void *memory = headers ? map_counts(needed) : map_zeros(needed);
    auto *fresh = static_cast<chunk *>(
        headers && memory ? headers->allocate(sizeof(chunk)) : memory);
    if (!fresh) {
      unmap(memory, needed);
      return nullptr;
    }
    *fresh = {seen, static_cast<char *>(memory), needed, needed,
              headers ? 0 : sizeof(chunk)};
    // If another thread or a handler was first, its chunk serves this one, too.
    if (!__atomic_compare_exchange_n(&current, &seen, fresh, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      unmap(memory, needed);
  }
}

void arena::begin(chunk &header, void *memory, size_t size) {
  header = {nullptr, static_cast<char *>(memory), 0, size, 0};
  current = &header;
}

void arena::zero_pieces() {
  for (const chunk *c = current; c; c = c->previous)
    if (c->size)
      zero(c->memory, c->size);
}

void arena::release() {
  chunk *last = current;
  current = nullptr;
  while (last) {
    chunk *previous = last->previous;
    if (last->size)
      unmap(last->memory, last->size);
    last = previous;
  }
}

} // namespace gmon
