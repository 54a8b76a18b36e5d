//===-- set.cpp - Segments of a set of profiles ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a segment from the profiles that the modules keep and the stacks, and
// appends it to the set.
//
//===----------------------------------------------------------------------===//

#include "output/set.h"
#include "base/memory.h"
#include "base/system.h"
#include "base/time.h"
#include "encoding/memory_output.h"
#include "encoding/stacks_writer.h"
#include "interpose/signals.h"
#include "libc/environment.h"
#include "output/digest.h"
#include "output/held_file.h"
#include "output/place.h"
#include "output/set_file.h"
#include "output/snapshot.h"
#include "output/written.h"
#include "process/module.h"
#include "process/report.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

namespace gmon {

namespace {

/// A module's profile of a series.
struct kept_profile {
  kept_profile *next;
  unsigned series;
  const char *library; ///< empty for the program
  char *bytes;
  size_t size, mapped;
  stacks_snapshot::profile digest;
};

/// What the runtimes of a process append to a set.
struct set_state {
  unsigned char image[GMON_IMAGE_SIZE]; ///< zeros: not drawn yet
  uint32_t number;
  uint64_t start;
  place_in_file last; ///< the segment before; its size is 0 if there is none
  kept_profile *first;
  bool has_own_set; ///< nothing can be appended to the one with the usual name
  bool ends_by_label; ///< the next segment is the label's last
  uint64_t label_end; ///< if ends_by_label
  text<256> label;
};

} // namespace

static set_state *&state() { return process().set.as<set_state *>(); }

//===----------------------------------------------------------------------===//
// The image
//===----------------------------------------------------------------------===//

static void forget_image(set_state &set) {
  for (kept_profile *profile = set.first; profile; profile = profile->next)
    profile->size = 0;
  memset(set.image, 0, sizeof(set.image));
  set.number = 0;
  set.last = {};
  if (set.ends_by_label)
    set.start = set.label_end;
  else
    read_clock(CLOCK_REALTIME, set.start);
  set.ends_by_label = false;
  forget_all_written();
}

/// Returns how many bytes of a label there is room for, without a part of a
/// character of UTF-8 at the end.
static size_t kept_size(const char *label) {
  constexpr size_t most = 255, most_of_character = 4;
  const size_t size = strlen(label);
  if (size <= most)
    return size;
  for (size_t end = most; end != most - most_of_character; --end)
    if ((label[end] & 0xc0) != 0x80)
      return end;
  return most; // it is no UTF-8
}

void begin_image(const char *label) {
  if (!state()) {
    state() =
        static_cast<set_state *>(process().memory.allocate(sizeof(set_state)));
    if (!state())
      return;
  }
  forget_image(*state());
  if (!label)
    label = options().label ? options().label
                            : find_trusted("LIT_CURRENT_TESTCASE");
  state()->label.clear();
  for (size_t i = 0, size = label ? kept_size(label) : 0; i != size; ++i)
    state()->label << label[i];
}

bool is_label_ending() { return state() && state()->ends_by_label; }

bool end_label(bool end) {
  if (!state())
    begin_image();
  if (!state())
    return false;
  state()->ends_by_label = end;
  read_clock(CLOCK_REALTIME, state()->label_end);
  return true;
}

void begin_image_of_child() {
  if (!state())
    return;
  forget_image(*state());
  state()->has_own_set = false;
}

static void draw_image(set_state &set) {
  for (unsigned char byte : set.image)
    if (byte)
      return;
  if (raw_syscall(SYS_getrandom, kernel::address(set.image), sizeof(set.image),
                  GRND_NONBLOCK) == sizeof(set.image))
    return;
  // At the start of a machine there are no random bytes. No other process has
  // had this id at this time.
  uint64_t now;
  read_clock(CLOCK_BOOTTIME, now);
  memcpy(set.image, &now, sizeof(now));
  memcpy(set.image + sizeof(now), &process().this_process, sizeof(int32_t));
}

//===----------------------------------------------------------------------===//
// Profiles
//===----------------------------------------------------------------------===//

/// The key of the profiles of a series, for output/written.h.
static uint64_t key_of_series(unsigned series) { return series + 1; }

static const char *own_library() {
  return module().is_library ? module().library_name : "";
}

/// Returns where the link to this module's profile of a series is, or to that
/// of a library of this name that was unloaded. The link is null if there is
/// none.
static kept_profile **find_link(unsigned series) {
  kept_profile **link = &state()->first;
  while (*link && ((*link)->series != series ||
                   strcmp((*link)->library, own_library()) != 0))
    link = &(*link)->next;
  return link;
}

/// Returns that profile, or adds one, without bytes. Returns null if there is
/// no memory.
static kept_profile *find_or_add(unsigned series) {
  kept_profile **link = find_link(series);
  if (*link)
    return *link;
  const char *library = own_library();
  const size_t size = strlen(library);
  auto *added = static_cast<kept_profile *>(
      process().memory.allocate(sizeof(kept_profile) + size + 1));
  if (!added)
    return nullptr;
  // The library may be unloaded before the segment is written.
  added->library = static_cast<char *>(memcpy(added + 1, library, size));
  added->series = series;
  return *link = added;
}

static void free_bytes(kept_profile &kept) {
  unmap_scratch(kept.bytes, kept.mapped);
  kept.bytes = nullptr;
  kept.size = kept.mapped = 0;
}

void drop_profile(unsigned series, bool only_earlier) {
  if (kept_profile *kept = state() ? *find_link(series) : nullptr)
    if (!only_earlier || !kept->size)
      free_bytes(*kept);
}

/// The size of the part of this module's kept profile that it has written
/// itself. Then follow the records of earlier loads of the library.
static size_t own_sizes[most_series];

/// Returns the note with the number of runs in the records of a profile of the
/// runtime, which is behind the histograms. Returns null if there is none.
static char *find_runs(char *next, const char *end) {
  constexpr size_t address = sizeof(uintptr_t),
                   cell = 1 + GMON_HISTOGRAM_HEADER_SIZE(address) +
                          GMON_CELL_BINS * sizeof(uint16_t);
  while (next < end && *next == GMON_TAG_HISTOGRAM)
    next += cell;
  return next < end ? next + 1 + 2 * address : nullptr;
}

/// Adds the records of earlier loads, which `kept` has behind `own_size` bytes,
/// to the profile of this one. Returns false if there is no memory.
static bool add_earlier_loads(memory_output &profile, const kept_profile &kept,
                              size_t own_size) {
  char *start = kept.bytes + (own_size ? own_size : GMON_HEADER_SIZE);
  const char *end = kept.bytes + kept.size;
  char *runs =
      find_runs(profile.list.begin() + GMON_HEADER_SIZE, profile.list.end());
  if (runs && find_runs(start, end))
    memset(runs, 0, sizeof(uint32_t)); // all loads are of one run
  return profile.write(profile, start, size_t(end - start)) == 0;
}

int keep_profile(unsigned series, memory_output &profile) {
  if (!state())
    begin_image();
  kept_profile *kept = state() ? find_or_add(series) : nullptr;
  // Spare memory is unmapped with the module.
  const bool may_be_unmapped = module().is_library && !process().exiting;
  const size_t own_size = profile.list.count();
  if (!kept ||
      (kept->size && !add_earlier_loads(profile, *kept, own_sizes[series])) ||
      (may_be_unmapped && is_spare(profile.list.begin())))
    return ENOMEM;
  own_sizes[series] = own_size;
  free_bytes(*kept);
  kept->digest = digest_of(profile.bytes());
  kept->bytes = profile.list.begin();
  kept->size = profile.list.count();
  kept->mapped = profile.list.give_up();
  record_written({nullptr, key_of_series(series), key_of(kept->library),
                  kept->digest.size, kept->digest.checksum});
  return 0;
}

//===----------------------------------------------------------------------===//
// The segment
//===----------------------------------------------------------------------===//

namespace {

/// The bytes of a segment.
class segment : public memory_output {
public:
  /// Adds the head, without the sizes and checksums.
  bool add_head(const set_state &set, gmon_segment_ending ending);
  /// Adds a kept profile.
  bool add(const kept_profile &profile);
  /// Adds the stacks of a series. Returns 0 or an error number.
  int add_stacks(unsigned series);
  /// Completes the head.
  void finish();

private:
  template <typename Integer> bool integer(Integer value) {
    return list.add_all(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  template <typename Integer> void set(size_t offset, Integer value) {
    memcpy(list.begin() + offset, &value, sizeof(value));
  }
  bool text(const char *added) { return list.add_all(added, strlen(added)); }
  bool pad() {
    constexpr char zeros[8] = {};
    return list.add_all(zeros, -list.count() & 7);
  }
  bool begin_member(gmon_member_kind kind, unsigned series, const char *library,
                    uint64_t size);
  /// Adds the bytes in front of `end` to `sum`; `checksum` is that of the last
  /// `known` ones.
  void add_to_sum(size_t end, size_t known = 0, uint32_t checksum = 0);

  size_t head_size = 0;
  size_t summed = 0; ///< number of bytes that are in `sum`
  uint32_t sum = ~uint32_t(0);
};

} // namespace

bool segment::add_head(const set_state &set, gmon_segment_ending ending) {
  char host[HOST_NAME_MAX + 1];
  name_host(host);
  const char *program = name_of_program(), *label = set.label.c_str();
  uint64_t now = set.label_end;
  if (!set.ends_by_label)
    read_clock(CLOCK_REALTIME, now);
  uint32_t rank;
  if (!find_rank(rank))
    rank = GMON_NO_RANK;
  const bool is_by_signal = ending == GMON_ENDED_BY_SIGNAL;
  bool complete =
      text(GMON_SEGMENT_COOKIE) && integer(uint32_t(GMON_SEGMENT_VERSION)) &&
      integer(uint32_t(GMON_SEGMENT_VALID)) && integer(uint32_t(0)) &&
      integer(uint32_t(0)) && integer(uint64_t(0)) && integer(uint32_t(0)) &&
      integer(rank) &&
      list.add_all(reinterpret_cast<const char *>(set.image),
                   sizeof(set.image)) &&
      integer(set.number) && integer(uint32_t(kernel::getpid())) &&
      integer(set.start) && integer(now) && integer(uint32_t(ending)) &&
      integer(uint32_t(is_by_signal ? shared_signals().dying_signal : 0)) &&
      integer(uint32_t(strlen(host))) && integer(uint32_t(strlen(program))) &&
      integer(uint32_t(strlen(label))) && integer(uint32_t(1)) && text(host) &&
      text(program) && text(label) && pad();
  head_size = summed = list.count();
  return complete;
}

void segment::add_to_sum(size_t end, size_t known, uint32_t checksum) {
  // To combine checksums takes 2 us.
  if (constexpr size_t worth_combining = 4096; known < worth_combining)
    known = 0;
  sum = add_to_checksum(sum, list.begin() + summed, end - known - summed);
  if (known)
    sum = add_known_to_checksum(sum, checksum, known);
  summed = end;
}

bool segment::begin_member(gmon_member_kind kind, unsigned series,
                           const char *library, uint64_t size) {
  const char *event = name_of_series(series);
  return integer(uint32_t(kind)) && integer(uint32_t(strlen(event))) &&
         integer(uint32_t(strlen(library))) && integer(uint32_t(0)) &&
         integer(size) && text(event) && text(library) && pad();
}

bool segment::add(const kept_profile &profile) {
  if (!begin_member(GMON_MEMBER_PROFILE, profile.series, profile.library,
                    profile.size) ||
      !list.add_all(profile.bytes, profile.size))
    return false;
  add_to_sum(list.count(), checked_size(profile.size), profile.digest.checksum);
  return pad();
}

int segment::add_stacks(unsigned series) {
  stacks_snapshot snapshot;
  constexpr size_t size_offset = 16;
  const size_t start = list.count();
  if (!take_snapshot(snapshot, key_of_series(series), series) ||
      !begin_member(GMON_MEMBER_STACKS, series, "", 0))
    return ENOMEM;
  const size_t file = list.count();
  if (int error = write_snapshot(*this, snapshot))
    return error;
  const size_t size = list.count() - file;
  set(start + size_offset, uint64_t(size));
  // The last section has the checksum of all that is in front of it.
  constexpr size_t last = GMON_SECTION_HEADER_SIZE + GMON_CHECKSUM_SIZE;
  uint32_t checksum;
  memcpy(&checksum, list.end() - GMON_CHECKSUM_SIZE, sizeof(checksum));
  add_to_sum(list.count() - last, size - last, checksum);
  return pad() ? 0 : ENOMEM;
}

void segment::finish() {
  constexpr size_t check_offset = 16, sizes_offset = 20, sum_offset = 32;
  set(sizes_offset, uint32_t(head_size));
  set(sizes_offset + 4, uint64_t(list.count()));
  add_to_sum(list.count());
  set(sum_offset, ~sum);
  constexpr size_t checked = GMON_SEGMENT_CHECKED_OFFSET;
  set(check_offset, ~add_to_checksum(~uint32_t(0), list.begin() + checked,
                                     head_size - checked));
}

static gmon_segment_ending ending_of(const set_state &set) {
  const uint32_t thread = locking_thread();
  if (set.ends_by_label)
    return GMON_ENDED_BY_LABEL;
  if (__atomic_load_n(&shared_signals().dying_thread, __ATOMIC_RELAXED) ==
      thread)
    return GMON_ENDED_BY_SIGNAL;
  if (process().exec_thread == thread)
    return GMON_ENDED_BY_EXEC;
  bool has_ended = true;
  for_each_member([&](member &runtime) { has_ended &= runtime.ended; });
  return has_ended ? GMON_ENDED : GMON_STILL_RUNNING;
}

static int fill(segment &made, const set_state &set,
                gmon_segment_ending ending) {
  if (!made.add_head(set, ending))
    return ENOMEM;
  for (const kept_profile *profile = set.first; profile;
       profile = profile->next)
    if (profile->size && !made.add(*profile))
      return ENOMEM;
  int error = 0;
  if (options().stacks || options().threads)
    for_each_series([&](unsigned series) {
      if (!error)
        error = made.add_stacks(series);
    });
  made.finish();
  return error;
}

/// Appends the segment to the file that is held for the set, or to the usual
/// set, or else to one of the process's own. Says so. Returns 0 or an error
/// number.
static int append_anywhere(const segment &made, set_state &set) {
  static stored<path> store;
  path &name = *store;
  held_file *held = find_held_file(profile_file, 0);
  if (held)
    name = held->name;
  else
    name_set(name, set.has_own_set);
  const int error = use_set(name, set.has_own_set, [&] {
    held_file *file = held;
    held = nullptr;
    return append_to_set(name, file, made.bytes(), set.last);
  });
  if (!error && options().verbose)
    report() << "added to " << name.c_str();
  return error;
}

static bool has_profiles(const set_state &set) {
  for (const kept_profile *profile = set.first; profile;
       profile = profile->next)
    if (profile->size)
      return true;
  return false;
}

/// Calls `write` with what the modules keep. Returns 0 or the last error
/// number.
static int write_kept(const set_state &set, kept_writer *write, int reason) {
  int error = 0;
  for (const kept_profile *profile = set.first; profile;
       profile = profile->next)
    if (profile->size)
      if (int other = write(profile->library, profile->series,
                            {profile->bytes, profile->size}, reason))
        error = other;
  return error;
}

int append_segment(kept_writer *write_instead) {
  if (!state() || !has_profiles(*state()))
    return 0;
  const int saved = errno;
  set_state &set = *state();
  draw_image(set);
  segment made;
  int error = fill(made, set, ending_of(set));
  if (error) {
    // What a label could not add is in the next segment.
    if (!set.ends_by_label)
      error = write_kept(set, write_instead, error);
  } else {
    write_signals_taken taken(process().mask);
    error = append_anywhere(made, set);
    set.number += !error;
  }
  errno = saved;
  return error;
}

} // namespace gmon
