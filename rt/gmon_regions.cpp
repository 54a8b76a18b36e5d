//===-- gmon_regions.cpp - Each thread's copy of the counts ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Leasing regions. A signal handler may interrupt a lease and take one itself,
// so each step is one atomic instruction and can be found already done.
//
//===----------------------------------------------------------------------===//

#include "gmon_regions.h"
#include "gmon_altstack.h"
#include "gmon_arch.h"
#include "gmon_process.h"

#include <errno.h>

__thread intptr_t __gmon_bias;

namespace gmon {

constinit region shared_region = {};

static region *all_regions;
static uint32_t num_regions;

/// Where the last search for an unused region ended.
static region *search_from;

/// Process that the regions' owners belong to; 0 before the first lease.
static int32_t owner_process;

/// What the first tables and arcs of a region are cut from, behind its copy.
static constexpr size_t first_memory = size_t(64) << 10;
static constexpr size_t alignment = 64;

static size_t align(size_t size) {
  return (size + alignment - 1) & ~(alignment - 1);
}

static size_t data_size() {
  return size_t(__stop_gmon_data - __start_gmon_data);
}

/// Bytes from a region to its copy of the section, which is as aligned as the
/// section is.
static size_t copy_offset() {
  return align(sizeof(region)) +
         (reinterpret_cast<uintptr_t>(__start_gmon_data) & (alignment - 1));
}

static region *region_at(intptr_t bias) {
  return reinterpret_cast<region *>(
      reinterpret_cast<uintptr_t>(__start_gmon_data) + uintptr_t(bias) -
      copy_offset());
}

region *first_region() {
  return __atomic_load_n(&all_regions, __ATOMIC_ACQUIRE);
}

static uint64_t next_owner(uint64_t previous, uint32_t thread) {
  return ((previous >> 32) + 1) << 32 | thread;
}

static bool is_gone(uint32_t process, uint32_t owner) {
  return owner == 0 || raw_syscall(SYS_tgkill, process, owner, 0) == -ESRCH;
}

/// Takes over a region whose owner is gone. Looks at a few only, each time at
/// others: the more regions there are, the more likely one of them is unused.
static region *take_over(uint32_t process, uint32_t thread) {
  uint32_t probes = __atomic_load_n(&num_regions, __ATOMIC_RELAXED);
  if (probes > 4)
    probes = 4 + probes / 16;
  region *at = __atomic_load_n(&search_from, __ATOMIC_RELAXED);
  for (; probes; --probes) {
    if (!at && !(at = first_region()))
      return nullptr;
    uint64_t owner = __atomic_load_n(&at->owner, __ATOMIC_ACQUIRE);
    // One that was mine belonged to a thread before me that had my id, or is
    // being leased by the code that this handler interrupts. It may have both.
    if (uint32_t(owner) == thread || is_gone(process, uint32_t(owner)))
      if (__atomic_compare_exchange_n(&at->owner, &owner,
                                      next_owner(owner, thread), false,
                                      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        __atomic_store_n(&search_from, at->next, __ATOMIC_RELAXED);
        at->busy = 0;
        return at;
      }
    at = at->next;
  }
  __atomic_store_n(&search_from, at, __ATOMIC_RELAXED);
  return nullptr;
}

/// Bytes from a region to its first memory; an alternate stack follows that.
static size_t memory_offset() { return align(copy_offset() + data_size()); }

static region *make_region(uint32_t thread) {
  size_t copy = copy_offset();
  size_t memory = memory_offset();
  auto *made = static_cast<region *>(
      map_zeros(memory + first_memory + alternate_stack_size));
  if (!made)
    return nullptr;
  made->owner = thread;
  made->bias = reinterpret_cast<intptr_t>(made) + intptr_t(copy) -
               reinterpret_cast<intptr_t>(__start_gmon_data);
  made->memory.begin(reinterpret_cast<char *>(made) + memory, first_memory);
  made->next = first_region();
  while (!__atomic_compare_exchange_n(&all_regions, &made->next, made, false,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
  }
  __atomic_fetch_add(&num_regions, 1, __ATOMIC_RELAXED);
  return made;
}

/// Gives this thread a region. Returns null where it cannot have one.
static region *lease() {
  auto process = int32_t(raw_syscall(SYS_getpid));
  auto thread = uint32_t(raw_syscall(SYS_gettid));
  int32_t known = 0;
  if (!__atomic_compare_exchange_n(&owner_process, &known, process, false,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
      known != process)
    // The child of a vfork, whose id dies while the parent's thread, whose
    // thread-local storage this is, would go on in the region; or a process
    // made behind the C library's back. Neither can be told apart.
    return nullptr;
  region *taken = take_over(uint32_t(process), thread);
  if (!taken)
    taken = make_region(thread);
  if (!taken)
    return nullptr;
  if (has_process() && gmon::process().signals.handler)
    give_alternate_stack(reinterpret_cast<char *>(taken) + memory_offset() +
                         first_memory);
  intptr_t bias = 0;
  if (!__atomic_compare_exchange_n(&__gmon_bias, &bias, taken->bias, false,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    // A handler was here in between, and its lease holds.
    if (bias != taken->bias)
      __atomic_store_n(&taken->owner, next_owner(taken->owner, 0),
                       __ATOMIC_RELEASE);
    return region_at(bias);
  }
  announce_thread();
  return taken;
}

region *current_region() {
  intptr_t bias = __gmon_bias;
  if (bias)
    return region_at(bias);
  region *leased = lease();
  return leased ? leased : &shared_region;
}

bool has_hooks() { return data_size() != 0 || first_region(); }

void for_each_thread(void (*see)(uint32_t thread)) {
  for (region *each = first_region(); each; each = each->next)
    if (auto thread = uint32_t(__atomic_load_n(&each->owner, __ATOMIC_RELAXED)))
      see(thread);
}

void adopt_region() {
  auto process = int32_t(raw_syscall(SYS_getpid));
  if (__gmon_bias) {
    region *own = region_at(__gmon_bias);
    __atomic_store_n(&own->owner,
                     next_owner(own->owner, uint32_t(raw_syscall(SYS_gettid))),
                     __ATOMIC_RELEASE);
  }
  __atomic_store_n(&owner_process, process, __ATOMIC_RELAXED);
}

} // namespace gmon
