//===-- return_address.h - Return addresses on a stack ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distinguishes return addresses from other words on a stack.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_RETURN_ADDRESS_H
#define GMON_RT_SAMPLING_RETURN_ADDRESS_H

#include <stdint.h>

namespace gmon {

/// Whether the instruction in front of `address` is a call. The eight bytes in
/// front of it must be readable. Async-signal-safe.
inline bool follows_call(uintptr_t address) {
#if defined(__x86_64__)
  auto at = reinterpret_cast<const unsigned char *>(address);
  if (at[-5] == 0xe8) // call with a relative address
    return true;
  // ff /2: call of a register, or of an address in memory with operands of
  // several lengths. The middle field of the second byte is the operation.
  for (int size = 2; size != 8; ++size)
    if (at[-size] == 0xff && (at[-size + 1] & 0x38) == 0x10)
      return true;
  return false;
#elif defined(__aarch64__)
  if (address % 4)
    return false;
  uint32_t before = *reinterpret_cast<const uint32_t *>(address - 4);
  return (before & 0xfc000000) == 0x94000000 || // bl
         (before & 0xfffffc1f) == 0xd63f0000;   // blr
#elif defined(__riscv)
  if (address % 2)
    return false;
  auto at = reinterpret_cast<const uint16_t *>(address);
  uint32_t before = at[-2] | uint32_t(at[-1]) << 16;
  uint32_t operation = before & 0xfff; // with ra as the link register
  return operation == 0x0ef || (before & 0x7fff) == 0x00e7 || // jal, jalr
         (at[-1] & 0xf07f) == 0x9002;                         // c.jalr
#else
#error "the runtime has not been ported to this target"
#endif
}

} // namespace gmon

#endif // GMON_RT_SAMPLING_RETURN_ADDRESS_H
