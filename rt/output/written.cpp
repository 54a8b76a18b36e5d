//===-- written.cpp - The profiles that were written ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the list in the shared memory of the process. Reads how many runs an
// existing file has replaced.
//
//===----------------------------------------------------------------------===//

#include "output/written.h"
#include "base/system.h"
#include "gmon/format.h"
#include "process/module.h"

#include <fcntl.h>
#include <string.h>

namespace gmon {

static written_profiles &all() {
  return process().written.as<written_profiles>();
}

uint64_t key_of(const char *name) {
  // FNV-1a.
  uint64_t key = 0xcbf29ce484222325;
  for (const char *c = name; *c; ++c)
    key = (key ^ static_cast<unsigned char>(*c)) * 0x100000001b3;
  return key;
}

void record_written(const written_profile &profile) {
  written_profile **link = &all().first;
  while (*link &&
         ((*link)->sidecar != profile.sidecar || (*link)->name != profile.name))
    link = &(*link)->next;
  if (!*link) {
    written_profile *made = all().unused;
    if (made)
      all().unused = made->next;
    else
      made = static_cast<written_profile *>(
          process().memory.allocate(sizeof(*made)));
    if (!made)
      return;
    made->next = nullptr;
    *link = made;
  }
  written_profile *next = (*link)->next;
  **link = profile;
  (*link)->next = next;
}

template <typename Predicate> static void forget_if(Predicate applies) {
  written_profile **link = &all().first;
  while (written_profile *profile = *link) {
    if (!applies(*profile)) {
      link = &profile->next;
      continue;
    }
    *link = profile->next;
    profile->next = all().unused;
    all().unused = profile;
  }
}

void forget_written(uint64_t sidecar) {
  forget_if([=](const written_profile &profile) {
    return profile.sidecar == sidecar;
  });
}

void forget_all_written() {
  forget_if([](const written_profile &) { return true; });
}

namespace {
/// The first bytes of a profile: the header, and an arc if that is the first
/// record.
struct __attribute__((packed)) first_bytes {
  char cookie[GMON_COOKIE_SIZE];
  uint32_t version;
  char mark[GMON_BUILD_ID_MARK_SIZE];
  unsigned char build_id[GMON_BUILD_ID_SIZE];
  uint8_t tag;
  uintptr_t caller, self;
  uint32_t count;
};
static_assert(sizeof(first_bytes) == GMON_CHECKED_OFFSET(sizeof(uintptr_t)));
} // namespace

/// Whether the bytes are of this program, or of this library of a program.
static bool is_own(const first_bytes &file) {
  const module_facts &facts = module();
  const char *mark =
      facts.is_library ? GMON_LIBRARY_ID_MARK : GMON_BUILD_ID_MARK;
  return facts.has_build_id &&
         memcmp(file.cookie, GMON_COOKIE, GMON_COOKIE_SIZE) == 0 &&
         memcmp(file.mark, mark, GMON_BUILD_ID_MARK_SIZE) == 0 &&
         memcmp(file.build_id, facts.build_id, GMON_BUILD_ID_SIZE) == 0;
}

static uint32_t count_in(const path &name) {
  int fd = kernel::open(name.c_str(),
                        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0)
    return 0;
  first_bytes file = {};
  ssize_t size = kernel::pread(fd, &file, sizeof(file), 0);
  kernel::close(fd);
  if (size < GMON_HEADER_SIZE || !is_own(file))
    return 0;
  bool has_note = size == sizeof(file) && file.tag == GMON_TAG_ARC &&
                  file.caller == GMON_NOTE_REPLACED_RUNS &&
                  file.self == UINTPTR_MAX;
  return has_note && file.count != UINT32_MAX ? file.count + 1 : 1;
}

uint32_t count_replaced_runs(const path &name, bool exists) {
  static uint64_t known_name;
  static uint32_t known_count;
  if (uint64_t key = key_of(name.c_str()); key != known_name) {
    known_name = key;
    known_count = exists ? count_in(name) : 0;
  }
  return known_count;
}

} // namespace gmon
