//===-- registers.cpp - The registers that frames restore -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See unwind/registers.h.
//
//===----------------------------------------------------------------------===//

#include "unwind/registers.h"
#include "frames/processor.h"
#include "unwind/stack_memory.h"

namespace gmon {

/// Where the context of a signal has the registers, by their DWARF numbers, and
/// the program counter. -1 stands for a register that is zero.
struct context_offsets {
  int16_t registers[stack_register < 31 ? 32 : stack_register + 1];
  int16_t pc;
  unsigned count;
};

static constexpr context_offsets make_offsets() {
  context_offsets result = {};
#if defined(__x86_64__)
  constexpr int order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                           REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                           REG_R12, REG_R13, REG_R14, REG_R15};
  constexpr size_t first = offsetof(ucontext_t, uc_mcontext.gregs);
  for (int number : order)
    result.registers[result.count++] = int16_t(first + size_t(number) * 8);
  result.pc = int16_t(first + REG_RIP * 8);
#elif defined(__aarch64__)
  for (; result.count != 31; ++result.count)
    result.registers[result.count] =
        int16_t(offsetof(ucontext_t, uc_mcontext.regs) + result.count * 8);
  result.registers[result.count++] = offsetof(ucontext_t, uc_mcontext.sp);
  result.pc = offsetof(ucontext_t, uc_mcontext.pc);
#else
  constexpr size_t first = offsetof(ucontext_t, uc_mcontext.__gregs);
  result.registers[result.count++] = -1;
  for (; result.count != 32; ++result.count)
    result.registers[result.count] = int16_t(first + result.count * 8);
  result.pc = int16_t(first + REG_PC * 8);
#endif
  return result;
}

static constexpr context_offsets offsets = make_offsets();

registers interrupted_registers(const void *context) {
  auto load = [&](int offset) {
    uintptr_t value;
    __builtin_memcpy(&value, static_cast<const char *>(context) + offset,
                     sizeof(value));
    return value;
  };
  registers result;
  for (unsigned i = 0; i != offsets.count; ++i)
    result.values[i] =
        offsets.registers[i] < 0 ? 0 : load(offsets.registers[i]);
  result.known = (uint64_t(1) << offsets.count) - 1;
  result.pc = load(offsets.pc);
  return result;
}

bool load_context(uintptr_t context, stack_memory &memory, registers &regs) {
  registers result;
  for (unsigned i = 0; i != offsets.count; ++i)
    if (offsets.registers[i] >= 0 &&
        !memory.load(context + uintptr_t(offsets.registers[i]),
                     result.values[i]))
      return false;
  if (!memory.load(context + uintptr_t(offsets.pc), result.pc))
    return false;
  result.known = (uint64_t(1) << offsets.count) - 1;
  regs = result;
  return true;
}

registers waiting_registers(uintptr_t pc, uintptr_t sp) {
  registers result;
  result.pc = pc;
  result.values[stack_register] = sp;
  result.known = uint64_t(1) << stack_register;
  return result;
}

} // namespace gmon
