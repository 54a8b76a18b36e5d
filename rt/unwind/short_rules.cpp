//===-- short_rules.cpp - How to leave a frame ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See unwind/short_rules.h.
//
//===----------------------------------------------------------------------===//

#include "unwind/short_rules.h"

namespace gmon {

/// Converts an offset from the frame's end, or returns false.
static bool to_slot(int64_t offset, int16_t &slot) {
  slot = int16_t(offset / 8);
  return int64_t(slot) * 8 == offset && slot < 0;
}

void shorten(const full_rules &full, short_rules &result) {
  const register_rules &rules = full.registers;
  result.kind = short_kind::full;
  result.saved = 0;
  result.lowest_slot = result.return_slot = 0;
  result.is_signed = rules.is_signed;
  result.frame_offset = int32_t(rules.frame_value);
  result.frame_register = uint8_t(rules.frame_register);
  result.return_register = uint8_t(full.return_register);
  rule_kind return_rule = rules.kinds[full.return_register];
  if (return_rule == rule_kind::undefined) {
    result.kind = short_kind::outermost;
    return;
  }
  if (full.is_signal_frame || rules.frame_by_expression ||
      result.frame_offset != rules.frame_value)
    return;
  if (return_rule == rule_kind::at_offset) {
    if (!to_slot(rules.values[full.return_register], result.return_slot))
      return;
    result.lowest_slot = result.return_slot;
  } else if (!has_link_register || return_rule != rule_kind::same) {
    return;
  }
  uint64_t handled = uint64_t(1) << full.return_register;
  for (unsigned i = 0; i != num_preserved; ++i) {
    unsigned number = preserved[i];
    handled |= uint64_t(1) << number;
    if (rules.kinds[number] == rule_kind::same)
      continue;
    if (rules.kinds[number] != rule_kind::at_offset ||
        !to_slot(rules.values[number], result.slots[i]))
      return;
    if (result.slots[i] < result.lowest_slot)
      result.lowest_slot = result.slots[i];
    result.saved |= uint16_t(1 << i);
  }
  for (unsigned i = 0; i != num_registers; ++i)
    if (rules.kinds[i] > rule_kind::undefined && !(handled >> i & 1))
      return;
  result.kind = short_kind::steps;
}

} // namespace gmon
