//===-- tables.h - The unwind tables of a module ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds an address in .eh_frame_hdr and .eh_frame (Linux Standard Base, chapter
// 10; DWARF 5, section 6.4). The tables may be damaged. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_FRAMES_TABLES_H
#define GMON_RT_FRAMES_TABLES_H

#include "frames/table_reader.h"

namespace gmon {

/// Where the tables of a module are. All zeros means that it has none.
struct unwind_tables {
  uintptr_t header; ///< .eh_frame_hdr
  uintptr_t end;    ///< no table goes beyond
  /// What is certainly mapped while the module is used. Other parts are read
  /// with care, and slowly.
  memory_range mapped;
  uintptr_t frames; ///< .eh_frame
  uintptr_t entries;
  uint64_t num_entries; ///< of the sorted table; 0 if there is none
  uint8_t encoding;     ///< of its addresses
  uint8_t entry_size;
};

/// Reads the header at `header`. Returns tables without `frames` if it makes no
/// sense.
unwind_tables open_tables(uintptr_t header, uintptr_t end,
                          const memory_range &mapped);

/// The same for a module that has only .eh_frame, at `frames`.
unwind_tables open_frames(uintptr_t frames, uintptr_t end,
                          const memory_range &mapped);

/// The description of the code around an address.
struct frame_entry {
  uintptr_t begin, size; ///< of the code
  uintptr_t program, program_end;
  // What it shares with other entries:
  uintptr_t common_program, common_program_end;
  uint64_t code_unit;
  int64_t data_unit;
  uint64_t return_register;
  uint8_t encoding;
  bool is_signal_frame;
};

enum class search_result { found, absent, damaged };

/// Finds the entry for the code at `pc`.
search_result find_entry(const unwind_tables &tables, uintptr_t pc,
                         frame_entry &entry);

/// Returns where the function with the code at `pc` begins, or 0 if no table
/// says so. Fast if it begins at `pc`.
uintptr_t find_begin(const unwind_tables &tables, uintptr_t pc);

} // namespace gmon

#endif // GMON_RT_FRAMES_TABLES_H
