//===-- CodeInstruction.h - Decoded instructions ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties of an instruction that costs depend on, and of a call or jump.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODE_CODEINSTRUCTION_H
#define GMON_ANALYZER_CODE_CODEINSTRUCTION_H

#include <cstdint>
#include <optional>

namespace gmon {

struct CodeInstruction {
  uint64_t Address = 0;
  uint8_t Size = 0; ///< in bytes
  bool IsCall = false;
  bool IsBranch = false; ///< a jump, conditional or not; not a return
  /// Control never goes on to the next instruction: a return or a jump.
  bool IsBarrier = false;
  bool Loads = false;  ///< reads memory
  bool Stores = false; ///< writes memory
  /// An x86 string instruction that repeats itself.
  bool IsRepeated = false;
  /// Its memory is relative to the segment register %gs.
  bool UsesSegment = false;
  std::optional<uint64_t> Target; ///< of a call or branch, if it is known
  /// The address of its operand, if that is constant or relative to it.
  std::optional<uint64_t> Operand;

  uint64_t end() const { return Address + Size; }
};

/// A call or a jump to \p Target, perhaps under a condition.
struct Transfer {
  uint64_t From;
  uint64_t Target;
  bool IsCall;      ///< a call, which returns; else a jump
  uint8_t Size = 0; ///< of the instruction, in bytes; 0 if it is not known
};

} // namespace gmon

#endif // GMON_ANALYZER_CODE_CODEINSTRUCTION_H
