//===-- gmon_module.cpp - The executable or library profiled --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the program headers of the module that this runtime is linked into.
//
//===----------------------------------------------------------------------===//

#include "gmon_module.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>

/// Linkers define it where the ELF header is loaded, as it nearly always is.
extern "C" const ElfW(Ehdr) __ehdr_start
    __attribute__((weak, visibility("hidden")));

namespace gmon {

static module_facts facts;
static const ElfW(Phdr) * headers;
static unsigned num_headers;

/// Calls `see` with each program header of `type`, until it returns true.
template <typename Function>
static bool any_header(uint32_t type, Function see) {
  for (unsigned i = 0; i != num_headers; ++i)
    if (headers[i].p_type == type && see(headers[i]))
      return true;
  return false;
}

static bool holds(const ElfW(Phdr) & header, uintptr_t address) {
  return address - (header.p_vaddr + facts.slide) < header.p_memsz;
}

bool in_text(uintptr_t address) {
  if (address - facts.text_low >= facts.text_high - facts.text_low)
    return false;
  return any_header(PT_LOAD, [&](const ElfW(Phdr) & header) {
    return (header.p_flags & PF_X) && holds(header, address);
  });
}

bool segment_of(uintptr_t address, uintptr_t &low, uintptr_t &high) {
  return any_header(PT_LOAD, [&](const ElfW(Phdr) & header) {
    low = header.p_vaddr + facts.slide;
    high = low + header.p_memsz;
    return holds(header, address);
  });
}

const module_facts &module() { return facts; }

static void find_headers() {
  auto executable_headers =
      reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR));
  const ElfW(Ehdr) *file = &__ehdr_start;
  if (file) {
    headers = reinterpret_cast<const ElfW(Phdr) *>(
        reinterpret_cast<const char *>(file) + file->e_phoff);
    num_headers = file->e_phnum;
    // A file that is loaded where it says has a slide of 0, by this too.
    any_header(PT_LOAD, [&](const ElfW(Phdr) & header) {
      facts.slide = reinterpret_cast<uintptr_t>(file) -
                    (header.p_vaddr - header.p_offset);
      return true;
    });
    facts.is_library = headers != executable_headers;
    return;
  }
  headers = executable_headers;
  num_headers = headers ? unsigned(getauxval(AT_PHNUM)) : 0;
  any_header(PT_PHDR, [&](const ElfW(Phdr) & header) {
    facts.slide = reinterpret_cast<uintptr_t>(headers) - header.p_vaddr;
    return true;
  });
}

static void find_text() {
  facts.text_low = UINTPTR_MAX;
  any_header(PT_LOAD, [](const ElfW(Phdr) & header) {
    if (header.p_flags & PF_X) {
      uintptr_t low = header.p_vaddr + facts.slide;
      uintptr_t high = low + header.p_memsz;
      facts.text_low = low < facts.text_low ? low : facts.text_low;
      facts.text_high = high > facts.text_high ? high : facts.text_high;
    }
    return false;
  });
  // Bins cover two bytes each.
  facts.text_low &= ~uintptr_t(1);
}

static void find_build_id() {
  any_header(PT_NOTE, [](const ElfW(Phdr) & header) {
    auto at = reinterpret_cast<const char *>(header.p_vaddr + facts.slide);
    const char *end = at + header.p_memsz;
    while (size_t(end - at) > sizeof(ElfW(Nhdr))) {
      auto note = reinterpret_cast<const ElfW(Nhdr) *>(at);
      const char *name = at + sizeof(*note);
      const char *id = name + ((note->n_namesz + 3) & ~3u);
      at = id + ((note->n_descsz + 3) & ~3u);
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
          memcmp(name, "GNU", 4) == 0) {
        facts.has_build_id = note->n_descsz != 0;
        memcpy(facts.build_id, id,
               note->n_descsz < GMON_BUILD_ID_SIZE ? note->n_descsz
                                                   : GMON_BUILD_ID_SIZE);
        return true;
      }
    }
    return false;
  });
}

/// The soname, from the dynamic section. The dynamic linker of glibc stores
/// addresses there, others leave link-time addresses.
static const char *soname() {
  const char *name = nullptr;
  any_header(PT_DYNAMIC, [&](const ElfW(Phdr) & header) {
    uintptr_t strings = 0, offset = 0;
    for (auto entry =
             reinterpret_cast<const ElfW(Dyn) *>(header.p_vaddr + facts.slide);
         entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_STRTAB)
        strings = entry->d_un.d_ptr;
      else if (entry->d_tag == DT_SONAME)
        offset = entry->d_un.d_val;
    }
    if (strings && offset)
      name = reinterpret_cast<const char *>(
                 strings < facts.slide ? strings + facts.slide : strings) +
             offset;
    return true;
  });
  return name;
}

/// For dl_iterate_phdr: finds the path that this module was loaded from.
static int find_path(dl_phdr_info *info, size_t, void *path) {
  if (info->dlpi_phdr != headers)
    return 0;
  *static_cast<const char **>(path) = info->dlpi_name;
  return 1;
}

void find_module_facts() {
  find_headers();
  find_text();
  find_build_id();
  if (!facts.is_library)
    return;
  facts.library_name = soname();
  if (!facts.library_name)
    dl_iterate_phdr(find_path, &facts.library_name);
  if (!facts.library_name)
    facts.library_name = "library";
  if (const char *slash = strrchr(facts.library_name, '/'))
    facts.library_name = slash + 1;
}

} // namespace gmon
