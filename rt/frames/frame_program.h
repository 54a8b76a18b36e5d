//===-- frame_program.h - Call-frame programs -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes the programs of an entry of .eh_frame (DWARF 5, section 6.4.2).
// Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_FRAMES_FRAME_PROGRAM_H
#define GMON_RT_FRAMES_FRAME_PROGRAM_H

#include "frames/processor.h"
#include "frames/tables.h"

namespace gmon {

enum class rule_kind : uint8_t {
  same,          ///< the callee preserves the register
  undefined,     ///< the value is lost
  at_offset,     ///< in memory, at an offset from the end of the frame
  is_offset,     ///< the end of the frame plus an offset
  in_register,   ///< in another register
  at_expression, ///< in memory, at the result of an expression
  is_expression  ///< the result of an expression
};

/// An expression is represented by the address of its length.
struct register_rules {
  bool frame_by_expression;
  bool is_signed; ///< the return address has a signature
  uint32_t frame_register;
  int64_t frame_value; ///< an offset, or an expression
  rule_kind kinds[num_registers];
  int64_t values[num_registers]; ///< an offset, a register, or an expression
};

/// All rules of an address.
struct full_rules {
  register_rules registers;
  uint32_t return_register; ///< below num_registers
  bool is_signal_frame;     ///< the caller was interrupted, not calling
};

/// Computes the rules for the code at `pc`, which is in the entry's code.
/// Returns false if the program makes no sense.
bool compute_rules(const unwind_tables &tables, const frame_entry &entry,
                   uintptr_t pc, full_rules &rules);

} // namespace gmon

#endif // GMON_RT_FRAMES_FRAME_PROGRAM_H
