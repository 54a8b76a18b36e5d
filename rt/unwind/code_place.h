//===-- code_place.h - Addresses of modules ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number of 64 bits for a place in the code, which means the same in all runs
// of the process: files and tables contain it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_CODE_PLACE_H
#define GMON_RT_UNWIND_CODE_PLACE_H

#include <stdint.h>

namespace gmon {

/// A place in the code: the number of a module (unwind/modules.h) in the upper
/// 16 bits, and a link-time address in the lower 48. Without a module, the
/// address is one of the process, or a gmon_stack_mark.
using code_place = uint64_t;

inline constexpr unsigned place_module_shift = 48;
inline constexpr uint32_t no_module = 0xffff;

constexpr code_place make_place(uint32_t module, uint64_t address) {
  return code_place(module) << place_module_shift |
         (address & ((code_place(1) << place_module_shift) - 1));
}
constexpr uint32_t module_of(code_place place) {
  return uint32_t(place >> place_module_shift);
}
constexpr uint64_t address_of(code_place place) {
  return place & ((code_place(1) << place_module_shift) - 1);
}

} // namespace gmon

#endif // GMON_RT_UNWIND_CODE_PLACE_H
