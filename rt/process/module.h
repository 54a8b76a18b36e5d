//===-- module.h - The executable or library profiled -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module is an executable or a shared library. Each instrumented module
// contains its own runtime. Within a module, a 32-bit offset names a code
// address. Offsets need no preparation, so hooks can run before anything else.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_PROCESS_MODULE_H
#define GMON_RT_PROCESS_MODULE_H

#include "gmon/format.h"

#include <stddef.h>
#include <stdint.h>

extern "C" {
/// Bounds of the module's template; null if the module has no instrumented
/// function. If an object refers to the first symbol alone, GNU ld 2.40 lists
/// that symbol among the dynamic symbols of a library.
extern char __start_gmon_data[] __attribute__((weak, visibility("hidden")));
extern char __stop_gmon_data[] __attribute__((weak, visibility("hidden")));

/// Offset of the marker from this word, in bytes.
extern const int32_t __gmon_outside __attribute__((visibility("hidden")));
}

namespace gmon {

/// Size of the module's template, in bytes. Async-signal-safe.
inline size_t template_size() {
  return size_t(__stop_gmon_data - __start_gmon_data);
}

/// What the module's ELF file says about the module.
struct module_facts {
  uintptr_t slide;               ///< address in the process - link-time address
  uintptr_t text_low, text_high; ///< bounds of the executable segments
  bool has_build_id;
  unsigned char build_id[GMON_BUILD_ID_SIZE]; ///< the first bytes
  bool is_library;
  bool has_go_code; ///< Go's linker linked a part of the module
  /// Soname or file name, with a number if another library of the process has
  /// that name, or had it before it was unloaded; null in an executable.
  const char *library_name;
  const char *path; ///< that a library was loaded from if it has no build-id,
                    ///< or empty
};

/// Address of the marker, the symbol GMON_OUTSIDE_SYMBOL. Async-signal-safe.
inline uintptr_t outside_address() {
  return reinterpret_cast<uintptr_t>(&__gmon_outside) +
         static_cast<uintptr_t>(static_cast<intptr_t>(__gmon_outside));
}

/// The address with offset 0. All code of a module is less than 2 GiB away from
/// the marker. Async-signal-safe.
inline uintptr_t offset_base() {
  uintptr_t outside = outside_address();
  // The compiler would make it a relocation of a symbol minus 2 GiB, which may
  // be out of the relocation's range.
  __asm__("" : "+r"(outside));
  return outside - (uintptr_t(1) << 31);
}

/// An offset that no address has.
inline constexpr uint32_t no_offset = 0xffffffff;

/// The offset that replaces the offset of a return address too far away to have
/// one. Writing a profile subtracts 1 from each return address, so this adds 1.
/// Async-signal-safe.
inline constexpr uint32_t outside_offset = (uint32_t(1) << 31) + 1;

/// Whether a return address is near enough to have an offset of its own.
/// Async-signal-safe.
inline bool has_offset(uintptr_t address) {
  return address - offset_base() < no_offset;
}

/// The offset of a return address. Async-signal-safe.
inline uint32_t return_offset(uintptr_t address) {
  return has_offset(address) ? uint32_t(address - offset_base())
                             : outside_offset;
}

/// The offset of an address in this module. Async-signal-safe.
inline uint32_t module_offset(uintptr_t address) {
  return uint32_t(address - offset_base());
}

inline uintptr_t offset_address(uint32_t offset) {
  return offset_base() + offset;
}

/// The address that an offset field of abi.h refers to.
inline uintptr_t offset_target(const int32_t &field) {
  return reinterpret_cast<uintptr_t>(&field) + uintptr_t(intptr_t(field));
}

/// Reads the module's ELF header. Called once, at the start.
void find_module_facts();

/// Valid after find_module_facts(). Async-signal-safe.
const module_facts &module();

/// Changes the library's name. Called once, when the module joins the process.
void rename_library(const char *name);

/// Keeps a library mapped after dlclose(). Not for signal handlers.
void keep_library_loaded();

/// Whether `address` is in the module's code. Async-signal-safe.
bool in_text(uintptr_t address);

/// Does the same as in_text(), faster for many addresses in one segment.
/// Async-signal-safe.
class text_search {
public:
  bool holds(uintptr_t address) {
    return address - low < high - low || find(address);
  }

private:
  bool find(uintptr_t address);

  uintptr_t low = 0, high = 0; ///< of the segment found last
};

/// Finds the bounds of the loaded segment that contains `address`, or returns
/// false. Async-signal-safe.
bool segment_of(uintptr_t address, uintptr_t &low, uintptr_t &high);

} // namespace gmon

#endif // GMON_RT_PROCESS_MODULE_H
