//===-- module_file.h - What a module says of itself ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a module's program headers and finds its file. Memory is read with
// care, because the module may be unloaded meanwhile. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_MODULE_FILE_H
#define GMON_RT_UNWIND_MODULE_FILE_H

#include "frames/table_reader.h"

namespace gmon {

class arena;

/// What the program headers say. All zeros if they are unreadable.
struct module_layout {
  uintptr_t low, high;   ///< bounds of the segments
  uintptr_t tables;      ///< .eh_frame_hdr, or 0
  memory_range readable; ///< the segment that contains it
  uintptr_t build_id;    ///< its address, or 0
  uint32_t build_id_size;
};

/// Reads `count` program headers at `headers`, of a module that cannot be
/// unloaded meanwhile.
module_layout read_layout(uintptr_t headers, size_t count, uintptr_t slide);

/// Reads the program headers behind the ELF header at `file`, if there is one.
/// Computes the slide. `is_mapped` says that the module cannot be unloaded
/// meanwhile.
module_layout read_loaded_file(uintptr_t file, uintptr_t &slide,
                               bool is_mapped);

/// Finds .eh_frame of a module without .eh_frame_hdr by the section headers of
/// its file. Sets `segment` to the segment that contains it. Returns its
/// address, or 0. Not for signal handlers.
uintptr_t find_frames(const char *path, uintptr_t headers, size_t count,
                      uintptr_t slide, memory_range &segment);

/// Copies a text, or returns null.
const char *copy_text(arena &memory, const char *text);

/// Copies the text at `text` if there is memory, or returns null.
const char *copy_text_checked(arena &memory, uintptr_t text);

/// Returns the absolute path of the file that is mapped at `address`; the
/// loader knows it as `name`, which may be null. Returns "" if nobody knows.
const char *find_path(arena &memory, uintptr_t address, const char *name);

} // namespace gmon

#endif // GMON_RT_UNWIND_MODULE_FILE_H
