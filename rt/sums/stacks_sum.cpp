//===-- stacks_sum.cpp - Adds stacks up -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the different modules, contexts and threads of all files, and keeps
// counts in lists, which add equal ones up. sorted_stacks.cpp writes the sum.
// Counts are modulo 2^64, so a file can be removed again.
//
// A file's sections are read in the order in which they are written, so a file
// that comes in pieces need never be whole in memory.
//
//===----------------------------------------------------------------------===//

#include "sums/stacks_sum.h"
#include "encoding/checksum.h"

#include <errno.h>
#include <string.h>

namespace gmon {

/// The address of all code in no module.
static constexpr uint64_t no_module_address = 0;

static bool is_equal(const char *a, size_t a_size, const char *b,
                     size_t b_size) {
  return a_size == b_size && memcmp(a, b, a_size) == 0;
}

uint64_t stacks_sum::module_name::hash() const {
  return add_to_hash(add_to_hash(path_size, path, path_size), build_id,
                     build_id_size);
}

bool stacks_sum::module_name::operator==(const module_name &other) const {
  return is_equal(path, path_size, other.path, other.path_size) &&
         is_equal(build_id, build_id_size, other.build_id, other.build_id_size);
}

uint64_t stacks_sum::symbol_name::hash() const {
  return add_to_hash(size, name, size);
}

bool stacks_sum::symbol_name::operator==(const symbol_name &other) const {
  return is_equal(name, size, other.name, other.size);
}

uint64_t stacks_sum::thread_name::hash() const {
  return add_to_hash(is_known, name, sizeof(name));
}

bool stacks_sum::thread_name::operator==(const thread_name &other) const {
  return is_known == other.is_known &&
         memcmp(name, other.name, sizeof(name)) == 0;
}

int stacks_sum::add_facts(field_reader &from, int times) {
  constexpr size_t most_facts = 64;
  size_t num_equal = 0, num_known_equal = 0;
  for (const stacks_snapshot::fact &each : facts)
    num_known_equal += each.key <= GMON_FACT_LAST_EQUAL && each.value;
  while (!from.is_at_end()) {
    auto key = from.integer<uint64_t>(), value = from.integer<uint64_t>();
    if (!from.is_good())
      return EINVAL;
    stacks_snapshot::fact *known = facts.begin();
    while (known != facts.end() && known->key != key)
      ++known;
    bool is_new = known == facts.end();
    if (is_new && facts.count() >= most_facts)
      return EINVAL;
    if (key <= GMON_FACT_LAST_EQUAL) {
      // A fact that is missing is 0: sums are written without such facts.
      num_equal += value != 0;
      if (num_added && value != (is_new ? 0 : known->value))
        return EDOM;
    } else {
      value *= uint64_t(int64_t(times));
      if (!is_new)
        known->value += value;
    }
    if (is_new && !facts.add({key, value}))
      return ENOMEM;
  }
  return num_added && num_equal != num_known_equal ? EDOM : 0;
}

/// Skips the padding behind a text of `size` bytes.
static void skip_padding(field_reader &from, uint64_t size) {
  from.bytes(-size % 8);
}

/// Returns the number of a module, or `none` if there is no memory. Keeps the
/// name of a new one.
uint32_t stacks_sum::number_of(module_name name) {
  const size_t known = modules.items.count();
  const uint32_t number = modules.find_or_add(name);
  if (number != known)
    return number;
  module_name &added = modules.items[number];
  added.build_id = names.copy(name.build_id, name.build_id_size);
  added.path = names.copy(name.path, name.path_size);
  return added.build_id && added.path ? number : modules.none;
}

int stacks_sum::add_modules(field_reader &from, numbers &module_of) {
  while (!from.is_at_end()) {
    from.integer<uint64_t>(); // the slide
    module_name read;
    read.build_id_size = from.integer<uint32_t>();
    read.path_size = from.integer<uint32_t>();
    const char *both =
        from.bytes(uint64_t(read.build_id_size) + read.path_size);
    if (!both)
      return EINVAL;
    read.build_id = both;
    read.path = both + read.build_id_size;
    const uint32_t number = number_of(read);
    skip_padding(from, uint64_t(read.build_id_size) + read.path_size);
    if (!from.is_good())
      return EINVAL;
    if (number == modules.none || !module_of.add(number))
      return ENOMEM;
  }
  return 0;
}

/// Returns the number of a context, from 1, or 0 if there is no memory.
uint32_t stacks_sum::number_of(context place) {
  if (place.module == GMON_NO_MODULE && place.address > GMON_STACK_LAST_MARK) {
    place.address = no_module_address;
    // Calls that repeat one place count as one.
    if (place.caller) {
      const context &caller = contexts.items[place.caller - 1];
      if (caller.module == GMON_NO_MODULE &&
          caller.address == no_module_address)
        return place.caller;
    }
  }
  return contexts.find_or_add(place) + 1;
}

int stacks_sum::add_contexts(field_reader &from, const numbers &module_of,
                             numbers &context_of) {
  while (!from.is_at_end()) {
    context read = {};
    read.caller = from.integer<uint32_t>();
    read.module = from.integer<uint32_t>();
    read.address = from.integer<uint64_t>();
    if (!from.is_good() || read.caller >= context_of.count())
      return EINVAL;
    read.caller = context_of[read.caller];
    if (read.module != GMON_NO_MODULE) {
      if (read.module >= module_of.count())
        return EINVAL;
      read.module = module_of[read.module];
    }
    uint32_t number = number_of(read);
    if (!number || !context_of.add(number))
      return ENOMEM;
  }
  return 0;
}

int stacks_sum::add_threads(field_reader &from, int times, numbers &thread_of) {
  bool is_counted = false;
  while (!from.is_at_end()) {
    auto id = from.integer<uint64_t>(), num_calls = from.integer<uint64_t>();
    auto size = from.integer<uint32_t>();
    from.integer<uint32_t>(); // reserved
    const char *name = from.bytes(size);
    thread_name read = {};
    if (!name || size > sizeof(read.name))
      return EINVAL;
    memcpy(read.name, name, size);
    skip_padding(from, size);
    if (!from.is_good())
      return EINVAL;
    read.is_known = id != 0;
    is_counted |= num_calls != 0;
    uint32_t number = threads.find_or_add(read);
    if (number == threads.none || !thread_of.add(number))
      return ENOMEM;
    if (number == facts_of_threads.count() && !facts_of_threads.add({id, 0}))
      return ENOMEM;
    thread_facts &known = facts_of_threads[number];
    if (id < known.id)
      known.id = id;
    known.calls += num_calls * uint64_t(int64_t(times));
  }
  if (times > 0)
    are_threads_counted &= is_counted;
  return 0;
}

int stacks_sum::add_samples(field_reader &from, int times,
                            const numbers &context_of,
                            const numbers &thread_of) {
  while (!from.is_at_end()) {
    auto number = from.integer<uint32_t>(), thread = from.integer<uint32_t>(),
         kind = from.integer<uint32_t>();
    from.integer<uint32_t>(); // reserved
    auto count = from.integer<uint64_t>();
    if (!from.is_good() || number >= context_of.count() ||
        thread >= thread_of.count() || kind > GMON_SAMPLE_WAITING)
      return EINVAL;
    if (!samples.add({context_of[number], thread_of[thread], kind,
                      count * uint64_t(int64_t(times))}))
      return ENOMEM;
  }
  return 0;
}

int stacks_sum::add_calls(field_reader &from, int times,
                          const numbers &module_of) {
  while (!from.is_at_end()) {
    stacks_snapshot::call read;
    read.from_module = from.integer<uint32_t>();
    read.self_module = from.integer<uint32_t>();
    read.from = from.integer<uint64_t>();
    read.self = from.integer<uint64_t>();
    read.count = from.integer<uint64_t>() * uint64_t(int64_t(times));
    if (!from.is_good() || read.from_module >= module_of.count() ||
        read.self_module >= module_of.count())
      return EINVAL;
    read.from_module = module_of[read.from_module];
    read.self_module = module_of[read.self_module];
    if (!calls.add(read))
      return ENOMEM;
  }
  return 0;
}

/// Returns a copy of a name, the same for equal names; null if there is no
/// memory.
const char *stacks_sum::kept(symbol_name name) {
  const size_t known = symbols.items.count();
  const uint32_t number = symbols.find_or_add(name);
  if (number == symbols.none)
    return nullptr;
  const char *&kept = symbols.items[number].name;
  if (number == known)
    kept = names.copy(name.name, name.size);
  return kept;
}

int stacks_sum::add_outgoing(field_reader &from, int times,
                             const numbers &module_of) {
  while (!from.is_at_end()) {
    stacks_snapshot::outgoing read;
    read.module = from.integer<uint32_t>();
    read.name_size = from.integer<uint32_t>();
    read.from = from.integer<uint64_t>();
    read.count = from.integer<uint64_t>() * uint64_t(int64_t(times));
    const char *name = from.bytes(read.name_size);
    if (!name || read.module >= module_of.count())
      return EINVAL;
    read.module = module_of[read.module];
    read.name = kept({name, read.name_size});
    skip_padding(from, read.name_size);
    if (!from.is_good())
      return EINVAL;
    if (!read.name || !outgoing_calls.add(read))
      return ENOMEM;
  }
  return 0;
}

int stacks_sum::add_section(uint32_t tag, field_reader &from, int times,
                            file_numbers &of) {
  switch (tag) {
  case GMON_SECTION_FACTS:
    return add_facts(from, times);
  case GMON_SECTION_MODULES:
    return add_modules(from, of.module_of);
  case GMON_SECTION_CONTEXTS:
    return add_contexts(from, of.module_of, of.context_of);
  case GMON_SECTION_THREADS:
    return add_threads(from, times, of.thread_of);
  case GMON_SECTION_SAMPLES:
    return add_samples(from, times, of.context_of, of.thread_of);
  case GMON_SECTION_PROFILES: // those of a sum are others
  case GMON_SECTION_CHECKSUM: // list_profiles() verifies it
    return 0;
  case GMON_SECTION_CALLS:
    return add_calls(from, times, of.module_of);
  case GMON_SECTION_OUTGOING:
    return add_outgoing(from, times, of.module_of);
  case GMON_SECTION_RANKS:
    return ranks.add(from, of.module_of);
  case GMON_SECTION_MPI:
    return mpi_calls.add(from, of.module_of);
  }
  return EINVAL; // what is unknown cannot be added up
}

/// Reads the header of a file. Returns false if it is of no sidecar file.
static bool read_header(field_reader &from) {
  const char *cookie = from.bytes(GMON_STACKS_COOKIE_SIZE);
  if (!cookie ||
      memcmp(cookie, GMON_STACKS_COOKIE, GMON_STACKS_COOKIE_SIZE) != 0)
    return false;
  auto version = from.integer<uint32_t>();
  from.integer<uint32_t>(); // reserved
  return from.is_good() && version == GMON_STACKS_VERSION;
}

/// Begins the next section, which ends with end_section(). Returns its tag, 0
/// at the end of the file, or UINT32_MAX if the file is damaged.
static uint32_t begin_next_section(field_reader &from) {
  if (from.is_at_end())
    return from.is_good() ? 0 : UINT32_MAX;
  auto tag = from.integer<uint32_t>();
  from.integer<uint32_t>(); // reserved
  auto size = from.integer<uint64_t>();
  if (!from.is_good() || size % 8 || !tag || tag > GMON_LAST_SECTION)
    return UINT32_MAX;
  from.begin_section(size);
  return tag;
}

int stacks_sum::add(field_reader &from, int times) {
  file_numbers of;
  if (!of.context_of.add(0))
    return ENOMEM;
  if (!read_header(from))
    return EINVAL;
  if (times < 0) {
    ranks.drop();
    mpi_calls.drop();
  }
  // Sections are sorted by tag. One that is missing is as one without items.
  uint32_t next = begin_next_section(from);
  for (uint32_t tag = 1; tag <= GMON_LAST_SECTION; ++tag) {
    if (next == tag) {
      if (int error = add_section(tag, from, times, of))
        return error;
      from.end_section();
      next = begin_next_section(from);
    } else if (tag == GMON_SECTION_FACTS) {
      field_reader none(file_bytes{});
      if (int error = add_facts(none, times))
        return error;
    }
  }
  ++num_added;
  return next ? EINVAL : 0;
}

/// Whether a file has the checksum that `from`, at the body of its last
/// section, says.
static bool has_checksum(file_bytes file, field_reader &from) {
  constexpr size_t last_section = GMON_SECTION_HEADER_SIZE + GMON_CHECKSUM_SIZE;
  const auto checksum = from.integer<uint32_t>();
  from.integer<uint32_t>(); // reserved
  from.end_section();
  return from.is_good() && from.is_at_end() &&
         ~add_to_checksum(~uint32_t(0), file.data, file.size - last_section) ==
             checksum;
}

int list_profiles(file_bytes file, scratch_list<stacks_snapshot::profile> &to) {
  field_reader from(file);
  if (!read_header(from))
    return EINVAL;
  while (uint32_t tag = begin_next_section(from)) {
    if (tag == UINT32_MAX)
      return EINVAL;
    if (tag == GMON_SECTION_CHECKSUM)
      return has_checksum(file, from) ? 0 : EINVAL;
    while (tag == GMON_SECTION_PROFILES && !from.is_at_end()) {
      auto size = from.integer<uint64_t>();
      auto checksum = from.integer<uint32_t>();
      from.integer<uint32_t>(); // reserved
      if (!from.is_good())
        return EINVAL;
      if (!to.add({size, checksum}))
        return ENOMEM;
    }
    from.end_section();
  }
  return 0;
}

} // namespace gmon
