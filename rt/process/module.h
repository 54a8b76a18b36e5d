//===-- module.h - The executable or library profiled -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module is an executable or a shared library; each that is instrumented
// contains a runtime of its own. Within it a code address is named by a 32-bit
// offset, which needs no preparation, so that hooks can run before anything
// else does.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_PROCESS_MODULE_H
#define GMON_RT_PROCESS_MODULE_H

#include "gmon/format.h"

#include <stddef.h>
#include <stdint.h>

extern "C" {
/// Bounds of the module's template; null if it has no instrumented function.
/// An object that refers to the first alone makes GNU ld 2.40 list it among the
/// dynamic symbols of a library.
extern char __start_gmon_data[] __attribute__((weak, visibility("hidden")));
extern char __stop_gmon_data[] __attribute__((weak, visibility("hidden")));

/// Address of the marker, in bytes from this word.
extern const int32_t __gmon_outside __attribute__((visibility("hidden")));
}

namespace gmon {

/// Bytes of the module's template. Async-signal-safe.
inline size_t template_size() {
  return size_t(__stop_gmon_data - __start_gmon_data);
}

/// What the module's ELF file says.
struct module_facts {
  uintptr_t slide;               ///< address in the process - link-time address
  uintptr_t text_low, text_high; ///< bounds of its executable segments
  bool has_build_id;
  unsigned char build_id[GMON_BUILD_ID_SIZE]; ///< its first bytes
  bool is_library;
  bool has_go_code; ///< Go's linker has made a part of it
  const char *library_name; ///< its soname or file name, if it is a library
};

/// Whether the module has destructor functions, beside the runtime's and the
/// compiler's. False in a static program.
bool has_destructors();

/// Address of the marker, the symbol GMON_OUTSIDE_SYMBOL. Async-signal-safe.
inline uintptr_t outside_address() {
  return reinterpret_cast<uintptr_t>(&__gmon_outside) +
         static_cast<uintptr_t>(static_cast<intptr_t>(__gmon_outside));
}

/// What offsets count from: the code of a module lies within 2 GiB of the
/// marker. Async-signal-safe.
inline uintptr_t offset_base() {
  return outside_address() - (uintptr_t(1) << 31);
}

/// An offset that no address has.
inline constexpr uint32_t no_offset = 0xffffffff;

/// Offset that stands for return addresses too far away to have one. One is
/// subtracted from a return address when it is written, hence the addition.
/// Async-signal-safe.
inline constexpr uint32_t outside_offset = (uint32_t(1) << 31) + 1;

/// The offset of a return address. Async-signal-safe.
inline uint32_t return_offset(uintptr_t address) {
  uintptr_t offset = address - offset_base();
  return offset < no_offset ? uint32_t(offset) : outside_offset;
}

/// The offset of an address in this module. Async-signal-safe.
inline uint32_t module_offset(uintptr_t address) {
  return uint32_t(address - offset_base());
}

inline uintptr_t offset_address(uint32_t offset) {
  return offset_base() + offset;
}

/// What a field of abi.h that holds an offset leads to.
inline uintptr_t offset_target(const int32_t &field) {
  return reinterpret_cast<uintptr_t>(&field) + uintptr_t(intptr_t(field));
}

/// Reads the module's ELF header. Called once, at the start.
void find_module_facts();

/// Valid after find_module_facts(). Async-signal-safe.
const module_facts &module();

/// Has a library stay when it is closed. Not for signal handlers.
void keep_library_loaded();

/// True if `address` lies in the module's code. Async-signal-safe.
bool in_text(uintptr_t address);

/// in_text() for many addresses, of which most lie in one segment.
/// Async-signal-safe.
class text_search {
public:
  bool holds(uintptr_t address) {
    return address - low < high - low || find(address);
  }

private:
  bool find(uintptr_t address);

  uintptr_t low = 0, high = 0; ///< of the segment that was found last
};

/// The bounds of the loaded segment that holds `address`, or false. Async-
/// signal-safe.
bool segment_of(uintptr_t address, uintptr_t &low, uintptr_t &high);

} // namespace gmon

#endif // GMON_RT_PROCESS_MODULE_H
