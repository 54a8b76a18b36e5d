//===-- steps.cpp - From a frame to its caller's --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See unwind/steps.h.
//
//===----------------------------------------------------------------------===//

#include "unwind/steps.h"
#include "frames/checked_memory.h"
#include "unwind/code.h"
#include "unwind/expression.h"

#include <string.h>

namespace gmon {

bool leave_handler(registers &regs, stack_memory &memory) {
  unsigned char code[sizeof(sigreturn.bytes)];
  if (!(regs.known >> stack_register & 1) ||
      read_checked(regs.pc, code, sigreturn.size) != sigreturn.size ||
      memcmp(code, sigreturn.bytes, sigreturn.size) != 0)
    return false;
  return load_context(regs.values[stack_register] + sigreturn.context_offset,
                      memory, regs);
}

namespace {

/// Computes where registers are.
class rule_follower {
public:
  rule_follower(const unwind_tables &tables, const registers &regs,
                stack_memory &memory)
      : tables(tables), regs(regs), memory(memory) {}

  bool find_end(const register_rules &rules) {
    if (rules.frame_by_expression)
      return compute(rules.frame_value, nullptr, end);
    if (!is_known(rules.frame_register))
      return false;
    end = regs.values[rules.frame_register] + uintptr_t(rules.frame_value);
    return true;
  }

  /// Finds the caller's value of a register.
  bool find(rule_kind kind, int64_t value, unsigned number, uintptr_t &result) {
    uintptr_t address;
    switch (kind) {
    case rule_kind::same:
      result = regs.values[number];
      return is_known(number);
    case rule_kind::undefined:
      return false;
    case rule_kind::at_offset:
      return memory.load(end + uintptr_t(value), result);
    case rule_kind::is_offset:
      result = end + uintptr_t(value);
      return true;
    case rule_kind::in_register:
      if (!is_known(uint64_t(value)))
        return false;
      result = regs.values[value];
      return true;
    case rule_kind::at_expression:
      return compute(value, &end, address) && memory.load(address, result);
    case rule_kind::is_expression:
      return compute(value, &end, result);
    }
    return false;
  }

  uintptr_t end = 0; ///< of the frame

private:
  bool is_known(uint64_t number) const {
    return number < registers::max_registers && (regs.known >> number & 1);
  }

  bool compute(int64_t expression, const uintptr_t *start, uintptr_t &result) {
    table_reader reader(tables.mapped, uintptr_t(expression), tables.end);
    return evaluate(reader, regs, memory, start, result);
  }

  const unwind_tables &tables;
  const registers &regs;
  stack_memory &memory;
};

} // namespace

bool follow_rules(const unwind_tables &tables, const full_rules &rules,
                  registers &regs, stack_memory &memory) {
  const register_rules &columns = rules.registers;
  rule_follower follower(tables, regs, memory);
  if (!follower.find_end(columns))
    return false;
  registers caller;
  unsigned column = rules.return_register;
  if (!follower.find(columns.kinds[column], columns.values[column], column,
                     caller.pc))
    return false;
  if (columns.is_signed)
    caller.pc = without_signature(caller.pc);
  for (unsigned i = 0; i != num_registers; ++i) {
    uintptr_t value = follower.end;
    bool is_stack =
        i == stack_register && columns.kinds[i] <= rule_kind::undefined;
    if (is_stack ||
        follower.find(columns.kinds[i], columns.values[i], i, value)) {
      caller.values[i] = value;
      caller.known |= uint64_t(1) << i;
    }
  }
  regs = caller;
  return true;
}

bool leave_stub(registers &regs, stack_memory &memory) {
  unsigned pushed;
  if (!(regs.known >> stack_register & 1) || !is_in_stub(regs.pc, pushed))
    return false;
  uintptr_t &stack = regs.values[stack_register];
  if (has_link_register) {
    if (!(regs.known >> link_register & 1))
      return false;
    regs.pc = without_signature(regs.values[link_register]);
    stack += pushed;
    return true;
  }
  uintptr_t pc;
  if (!memory.load(stack + pushed, pc))
    return false;
  regs.pc = pc;
  stack += pushed + sizeof(pc);
  return true;
}

bool follow_frame_pointer(registers &regs, stack_memory &memory) {
  uintptr_t frame = regs.values[frame_register];
  auto slot_address = [&](int slot) {
    return frame + uintptr_t(intptr_t(slot) * 8);
  };
  constexpr uintptr_t largest_frame = uintptr_t(8) << 20;
  uintptr_t next, pc;
  if (!(regs.known >> frame_register & 1) || frame % 8 != 0 ||
      slot_address(caller_frame_slot) - regs.values[stack_register] >
          largest_frame ||
      !memory.load(slot_address(caller_frame_slot), next) ||
      !memory.load(slot_address(caller_slot), pc))
    return false;
  pc = without_signature(pc);
  // The caller's frame is further out, unless there is none.
  if (pc < page_size || (next != 0 && next <= frame))
    return false;
  registers caller;
  caller.pc = pc;
  caller.values[frame_register] = next;
  caller.values[stack_register] = slot_address(frame_end_slot);
  caller.known = uint64_t(1) << frame_register | uint64_t(1) << stack_register;
  regs = caller;
  return true;
}

void follow_recursion(const short_rules &rules, registers &regs,
                      stack_memory &memory) {
  unsigned base = rules.frame_register;
  bool is_stack = base == stack_register;
  int base_slot = 0;
  for (unsigned i = 0; i != num_preserved; ++i)
    if (preserved[i] == base && (rules.saved >> i & 1))
      base_slot = rules.slots[i];
  if (rules.return_slot == 0 || (!is_stack && base_slot == 0))
    return;
  uintptr_t value = regs.values[base], last = 0;
  for (;;) {
    uintptr_t end = value + uintptr_t(intptr_t(rules.frame_offset));
    auto slot_address = [&](int slot) {
      return end + uintptr_t(intptr_t(slot) * 8);
    };
    if (end <= regs.values[stack_register] || end <= last ||
        !memory.covers(slot_address(rules.lowest_slot), end))
      break;
    uintptr_t pc = memory.load(slot_address(rules.return_slot));
    if ((rules.is_signed ? without_signature(pc) : pc) != regs.pc)
      break;
    last = end;
    value = is_stack ? end : memory.load(slot_address(base_slot));
  }
  if (!last)
    return;
  // All frames saved the same registers. Those of the last are the caller's.
  if (!memory.covers(last + uintptr_t(intptr_t(rules.lowest_slot) * 8), last))
    return;
  for (unsigned left = rules.saved; left; left &= left - 1) {
    auto i = unsigned(__builtin_ctz(left));
    regs.values[preserved[i]] =
        memory.load(last + uintptr_t(intptr_t(rules.slots[i]) * 8));
    regs.known |= uint64_t(1) << preserved[i];
  }
  regs.values[stack_register] = last;
}

} // namespace gmon
