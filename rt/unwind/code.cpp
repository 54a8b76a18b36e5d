//===-- code.cpp - What instructions say of a frame -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knows the instructions of stubs that GNU ld, gold, lld and mold make, and of
// prologues that GCC and Clang make.
//
//===----------------------------------------------------------------------===//

#include "unwind/code.h"
#include "frames/checked_memory.h"
#include "frames/processor.h"

#include <string.h>

namespace gmon {

#if defined(__x86_64__)

/// The bytes around an address; zeros where there is no code.
template <unsigned Before, unsigned After> struct code_bytes {
  explicit code_bytes(uintptr_t address) {
    if (After)
      read_checked(address, bytes + Before, After);
    if (Before && read_checked(address - Before, bytes, Before) != Before)
      memset(bytes, 0, Before);
  }
  unsigned char operator[](int i) const { return bytes[int(Before) + i]; }

  unsigned char bytes[Before + After] = {};
};

bool follows_call(uintptr_t address, uintptr_t &target) {
  code_bytes<7, 1> code(address);
  target = 0;
  if (code[-5] == 0xe8) {
    int32_t distance;
    memcpy(&distance, code.bytes + 3, sizeof(distance));
    target = address + uintptr_t(intptr_t(distance));
    return true;
  }
  // ff /2: call of a register, or of an address in memory with operands of
  // several lengths. The middle field of the second byte is the operation.
  for (int size = 2; size != 8; ++size)
    if (code[-size] == 0xff && (code[-size + 1] & 0x38) == 0x10)
      return true;
  return false;
}

/// Loads the address that an instruction's last four bytes refer to; `end` is
/// the end of the instruction. Returns 0 if it cannot be read.
static uintptr_t load_target(uintptr_t end, const unsigned char *operand) {
  int32_t distance;
  memcpy(&distance, operand, sizeof(distance));
  uintptr_t target = 0;
  read_checked(end + uintptr_t(intptr_t(distance)), &target, sizeof(target));
  return target;
}

/// Returns the target of the stub at `stub`, or `stub` if it is none.
static uintptr_t target_of_stub(uintptr_t stub) {
  code_bytes<0, 12> code(stub);
  int offset = code[0] == 0xf3 && code[1] == 0x0f ? 4 : 0; // endbr64
  offset += code[offset] == 0xf2;
  if (code[offset] != 0xff || code[offset + 1] != 0x25)
    return stub;
  return load_target(stub + uintptr_t(offset) + 6, code.bytes + offset + 2);
}

uintptr_t called_function(uintptr_t address, uintptr_t pc) {
  constexpr uintptr_t longest_function = 4096;
  uintptr_t target;
  if (!follows_call(address, target))
    return 0;
  code_bytes<6, 0> code(address);
  if (target)
    target = target_of_stub(target);
  else if (code[-6] == 0xff && code[-5] == 0x15) // call *NUMBER(%rip)
    target = load_target(address, code.bytes + 2);
  return pc - target < longest_function ? target : 0;
}

bool is_in_stub(uintptr_t pc, unsigned &pushed) {
  code_bytes<6, 12> code(pc);
  auto is_jump = [&](int offset) { // jmp *NUMBER(%rip), maybe with a prefix
    offset += code[offset] == 0xf2;
    return code[offset] == 0xff && code[offset + 1] == 0x25;
  };
  auto is_push = [&](int offset) { // push NUMBER(%rip)
    return code[offset] == 0xff && code[offset + 1] == 0x35;
  };
  bool has_pad =
      code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa;
  pushed = 0;
  if (has_pad && (is_jump(4) || (code[4] == 0x68 && code[9] == 0xe9)))
    return true;
  if (code[0] == 0x68) // push $NUMBER; jmp
    return code[5] == 0xe9 || (code[5] == 0xf2 && code[6] == 0xe9);
  if (is_push(0) && is_jump(6)) {
    pushed = 8;
    return true;
  }
  if (is_jump(0)) {
    pushed = is_push(-6) ? 16 : 0;
    return true;
  }
  pushed = 8;
  return (code[0] == 0xe9 || (code[0] == 0xf2 && code[1] == 0xe9)) &&
         code[-5] == 0x68;
}

int64_t frame_pointer_distance(uintptr_t function, uintptr_t pc,
                               unsigned num_saved) {
  unsigned char code[64] = {};
  size_t size = read_checked(function, code, sizeof(code) - 8);
  if (pc - function < size)
    size = pc - function;
  // Clang pushes a register that it need not preserve in place of a subtraction
  // of 8, behind the others.
  size_t offset = 0;
  while (offset != size && memcmp(code + offset, "\x48\x89\xe5", 3) != 0)
    ++offset;
  if (offset < size)
    offset += 3;
  unsigned num_pushed = 0;
  for (; offset < size; ++num_pushed)
    if (code[offset] >= 0x50 && code[offset] <= 0x57)
      offset += 1;
    else if (code[offset] == 0x41 && code[offset + 1] >= 0x50 &&
             code[offset + 1] <= 0x57)
      offset += 2;
    else
      break;
  int64_t pushed = 8 * (num_pushed > num_saved ? num_pushed : num_saved);
  // sub $NUMBER, %rsp. GCC mixes other instructions into the prologue.
  for (size_t i = 0; i < size; ++i) {
    int32_t number;
    if (code[i] != 0x48 || code[i + 2] != 0xec)
      continue;
    if (code[i + 1] == 0x83)
      return pushed + code[i + 3];
    if (code[i + 1] != 0x81)
      continue;
    memcpy(&number, code + i + 3, sizeof(number));
    return pushed + number;
  }
  return pushed;
}

#else

/// Instructions before and behind an address; zeros where there is no code.
template <unsigned Before, unsigned After> struct code_words {
  explicit code_words(uintptr_t address) {
    read_checked(address, words + Before, After * sizeof(uint32_t));
    if (Before &&
        read_checked(address - Before * sizeof(uint32_t), words,
                     Before * sizeof(uint32_t)) != Before * sizeof(uint32_t))
      memset(words, 0, Before * sizeof(uint32_t));
  }
  uint32_t operator[](int i) const { return words[int(Before) + i]; }

  uint32_t words[Before + After] = {};
};

uintptr_t called_function(uintptr_t, uintptr_t) { return 0; }

#if defined(__aarch64__)

bool follows_call(uintptr_t address, uintptr_t &target) {
  code_words<1, 1> code(address);
  target = 0;
  if ((code[-1] & 0xfc000000) == 0x94000000) { // bl
    auto distance = int32_t(code[-1] << 6) >> 4;
    target = address - 4 + uintptr_t(intptr_t(distance));
    return true;
  }
  return (code[-1] & 0xfffffc1f) == 0xd63f0000 || // blr
         (code[-1] & 0xfefff800) == 0xd63f0800;   // blra
}

bool is_in_stub(uintptr_t pc, unsigned &pushed) {
  constexpr int longest = 5;
  constexpr uint32_t push = 0xa9bf7bf0; // stp x16, x30, [sp, #-16]!
  code_words<longest, longest> code(pc);
  auto is_jump = [](uint32_t word) { // br x16, br x17
    return word == 0xd61f0200 || word == 0xd61f0220;
  };
  auto is_of_stub = [](uint32_t word) {
    return (word & 0x9f00001f) == 0x90000010 || // adrp x16
           (word & 0xffc003fe) == 0xf9400210 || // ldr x17, [x16, #NUMBER]
           (word & 0xffc003ff) == 0x91000210 || // add x16, x16, #NUMBER
           word == 0xd503245f || word == 0xd503201f || // bti c, nop
           word == 0xd503219f || word == push;         // autia1716
  };
  pushed = 0;
  int offset = 0;
  while (offset != longest && is_of_stub(code[offset]))
    ++offset;
  if (offset == longest || !is_jump(code[offset]))
    return false;
  for (offset = -1; offset >= -longest && is_of_stub(code[offset]); --offset)
    if (code[offset] == push) {
      pushed = 16;
      break;
    }
  return true;
}

#else

bool follows_call(uintptr_t address, uintptr_t &target) {
  target = 0;
  uint16_t code[2] = {};
  read_checked(address - 4, code, sizeof(code));
  uint32_t word = code[0] | uint32_t(code[1]) << 16;
  // jal, jalr, and the short c.jalr, with ra as the link register
  return (word & 0xfff) == 0x0ef || (word & 0x7fff) == 0x00e7 ||
         ((code[1] & 0xf07f) == 0x9002 && (code[1] & 0x0f80) != 0);
}

bool is_in_stub(uintptr_t pc, unsigned &pushed) {
  code_words<0, 3> code(pc);
  constexpr uint32_t load = 0x000e3e03; // ld t3, NUMBER(t3)
  constexpr uint32_t jump = 0x000e0367; // jalr t1, t3
  pushed = 0;
  return code[0] == jump || ((code[0] & 0xfffff) == load && code[1] == jump) ||
         ((code[0] & 0xfff) == 0xe17 && // auipc t3, NUMBER
          (code[1] & 0xfffff) == load && code[2] == jump);
}

#endif

int64_t frame_pointer_distance(uintptr_t, uintptr_t, unsigned) { return -1; }

#endif

} // namespace gmon
