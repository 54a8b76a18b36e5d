//===-- loaded_module.h - A loaded module -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a module is in memory, and which file it is.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_LOADED_MODULE_H
#define GMON_RT_UNWIND_LOADED_MODULE_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

struct loaded_module {
  uintptr_t slide;     ///< address in the process - link-time address
  uintptr_t low, high; ///< bounds of the mapping
  const char *path;    ///< absolute, or "[vdso]"; valid for the whole run
  const unsigned char *build_id; ///< or null
  uint32_t build_id_size;
};

} // namespace gmon

#endif // GMON_RT_UNWIND_LOADED_MODULE_H
