//===-- notes.h - The notes of a loaded module ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the ELF notes of a module in memory.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_NOTES_H
#define GMON_RT_BASE_NOTES_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace gmon {

struct note {
  ElfW(Nhdr) header;

  const char *name() const { return reinterpret_cast<const char *>(this + 1); }
  const void *contents() const { return name() + padded(header.n_namesz); }
  size_t size() const { return header.n_descsz; }

  bool is(const char *expected, uint32_t type) const {
    return header.n_type == type && header.n_namesz == strlen(expected) + 1 &&
           memcmp(name(), expected, header.n_namesz) == 0;
  }

  static size_t padded(size_t size) { return (size + 3) & ~size_t(3); }
};

/// Iterates over the notes of a module. Async-signal-safe.
class note_reader {
public:
  /// `slide` is the difference between a run-time address and its link-time
  /// address.
  note_reader(const ElfW(Phdr) * headers, size_t num_headers, uintptr_t slide)
      : header(headers), end_of_headers(headers + num_headers), slide(slide) {}

  /// Returns the next note, or null after the last.
  const note *next() {
    while (size_t(end - position) <= sizeof(note)) {
      while (header != end_of_headers && header->p_type != PT_NOTE)
        ++header;
      if (header == end_of_headers)
        return nullptr;
      position = reinterpret_cast<const char *>(header->p_vaddr + slide);
      end = position + header->p_memsz;
      ++header;
    }
    auto found = reinterpret_cast<const note *>(position);
    position = static_cast<const char *>(found->contents()) +
               note::padded(found->size());
    if (position > end) // damaged
      position = end;
    return found;
  }

private:
  const ElfW(Phdr) * header;
  const ElfW(Phdr) * end_of_headers;
  uintptr_t slide;
  const char *position = nullptr;
  const char *end = nullptr;
};

} // namespace gmon

#endif // GMON_RT_BASE_NOTES_H
