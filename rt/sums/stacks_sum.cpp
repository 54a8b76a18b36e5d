//===-- stacks_sum.cpp - Adds stacks up -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the different modules, contexts and threads of all files, and keeps
// counts in lists. sorted_stacks.cpp adds equal ones up when the sum is
// written. Counts are modulo 2^64, so a file can be removed again.
//
//===----------------------------------------------------------------------===//

#include "sums/stacks_sum.h"

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

uint64_t stacks_sum::thread_name::hash() const {
  return add_to_hash(is_known, name, sizeof(name));
}

bool stacks_sum::thread_name::operator==(const thread_name &other) const {
  return is_known == other.is_known &&
         memcmp(name, other.name, sizeof(name)) == 0;
}

uint64_t stacks_sum::context::hash() const {
  return add_to_hash(uint64_t(caller) << 32 | module, address);
}

bool stacks_sum::context::operator==(const context &other) const {
  return caller == other.caller && module == other.module &&
         address == other.address;
}

int stacks_sum::add_facts(file_bytes section, int times) {
  constexpr size_t most_facts = 64;
  if (section.size % GMON_FACT_SIZE ||
      section.size / GMON_FACT_SIZE > most_facts)
    return EINVAL;
  size_t num_equal = 0, num_known_equal = 0;
  for (const stacks_snapshot::fact &each : facts)
    num_known_equal += each.key <= GMON_FACT_LAST_EQUAL && each.value;
  for (field_reader from(section); !from.is_at_end();) {
    auto key = from.integer<uint64_t>(), value = from.integer<uint64_t>();
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

int stacks_sum::add_modules(file_bytes section, numbers &module_of) {
  for (field_reader from(section); !from.is_at_end();) {
    from.integer<uint64_t>(); // the slide
    module_name read;
    read.build_id_size = from.integer<uint32_t>();
    read.path_size = from.integer<uint32_t>();
    read.build_id = from.bytes(read.build_id_size);
    read.path = from.bytes(read.path_size);
    skip_padding(from, uint64_t(read.build_id_size) + read.path_size);
    if (!from.is_good())
      return EINVAL;
    uint32_t number = modules.find_or_add(read);
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

int stacks_sum::add_contexts(file_bytes section, const numbers &module_of,
                             numbers &context_of) {
  if (section.size % GMON_CONTEXT_SIZE)
    return EINVAL;
  if (!context_of.add(0))
    return ENOMEM;
  for (field_reader from(section); !from.is_at_end();) {
    context read;
    read.caller = from.integer<uint32_t>();
    read.module = from.integer<uint32_t>();
    read.address = from.integer<uint64_t>();
    if (read.caller >= context_of.count())
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

int stacks_sum::add_threads(file_bytes section, int times, numbers &thread_of) {
  bool is_counted = false;
  for (field_reader from(section); !from.is_at_end();) {
    auto id = from.integer<uint64_t>(), num_calls = from.integer<uint64_t>();
    auto size = from.integer<uint32_t>();
    from.integer<uint32_t>(); // reserved
    const char *name = from.bytes(size);
    skip_padding(from, size);
    thread_name read = {};
    if (!from.is_good() || size > sizeof(read.name))
      return EINVAL;
    memcpy(read.name, name, size);
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

int stacks_sum::add_samples(file_bytes section, int times,
                            const numbers &context_of,
                            const numbers &thread_of) {
  if (section.size % GMON_SAMPLE_SIZE)
    return EINVAL;
  for (field_reader from(section); !from.is_at_end();) {
    auto number = from.integer<uint32_t>(), thread = from.integer<uint32_t>(),
         kind = from.integer<uint32_t>();
    from.integer<uint32_t>(); // reserved
    auto count = from.integer<uint64_t>();
    if (number >= context_of.count() || thread >= thread_of.count() ||
        kind > GMON_SAMPLE_WAITING)
      return EINVAL;
    if (!samples.add({context_of[number], thread_of[thread], kind,
                      count * uint64_t(int64_t(times))}))
      return ENOMEM;
  }
  return 0;
}

int stacks_sum::add_calls(file_bytes section, int times,
                          const numbers &module_of) {
  if (section.size % GMON_CALL_SIZE)
    return EINVAL;
  for (field_reader from(section); !from.is_at_end();) {
    stacks_snapshot::call read;
    read.from_module = from.integer<uint32_t>();
    read.self_module = from.integer<uint32_t>();
    read.from = from.integer<uint64_t>();
    read.self = from.integer<uint64_t>();
    read.count = from.integer<uint64_t>() * uint64_t(int64_t(times));
    if (read.from_module >= module_of.count() ||
        read.self_module >= module_of.count())
      return EINVAL;
    read.from_module = module_of[read.from_module];
    read.self_module = module_of[read.self_module];
    if (!calls.add(read))
      return ENOMEM;
  }
  return 0;
}

int stacks_sum::add_outgoing(file_bytes section, int times,
                             const numbers &module_of) {
  for (field_reader from(section); !from.is_at_end();) {
    stacks_snapshot::outgoing read;
    read.module = from.integer<uint32_t>();
    read.name_size = from.integer<uint32_t>();
    read.from = from.integer<uint64_t>();
    read.count = from.integer<uint64_t>() * uint64_t(int64_t(times));
    read.name = from.bytes(read.name_size);
    skip_padding(from, read.name_size);
    if (!from.is_good() || read.module >= module_of.count())
      return EINVAL;
    read.module = module_of[read.module];
    if (!outgoing_calls.add(read))
      return ENOMEM;
  }
  return 0;
}

namespace {

/// The sections of a file, by tag.
using file_sections = file_bytes[GMON_LAST_SECTION + 1];

} // namespace

/// Finds the sections of a file. Returns false if it is damaged.
static bool find_sections(file_bytes file, file_sections &sections) {
  field_reader from(file);
  const char *cookie = from.bytes(GMON_STACKS_COOKIE_SIZE);
  auto version = from.integer<uint32_t>();
  from.integer<uint32_t>(); // reserved
  if (!from.is_good() || version != GMON_STACKS_VERSION ||
      memcmp(cookie, GMON_STACKS_COOKIE, GMON_STACKS_COOKIE_SIZE) != 0)
    return false;
  while (!from.is_at_end()) {
    auto tag = from.integer<uint32_t>();
    from.integer<uint32_t>(); // reserved
    auto size = from.integer<uint64_t>();
    const char *body = from.bytes(size);
    // What is unknown cannot be added up.
    if (!from.is_good() || size % 8 || !tag || tag > GMON_LAST_SECTION ||
        sections[tag].data)
      return false;
    sections[tag] = {body, size};
  }
  return true;
}

int stacks_sum::add_sections(const file_bytes *sections, int times) {
  numbers module_of, context_of, thread_of;
  int error = add_facts(sections[GMON_SECTION_FACTS], times);
  if (!error)
    error = add_modules(sections[GMON_SECTION_MODULES], module_of);
  if (!error)
    error =
        add_contexts(sections[GMON_SECTION_CONTEXTS], module_of, context_of);
  if (!error)
    error = add_threads(sections[GMON_SECTION_THREADS], times, thread_of);
  if (!error)
    error = add_samples(sections[GMON_SECTION_SAMPLES], times, context_of,
                        thread_of);
  if (!error)
    error = add_calls(sections[GMON_SECTION_CALLS], times, module_of);
  if (!error)
    error = add_outgoing(sections[GMON_SECTION_OUTGOING], times, module_of);
  if (!error)
    error = ranks.add(sections[GMON_SECTION_RANKS], times, module_of);
  if (!error)
    error = mpi_calls.add(sections[GMON_SECTION_MPI], times, module_of);
  return error;
}

int stacks_sum::add(file_bytes file, int times) {
  file_sections sections = {};
  if (!find_sections(file, sections))
    return EINVAL;
  int error = add_sections(sections, times);
  ++num_added;
  return error;
}

bool list_profiles(file_bytes file,
                   scratch_list<stacks_snapshot::profile> &to) {
  file_sections sections = {};
  if (!find_sections(file, sections))
    return false;
  for (field_reader from(sections[GMON_SECTION_PROFILES]); !from.is_at_end();) {
    auto size = from.integer<uint64_t>();
    auto checksum = from.integer<uint32_t>();
    from.integer<uint32_t>(); // reserved
    if (!from.is_good() || !to.add({size, checksum}))
      return false;
  }
  return true;
}

} // namespace gmon
