//===-- stack_memory.cpp - Loads from a stack -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C libraries put the thread's control block at the end of its stack: all
// from the stack pointer up to there is mapped while the thread lives. So the
// pages are tried once for each thread, and remembered. The main thread's stack
// ends at the strings that the kernel puts there. Other stacks, of handlers and
// coroutines, are tried in each walk.
//
//===----------------------------------------------------------------------===//

#include "unwind/stack_memory.h"
#include "frames/checked_memory.h"
#include "frames/processor.h"
#include "libc/loader.h"

#include <sys/auxv.h>

namespace gmon {

/// At most this many pages are tried at once.
static constexpr size_t most_tries = 1024;

/// Less than what separates the main thread's stack from other mappings.
static constexpr uintptr_t largest_step = uintptr_t(64) << 20;

static constexpr uintptr_t page_of(uintptr_t address) {
  return address & ~(page_size - 1);
}

/// The end of the main thread's stack, and the lowest page of it that is known.
static uintptr_t main_end, main_low;

namespace {

/// Threads and how much of their stacks is known. An entry is one word: the
/// thread pointer's upper bits, and the number of pages below it that are known
/// to be mapped. Entries are replaced at random.
class known_stacks {
  static constexpr unsigned page_bits = 20, alignment_bits = 4;
  static constexpr size_t size = 256;

public:
  static constexpr size_t most_pages = (size_t(1) << page_bits) - 1;

  size_t pages_below(uintptr_t thread) const {
    uint64_t word = __atomic_load_n(&entries[index(thread)], __ATOMIC_RELAXED);
    return word >> page_bits == thread >> alignment_bits ? word & most_pages
                                                         : 0;
  }

  void set(uintptr_t thread, size_t pages) {
    __atomic_store_n(&entries[index(thread)],
                     thread >> alignment_bits << page_bits | pages,
                     __ATOMIC_RELAXED);
  }

private:
  static size_t index(uintptr_t thread) {
    return (thread * 0x9e3779b97f4a7c15) >> 56;
  }

  uint64_t entries[size];
};

} // namespace

static constinit known_stacks stacks = {};

void prepare_stacks() {
  uintptr_t name = auxiliary_value(AT_EXECFN);
  if (main_end || !name)
    return;
  main_low = page_of(name);
  main_end = main_low + page_size;
}

/// Extends a range of known pages downward from `low` until it contains
/// `wanted`. Returns its new start.
static uintptr_t extend_down(uintptr_t low, uintptr_t wanted) {
  for (size_t i = 0; i != most_tries && low > wanted; ++i) {
    if (!can_read(low - page_size))
      break;
    low -= page_size;
  }
  return low;
}

/// Finds the known pages of the stack that contains `address`, or returns
/// false.
static bool find_known(uintptr_t address, uintptr_t &low, uintptr_t &high) {
  uintptr_t thread = thread_pointer();
  if (address < thread &&
      thread - address < page_size * known_stacks::most_pages) {
    low = page_of(thread) - stacks.pages_below(thread) * page_size;
    high = thread;
    if (address < low && low - address < largest_step) {
      low = extend_down(low, address);
      stacks.set(thread, (page_of(thread) - low) / page_size);
    }
    if (address >= low)
      return true;
  }
  uintptr_t end = __atomic_load_n(&main_end, __ATOMIC_RELAXED);
  if (address >= end)
    return false;
  low = __atomic_load_n(&main_low, __ATOMIC_RELAXED);
  high = end;
  if (address < low && low - address < largest_step) {
    low = extend_down(low, address);
    __atomic_store_n(&main_low, low, __ATOMIC_RELAXED);
  }
  return address >= low;
}

bool stack_memory::cover_copy(uintptr_t begin, uintptr_t end, char *buffer,
                              size_t size) {
  if (end - begin > size || num_copies == most_copies)
    return false;
  ++num_copies;
  low = begin;
  high = begin + read_checked(begin, buffer, size);
  bias = reinterpret_cast<uintptr_t>(buffer) - begin;
  return end <= high;
}

bool stack_memory::cover(uintptr_t begin, uintptr_t end) {
  if (begin >= end || begin < page_size || end > UINTPTR_MAX / 2)
    return false;
  if (copy)
    return cover_copy(begin, end, copy, copy_size);
  // What is below the frames that are in use may be other memory.
  if (begin >= floor && find_known(begin, low, high) && end <= high) {
    if (low < floor)
      low = floor;
    bias = 0;
    return true;
  }
  // The stack of a context of its own, or no stack: another thread may unmap
  // that memory at any time.
  return cover_copy(begin, end, few, sizeof(few));
}

} // namespace gmon
