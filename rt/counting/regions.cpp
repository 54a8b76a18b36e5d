//===-- regions.cpp - Each thread's copy of the counts --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Leases regions to threads. base/leases.h says what happens when signal
// handlers or other threads do so at the same time.
//
//===----------------------------------------------------------------------===//

#include "counting/regions.h"
#include "base/system.h"
#include "counting/callers.h"
#include "interpose/altstack.h"
#include "interpose/signals.h"
#include "interpose/upcalls.h"
#include "libc/loader.h"
#include "settings/options.h"

#include <errno.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

__thread intptr_t __gmon_rt_bias;
extern "C" const char __gmon_uses_segment
    __attribute__((weak, visibility("hidden")));

namespace gmon {

/// The headers of regions, and of their further memory.
static constinit arena headers = {};

static constexpr region make_shared_region() {
  region made = {};
  made.memory = arena(&headers);
  return made;
}
constinit region shared_region = make_shared_region();
constinit region unread_region = make_shared_region();
constinit arena reserved_memory = {};
static arena::chunk reserved_chunk;
static bool lacked_region;
uint32_t num_resets;

/// Most programs need one header.
static region first_header;
static bool is_first_used;

void (*forget_region)();

static constinit lease_list<region> regions;

/// Whether the segment register accepts any value; false until that is known.
static bool can_set_segment;

/// Id of the process that the regions' owners belong to; 0 before the first
/// lease.
static int32_t owner_process;

static constexpr size_t alignment = 64;

/// Only this many regions have large tables, so that a program with many
/// threads has memory for all of them.
static constexpr uint32_t few_regions = 4;

/// The first region is mapped with the reserved memory, which is enough for
/// the functions that threads begin with.
static constexpr size_t size_of_reserve = size_t(8) << 10;

/// Returns the size of the memory behind a region's copy, for its first tables
/// and arcs.
static size_t first_memory(bool is_one_of_many) {
  return size_t(is_one_of_many ? 12 : 64) << 10;
}

// In a library, gold defines undefined weak symbols at the module's first byte,
// the ELF header.
bool counts_by_segment() {
  const char *marker = &__gmon_uses_segment;
  return marker && *marker == 1;
}

/// Points the segment register at the copy at `bias`, if code of this module
/// counts by the segment register.
static void use_segment(intptr_t bias) {
  if (counts_by_segment())
    set_segment(bias, can_set_segment);
}

static size_t align(size_t size) {
  return (size + alignment - 1) & ~(alignment - 1);
}

/// Offset of a region's copy of the section, aligned as the section is.
static size_t copy_offset() {
  return align(sizeof(region *)) +
         (reinterpret_cast<uintptr_t>(__start_gmon_data) & (alignment - 1));
}

bool is_in_template(uintptr_t place) {
  return place - reinterpret_cast<uintptr_t>(__start_gmon_data) <
         template_size();
}

/// Size of a region without the memory for its first tables.
static size_t region_size() { return align(copy_offset() + template_size()); }

/// Returns the region's pointer to its header. If it is null the region was not
/// used since a fork.
static region *&header_of(char *begin) {
  return *reinterpret_cast<region **>(begin);
}

static region *region_at(intptr_t bias) {
  region *&header = header_of(
      reinterpret_cast<char *>(reinterpret_cast<uintptr_t>(__start_gmon_data) +
                               uintptr_t(bias) - copy_offset()));
  if (header)
    return header;
  // The process is the child of a fork.
  region *r = first_region();
  while (r->bias != bias)
    r = r->next;
  return header = r;
}

const char *copy_of(const region *r) { return __start_gmon_data + r->bias; }

char *in_copy(char *data, uintptr_t place) {
  return data + (place - reinterpret_cast<uintptr_t>(__start_gmon_data));
}

region *first_region() { return regions.first(); }

/// Whether the segment register, if instrumented code uses it, can reach a
/// region at this address.
static bool is_reachable(const void *memory) {
  return !counts_by_segment() || can_set_segment || memory > __stop_gmon_data;
}

/// Maps memory for a region at such an address. Returns null if there is no
/// memory.
static void *map_region(size_t size) {
  void *memory = map_counts(size);
  if (is_reachable(memory))
    return memory;
  // The program was loaded at a high address. The region must not be just
  // behind it: its heap may be there.
  for (int log_distance = 24; log_distance != 40; ++log_distance) {
    void *other =
        map_counts(size, __stop_gmon_data + (uintptr_t(1) << log_distance));
    if (other > __stop_gmon_data) {
      unmap(memory, size);
      return other;
    }
    unmap(other, size);
  }
  return memory;
}

uint32_t num_unread_slots() {
  constexpr size_t least = 256, most = 65536;
  size_t number = least;
  while (number < most && number * 4 * sizeof(gmon_record) <= template_size())
    number *= 2;
  return uint32_t(number);
}

gmon_slot *unread_slots() {
  return reinterpret_cast<gmon_slot *>(unread_region.begin +
                                       unread_region.size) -
         num_unread_slots();
}

/// Gives a region the memory at `begin`.
static void place_region(region *made, void *begin, size_t size) {
  made->begin = static_cast<char *>(begin);
  made->size = size;
  made->bias = reinterpret_cast<intptr_t>(begin) + intptr_t(copy_offset()) -
               reinterpret_cast<intptr_t>(__start_gmon_data);
}

void prepare_unread_region() {
  if (is_sealed() || unread_region.begin || !template_size())
    return;
  size_t size = region_size() + num_unread_slots() * sizeof(gmon_slot);
  void *begin = map_shared(size);
  if (!begin)
    return;
  if (!is_reachable(begin))
    return unmap(begin, size);
  place_region(&unread_region, begin, size);
  header_of(unread_region.begin) = &unread_region;
}

static region *make_header() {
  if (!__atomic_exchange_n(&is_first_used, true, __ATOMIC_RELAXED))
    return &first_header;
  return static_cast<region *>(headers.allocate(sizeof(region)));
}

static region *make_region(uint32_t thread) {
  const size_t memory = region_size();
  const uint32_t number = regions.count();
  const bool is_one_of_many = number >= few_regions;
  const size_t rest = first_memory(is_one_of_many);
  const size_t size = memory + rest + (number ? 0 : size_of_reserve);
  auto *begin = static_cast<char *>(map_region(size));
  region *made = begin ? make_header() : nullptr;
  if (!made) {
    unmap(begin, size);
    __atomic_store_n(&lacked_region, true, __ATOMIC_RELAXED);
    // A thread inherits the register of its creator.
    use_segment(0);
    return nullptr;
  }
  place_region(made, begin, size);
  made->owner = thread;
  made->is_one_of_many = is_one_of_many;
  made->memory = arena(&headers);
  made->memory.begin(made->first_memory, begin + memory, rest);
  if (!number)
    reserved_memory.begin(reserved_chunk, begin + memory + rest,
                          size_of_reserve);
  regions.add(made);
  return made;
}

/// Leases a region to this thread, or returns null.
static region *lease() {
  if (is_sealed())
    return nullptr;
  const uint32_t thread = kernel::gettid();
  int32_t known = __atomic_load_n(&owner_process, __ATOMIC_RELAXED);
  // The first thread of a process has its id.
  const int32_t process = known == int32_t(thread) ? known : kernel::getpid();
  known = 0;
  if (!__atomic_compare_exchange_n(&owner_process, &known, process, false,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
      known != process)
    // Either the child of a vfork, which uses the thread-local storage of the
    // parent's thread: the child's id ends while that thread would go on using
    // the region. Or a process that the C library did not create. Nothing
    // distinguishes the two.
    return nullptr;
  // With threads=1 each thread keeps its own region.
  bool keep = options().threads;
  region *taken = keep ? nullptr : regions.take_over(process, thread);
  if (taken)
    taken->busy = 0;
  else if (!(taken = make_region(thread)))
    return nullptr;
  header_of(taken->begin) = taken;
  // Set before the bias: a handler that sees the bias takes everything as set.
  use_segment(taken->bias);
  intptr_t bias = 0;
  if (!__atomic_compare_exchange_n(&__gmon_rt_bias, &bias, taken->bias, false,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    // A handler leased a region in between, and its lease stays.
    if (bias != taken->bias)
      __atomic_store_n(&taken->owner, next_owner(taken->owner, 0),
                       __ATOMIC_RELEASE);
    use_segment(bias);
    return region_at(bias);
  }
  if (has_process() && shared_signals().handler)
    give_alternate_stack(thread);
  if (keep)
    record_thread_name(taken);
  announce_thread();
  return taken;
}

void record_thread_name(region *own) {
  raw_syscall(SYS_prctl, PR_GET_NAME, kernel::address(own->name));
}

bool lacks_regions() {
  return __atomic_load_n(&lacked_region, __ATOMIC_RELAXED);
}

region *current_region() {
  intptr_t bias = __gmon_rt_bias;
  if (bias)
    return region_at(bias);
  region *leased = lease();
  return leased ? leased : &shared_region;
}

bool has_hooks() { return template_size() != 0 || first_region(); }

void for_each_thread(void (*visit)(uint32_t thread)) {
  for (region *r = first_region(); r; r = r->next)
    if (auto thread = uint32_t(__atomic_load_n(&r->owner, __ATOMIC_RELAXED)))
      visit(thread);
}

void prepare_regions() {
  can_set_segment = auxiliary_value(AT_HWCAP2) & segment_instructions;
}

void adopt_region(int32_t process) {
  if (__gmon_rt_bias) {
    region *own = region_at(__gmon_rt_bias);
    __atomic_store_n(&own->owner, next_owner(own->owner, kernel::gettid()),
                     __ATOMIC_RELEASE);
  }
  __atomic_store_n(&owner_process, process, __ATOMIC_RELAXED);
}

/// Fills the template with zeros. It shares its first and last page with other
/// data.
static void zero_template() {
  const size_t known = auxiliary_value(AT_PAGESZ);
  const size_t page = known ? known : 65536;
  const size_t head = -reinterpret_cast<uintptr_t>(__start_gmon_data) % page;
  if (template_size() < head + page) {
    memset(__start_gmon_data, 0, template_size());
    return;
  }
  const size_t tail = reinterpret_cast<uintptr_t>(__stop_gmon_data) % page;
  memset(__start_gmon_data, 0, head);
  zero(__start_gmon_data + head, template_size() - head - tail);
  memset(__stop_gmon_data - tail, 0, tail);
}

/// Empties the lists of a region whose memory contains zeros, or is not read.
static void empty_lists(region *r) {
  r->tables = nullptr;
  r->mcount_tables = nullptr;
  r->arcs.forget();
  r->far_arcs.forget();
  r->hidden_calls = 0;
  r->table_bytes = 0;
}

void begin_regions_of_child(bool is_profiled) {
  ++num_resets;
  if (forget_region)
    forget_region();
  if (!is_profiled && unread_region.begin) {
    for_each_region(empty_lists);
    empty_lists(&unread_region);
    use_segment(unread_region.bias);
    __gmon_rt_bias = unread_region.bias;
    return;
  }
  region *own = __gmon_rt_bias ? region_at(__gmon_rt_bias) : nullptr;
  for_each_region([=](region *r) {
    // Unless the kernel has done it. The program may have called functions
    // since.
    if (r->begin && (r == own || header_of(r->begin))) {
      zero(r->begin, r->size);
      r->memory.zero_pieces();
    }
    empty_lists(r);
  });
  shared_region.memory.zero_pieces();
  zero_template();
}

void release_regions() {
  // Destructors may still call functions. Their calls go to a new region, and
  // are in no profile.
  __gmon_rt_bias = 0;
  if (forget_region)
    forget_region();
  reserved_memory.release();
  unread_region.memory.release();
  unmap(unread_region.begin, unread_region.size);
  unread_region = {};
  region *r = regions.first();
  regions = {};
  while (r) {
    region *next = r->next;
    r->memory.release();
    unmap(r->begin, r->size);
    r = next;
  }
  shared_region.arcs.forget();
  shared_region.far_arcs.forget();
  forget_callers();
  shared_region.memory.release();
  headers.release();
  first_header = {};
  is_first_used = false;
}

} // namespace gmon
