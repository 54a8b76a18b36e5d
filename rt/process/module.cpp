//===-- module.cpp - The executable or library profiled -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the program headers of the module that this runtime is linked into. All
// that is needed later is copied: a program may unmap its headers.
//
//===----------------------------------------------------------------------===//

#include "process/module.h"
#include "base/notes.h"
#include "libc/loader.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>

namespace gmon {

namespace {

struct loaded_segment {
  uintptr_t low, high;
  bool has_code;
};

} // namespace

/// More segments than linkers make. Others join the last one.
static constexpr unsigned most_segments = 16;

static module_facts facts;
static const ElfW(Phdr) * headers; ///< valid at the start only
static unsigned num_headers;
static loaded_segment segments[most_segments];
static unsigned num_segments;

/// Calls `visit` with each program header of `type`, until it returns true.
template <typename Function>
static bool any_header(uint32_t type, Function visit) {
  for (unsigned i = 0; i != num_headers; ++i)
    if (headers[i].p_type == type && visit(headers[i]))
      return true;
  return false;
}

/// Returns the segment that holds `address`, or null.
static const loaded_segment *find_segment(uintptr_t address) {
  for (unsigned i = 0; i != num_segments; ++i)
    if (address - segments[i].low < segments[i].high - segments[i].low)
      return &segments[i];
  return nullptr;
}

bool in_text(uintptr_t address) {
  if (address - facts.text_low >= facts.text_high - facts.text_low)
    return false;
  const loaded_segment *found = find_segment(address);
  return found && found->has_code;
}

bool text_search::find(uintptr_t address) {
  return in_text(address) && segment_of(address, low, high);
}

bool segment_of(uintptr_t address, uintptr_t &low, uintptr_t &high) {
  const loaded_segment *found = find_segment(address);
  if (found) {
    low = found->low;
    high = found->high;
  }
  return found;
}

const module_facts &module() { return facts; }

static void copy_segments() {
  any_header(PT_LOAD, [](const ElfW(Phdr) & header) {
    uintptr_t low = header.p_vaddr + facts.slide;
    bool is_new = num_segments != most_segments;
    loaded_segment &segment =
        segments[is_new ? num_segments++ : most_segments - 1];
    if (is_new)
      segment.low = low;
    segment.high = low + header.p_memsz;
    segment.has_code |= (header.p_flags & PF_X) != 0;
    return false;
  });
}

static void find_headers() {
  auto executable_headers =
      reinterpret_cast<const ElfW(Phdr) *>(auxiliary_value(AT_PHDR));
  const ElfW(Ehdr) *file = &__ehdr_start;
  if (file) {
    headers = reinterpret_cast<const ElfW(Phdr) *>(
        reinterpret_cast<const char *>(file) + file->e_phoff);
    num_headers = file->e_phnum;
    // The slide of a file that is loaded at its link-time address is 0.
    any_header(PT_LOAD, [&](const ElfW(Phdr) & header) {
      facts.slide = reinterpret_cast<uintptr_t>(file) -
                    (header.p_vaddr - header.p_offset);
      return true;
    });
    return;
  }
  headers = executable_headers;
  num_headers = headers ? unsigned(auxiliary_value(AT_PHNUM)) : 0;
  any_header(PT_PHDR, [&](const ElfW(Phdr) & header) {
    facts.slide = reinterpret_cast<uintptr_t>(headers) - header.p_vaddr;
    return true;
  });
}

static void read_headers() {
  if (headers)
    return;
  find_headers();
  copy_segments();
  // The kernel finds no headers outside of segments (-Wl,-N).
  facts.is_library =
      auxiliary_value(AT_PHDR) != reinterpret_cast<uintptr_t>(headers) &&
      !find_segment(auxiliary_value(AT_ENTRY));
}

static void find_text() {
  facts.text_low = UINTPTR_MAX;
  for (unsigned i = 0; i != num_segments; ++i) {
    const auto &[low, high, has_code] = segments[i];
    if (!has_code)
      continue;
    facts.text_low = low < facts.text_low ? low : facts.text_low;
    facts.text_high = high > facts.text_high ? high : facts.text_high;
  }
  // The first bin begins here. Page alignment aligns bins of every size with
  // functions.
  facts.text_low &= ~uintptr_t(4095);
}

static void read_notes() {
  constexpr uint32_t go_build_id = 4;
  note_reader notes(headers, num_headers, facts.slide);
  while (const note *found = notes.next()) {
    facts.has_go_code |= found->header.n_type == go_build_id &&
                         found->header.n_namesz >= sizeof("Go") &&
                         memcmp(found->name(), "Go", sizeof("Go")) == 0;
    if (!found->is("GNU", NT_GNU_BUILD_ID) || facts.has_build_id)
      continue;
    size_t size = found->size();
    facts.has_build_id = size != 0;
    memcpy(facts.build_id, found->contents(),
           size < GMON_BUILD_ID_SIZE ? size : GMON_BUILD_ID_SIZE);
  }
}

/// Returns the soname, from the dynamic section. glibc's dynamic linker
/// replaces link-time addresses there by run-time addresses; others do not.
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
  read_headers();
  find_text();
  read_notes();
  facts.path = "";
  if (!facts.is_library)
    return;
  facts.library_name = soname();
  if (!facts.library_name)
    for_each_loaded(find_path, &facts.library_name);
  if (!facts.library_name)
    facts.library_name = "library";
  if (!facts.has_build_id)
    for_each_loaded(find_path, &facts.path);
  if (const char *slash = strrchr(facts.library_name, '/'))
    facts.library_name = slash + 1;
}

void rename_library(const char *name) { facts.library_name = name; }

void keep_library_loaded() {
  const char *path = nullptr;
  if (!facts.is_library || !for_each_loaded(find_path, &path))
    return;
  if (auto *open = next_function<decltype(dlopen)>("dlopen"))
    open(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

} // namespace gmon
