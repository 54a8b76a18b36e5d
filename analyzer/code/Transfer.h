//===-- Transfer.h - A call or a jump in the code ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of decoding an instruction.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_TRANSFER_H
#define GMON_ANALYZER_TRANSFER_H

#include <cstdint>

namespace gmon {

/// An instruction that transfers control to \p Target, always or under a
/// condition.
struct Transfer {
  uint64_t From;
  uint64_t Target;
  bool IsCall;      ///< a call, which returns; else a jump
  uint8_t Size = 0; ///< of the instruction, in bytes; 0 if it is not known
};

} // namespace gmon

#endif // GMON_ANALYZER_TRANSFER_H
