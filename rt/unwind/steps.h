//===-- steps.h - From a frame to its caller's ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each of these functions changes registers to those of the caller, in its own
// way. It returns false, and changes nothing, if that way is closed.
// Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_STEPS_H
#define GMON_RT_UNWIND_STEPS_H

#include "frames/frame_program.h"
#include "unwind/registers.h"
#include "unwind/short_rules.h"
#include "unwind/stack_memory.h"

namespace gmon {

/// Leaves the frame of a signal by the code at the program counter, which
/// returns from the handler.
bool leave_handler(registers &regs, stack_memory &memory);

/// Follows the rules of a call-frame program.
bool follow_rules(const unwind_tables &tables, const full_rules &rules,
                  registers &regs, stack_memory &memory);

/// Leaves a stub of a linker, through which a call goes to another module.
bool leave_stub(registers &regs, stack_memory &memory);

/// Follows the frame pointer.
bool follow_frame_pointer(registers &regs, stack_memory &memory);

/// Follows rules in the short form, of the kind `steps`.
inline bool follow_short_rules(const short_rules &rules, registers &regs,
                               stack_memory &memory) {
  if (!(regs.known >> rules.frame_register & 1))
    return false;
  uintptr_t end = regs.values[rules.frame_register] +
                  uintptr_t(intptr_t(rules.frame_offset));
  auto slot_address = [&](int slot) {
    return end + uintptr_t(intptr_t(slot) * 8);
  };
  if (rules.lowest_slot != 0 &&
      !memory.covers(slot_address(rules.lowest_slot), end))
    return false;
  uintptr_t pc;
  if (!has_link_register || rules.return_slot != 0)
    pc = memory.load(slot_address(rules.return_slot));
  else if (regs.known >> rules.return_register & 1)
    pc = regs.values[rules.return_register];
  else
    return false;
  regs.pc = rules.is_signed ? without_signature(pc) : pc;
  for (unsigned left = rules.saved; left; left &= left - 1) {
    auto i = unsigned(__builtin_ctz(left));
    regs.values[preserved[i]] = memory.load(slot_address(rules.slots[i]));
    regs.known |= uint64_t(1) << preserved[i];
  }
  regs.values[stack_register] = end;
  return true;
}

/// Follows rules of the kind `steps` as long as they lead to the same program
/// counter, which is the present one: the frames of a recursion.
void follow_recursion(const short_rules &rules, registers &regs,
                      stack_memory &memory);

} // namespace gmon

#endif // GMON_RT_UNWIND_STEPS_H
