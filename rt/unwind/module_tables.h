//===-- module_tables.h - The modules' unwind tables ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the unwinder knows of a module beside unwind/modules.h.
// Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_MODULE_TABLES_H
#define GMON_RT_UNWIND_MODULE_TABLES_H

#include "frames/tables.h"
#include "unwind/loaded_module.h"

#include <link.h>

namespace gmon {

/// A module with its tables. Never freed.
struct known_module {
  loaded_module facts;
  unwind_tables tables;
  uint32_t number;
  bool is_permanent;       ///< loaded at the start: nobody unloads it
  uint32_t seen;           ///< number of the last look that found it
  const link_map *map;     ///< the loader's record, or null if not known yet
  uintptr_t header;        ///< what the loader says of .eh_frame_hdr
  const char *loader_name; ///< the loader's name of it, or null
  uintptr_t build_id;      ///< its address in the module, or 0
  known_module *next;      ///< with the same hash
};

/// Finds the module that has `address` now, or returns null.
known_module *find_module(uintptr_t address);

/// Whether the module `number` has `address`, and is still the same. `is_own`
/// says that the calling thread executes code at the address, so that its
/// module is not unloaded meanwhile.
bool is_still_loaded(uint32_t number, uintptr_t address, bool is_own);

/// Whether `address` is in the program's entry point, which has no caller.
bool is_entry_point(uintptr_t address);

} // namespace gmon

#endif // GMON_RT_UNWIND_MODULE_TABLES_H
