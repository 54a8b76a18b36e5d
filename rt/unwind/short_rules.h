//===-- short_rules.h - How to leave a frame --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of one address, where the caller's registers are, in a short form
// that nearly all addresses fit into.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_SHORT_RULES_H
#define GMON_RT_UNWIND_SHORT_RULES_H

#include "frames/frame_program.h"
#include "unwind/code_place.h"

#include <stdint.h>

namespace gmon {

enum class short_kind : uint8_t {
  none,      ///< no rules known yet
  steps,     ///< the rules are in the short form
  full,      ///< they are not; use the tables
  outermost, ///< there is no caller
  no_table,  ///< no table has the address
  damaged    ///< the table makes no sense
};

/// The rules in the short form.
struct short_rules {
  code_place place;
  int32_t frame_offset; ///< of the frame's end from a register
  uint8_t frame_register;
  short_kind kind;
  bool is_signed;
  uint8_t return_register; ///< where the return address is, unless on the stack
  /// Offsets from the frame's end, in words; 0 if not on the stack.
  int16_t return_slot;
  int16_t lowest_slot;
  uint16_t saved; ///< which preserved registers are on the stack
  int16_t slots[num_preserved + (num_preserved & 1)];
};
static_assert(sizeof(short_rules) <= 56);

/// Converts rules to the short form; its kind is `full` if they do not fit. The
/// place stays as it is.
void shorten(const full_rules &full, short_rules &result);

} // namespace gmon

#endif // GMON_RT_UNWIND_SHORT_RULES_H
