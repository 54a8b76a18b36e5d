//===-- expression.cpp - Expressions of call-frame information ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack machine. It ends at the first operation that it does not know, and
// after a number of operations, since expressions may contain loops.
//
//===----------------------------------------------------------------------===//

#include "unwind/expression.h"
#include "frames/processor.h"

namespace gmon {

namespace {

/// Operations (DWARF 5, section 7.7.1).
enum operation : uint8_t {
  op_addr = 0x03,
  op_deref = 0x06,
  op_const1u = 0x08,
  op_const1s,
  op_const2u,
  op_const2s,
  op_const4u,
  op_const4s,
  op_const8u,
  op_const8s,
  op_constu,
  op_consts,
  op_dup,
  op_drop,
  op_over,
  op_pick,
  op_swap,
  op_rot,
  op_abs = 0x19,
  op_and,
  op_div,
  op_minus,
  op_mod,
  op_mul,
  op_neg,
  op_not,
  op_or,
  op_plus,
  op_plus_uconst,
  op_shl,
  op_shr,
  op_shra,
  op_xor,
  op_bra,
  op_eq,
  op_ge,
  op_gt,
  op_le,
  op_lt,
  op_ne,
  op_skip,
  op_lit0,
  op_reg0 = 0x50,
  op_breg0 = 0x70,
  op_regx = 0x90,
  op_bregx = 0x92,
  op_deref_size = 0x94,
  op_nop = 0x96
};

class machine {
public:
  machine(table_reader &reader, const registers &regs, stack_memory &memory)
      : reader(reader), regs(regs), memory(memory) {}

  void push(uintptr_t value) {
    if (depth == sizeof(values) / sizeof(*values))
      is_good = false;
    else
      values[depth++] = value;
  }

  uintptr_t pop() {
    if (depth == 0) {
      is_good = false;
      return 0;
    }
    return values[--depth];
  }

  bool run();

  bool take_result(uintptr_t &result) {
    result = pop();
    return is_good;
  }

private:
  bool step(uint8_t operation);
  bool constant(uint8_t operation);
  bool rearrange(uint8_t operation);
  bool compute(uint8_t operation);
  bool combine(uint8_t operation);
  void jump(int16_t distance);

  void push_register(uint64_t number, int64_t offset) {
    // Without a link register, the column of the return address stands for the
    // program counter.
    if (!has_link_register && number == link_register)
      push(regs.pc + uintptr_t(offset));
    else if (number >= registers::max_registers || !(regs.known >> number & 1))
      is_good = false;
    else
      push(regs.values[number] + uintptr_t(offset));
  }

  table_reader &reader;
  const registers &regs;
  stack_memory &memory;
  uintptr_t begin = 0;
  uintptr_t values[16];
  unsigned depth = 0;
  bool is_good = true;
};

} // namespace

/// Constants.
bool machine::constant(uint8_t operation) {
  switch (operation) {
  case op_addr:
  case op_const8u:
  case op_const8s:
    push(reader.number<uint64_t>());
    return true;
  case op_const1u:
    push(reader.number<uint8_t>());
    return true;
  case op_const1s:
    push(uintptr_t(intptr_t(reader.number<int8_t>())));
    return true;
  case op_const2u:
    push(reader.number<uint16_t>());
    return true;
  case op_const2s:
    push(uintptr_t(intptr_t(reader.number<int16_t>())));
    return true;
  case op_const4u:
    push(reader.number<uint32_t>());
    return true;
  case op_const4s:
    push(uintptr_t(intptr_t(reader.number<int32_t>())));
    return true;
  case op_constu:
    push(reader.unsigned_leb());
    return true;
  case op_consts:
    push(uintptr_t(reader.signed_leb()));
    return true;
  default:
    return false;
  }
}

/// Operations that move the stack's values.
bool machine::rearrange(uint8_t operation) {
  unsigned from_top = 0;
  switch (operation) {
  case op_drop:
    pop();
    return true;
  case op_dup:
    break;
  case op_over:
    from_top = 1;
    break;
  case op_pick:
    from_top = reader.number<uint8_t>();
    break;
  case op_swap:
  case op_rot: {
    uintptr_t first = pop(), second = pop();
    uintptr_t third = operation == op_rot ? pop() : 0;
    push(first);
    if (operation == op_rot)
      push(third);
    push(second);
    return true;
  }
  default:
    return false;
  }
  if (from_top >= depth)
    is_good = false;
  else
    push(values[depth - 1 - from_top]);
  return true;
}

/// Operations with one operand.
bool machine::compute(uint8_t operation) {
  uintptr_t value;
  switch (operation) {
  case op_deref:
  case op_deref_size: {
    unsigned size = operation == op_deref ? 8 : reader.number<uint8_t>();
    uintptr_t address = pop();
    if (size == 0 || size > 8 || !memory.load(address, value))
      return is_good = false;
    push(size == 8 ? value : value & ((uintptr_t(1) << 8 * size) - 1));
    return true;
  }
  case op_abs:
    value = pop();
    push(intptr_t(value) < 0 ? -value : value);
    return true;
  case op_neg:
    push(-pop());
    return true;
  case op_not:
    push(~pop());
    return true;
  case op_plus_uconst:
    value = pop();
    push(value + reader.unsigned_leb());
    return true;
  default:
    return false;
  }
}

/// Operations with two operands.
bool machine::combine(uint8_t operation) {
  if (operation < op_and || operation > op_ne || operation == op_bra)
    return false;
  uintptr_t right = pop(), left = pop();
  auto x = intptr_t(left), y = intptr_t(right);
  switch (operation) {
  case op_and:
    push(left & right);
    return true;
  case op_div:
    // The least number has no quotient by -1.
    push(y == 0 ? 0 : y == -1 ? -left : uintptr_t(x / y));
    return true;
  case op_minus:
    push(left - right);
    return true;
  case op_mod:
    push(right == 0 ? 0 : left % right);
    return true;
  case op_mul:
    push(left * right);
    return true;
  case op_or:
    push(left | right);
    return true;
  case op_plus:
    push(left + right);
    return true;
  case op_shl:
    push(right < 64 ? left << right : 0);
    return true;
  case op_shr:
    push(right < 64 ? left >> right : 0);
    return true;
  case op_shra:
    push(uintptr_t(x >> (right < 63 ? right : 63)));
    return true;
  case op_xor:
    push(left ^ right);
    return true;
  case op_eq:
    push(x == y);
    return true;
  case op_ge:
    push(x >= y);
    return true;
  case op_gt:
    push(x > y);
    return true;
  case op_le:
    push(x <= y);
    return true;
  case op_lt:
    push(x < y);
    return true;
  case op_ne:
    push(x != y);
    return true;
  default:
    return is_good = false;
  }
}

void machine::jump(int16_t distance) {
  uintptr_t target = reader.position() + uintptr_t(intptr_t(distance));
  if (target < begin || target > reader.end_position())
    is_good = false;
  else
    reader.seek(target);
}

bool machine::step(uint8_t operation) {
  if (operation >= op_lit0 && operation < op_lit0 + 32) {
    push(uintptr_t(operation - op_lit0));
    return true;
  }
  if (operation >= op_reg0 && operation < op_reg0 + 32) {
    push_register(operation - op_reg0, 0);
    return true;
  }
  if (operation >= op_breg0 && operation < op_breg0 + 32) {
    push_register(operation - op_breg0, reader.signed_leb());
    return true;
  }
  switch (operation) {
  case op_regx:
    push_register(reader.unsigned_leb(), 0);
    return true;
  case op_bregx: {
    uint64_t number = reader.unsigned_leb();
    push_register(number, reader.signed_leb());
    return true;
  }
  case op_nop:
    return true;
  case op_skip:
    jump(reader.number<int16_t>());
    return true;
  case op_bra: {
    auto distance = reader.number<int16_t>();
    if (pop())
      jump(distance);
    return true;
  }
  default:
    return constant(operation) || rearrange(operation) || compute(operation) ||
           combine(operation);
  }
}

bool machine::run() {
  constexpr unsigned most_steps = 256;
  uint64_t length = reader.unsigned_leb();
  if (reader.failed() || length > reader.left())
    return false;
  begin = reader.position();
  reader.limit(begin + length);
  for (unsigned i = 0; reader.more(); ++i)
    if (i == most_steps || !step(reader.number<uint8_t>()) || !is_good)
      return false;
  return is_good && !reader.failed();
}

bool evaluate(table_reader &reader, const registers &regs, stack_memory &memory,
              const uintptr_t *start, uintptr_t &result) {
  machine evaluation(reader, regs, memory);
  if (start)
    evaluation.push(*start);
  if (!evaluation.run())
    return false;
  return evaluation.take_result(result);
}

} // namespace gmon
