//===-- CodeInstruction.h - A decoded instruction ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties of an instruction that its costs depend on.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODEINSTRUCTION_H
#define GMON_ANALYZER_CODEINSTRUCTION_H

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
  /// The address that its operand has, if it is relative to the instruction or
  /// constant.
  std::optional<uint64_t> Operand;

  uint64_t end() const { return Address + Size; }
};

} // namespace gmon

#endif // GMON_ANALYZER_CODEINSTRUCTION_H
