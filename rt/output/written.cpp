//===-- written.cpp - The profiles that were written ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "output/written.h"

namespace gmon {

static written_profiles &all() {
  return process().written.as<written_profiles>();
}

uint64_t key_of(const path &name) {
  // FNV-1a.
  uint64_t key = 0xcbf29ce484222325;
  for (const char *at = name.c_str(); *at; ++at)
    key = (key ^ static_cast<unsigned char>(*at)) * 0x100000001b3;
  return key;
}

void record_written(const written_profile &profile) {
  written_profile **at = &all().first;
  while (*at &&
         ((*at)->sidecar != profile.sidecar || (*at)->name != profile.name))
    at = &(*at)->next;
  if (!*at) {
    written_profile *made = all().unused;
    if (made)
      all().unused = made->next;
    else
      made = static_cast<written_profile *>(
          process().memory.allocate(sizeof(*made)));
    if (!made)
      return;
    made->next = nullptr;
    *at = made;
  }
  written_profile *next = (*at)->next;
  **at = profile;
  (*at)->next = next;
}

template <typename Predicate> static void forget_if(Predicate applies) {
  written_profile **at = &all().first;
  while (written_profile *each = *at) {
    if (!applies(*each)) {
      at = &each->next;
      continue;
    }
    *at = each->next;
    each->next = all().unused;
    all().unused = each;
  }
}

void forget_written(uint64_t sidecar) {
  forget_if(
      [=](const written_profile &each) { return each.sidecar == sidecar; });
}

void forget_all_written() {
  forget_if([](const written_profile &) { return true; });
}

} // namespace gmon
