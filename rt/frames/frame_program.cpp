//===-- frame_program.cpp - Call-frame programs ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shared program sets the rules at a function's first instruction; the
// function's program changes them from instruction to instruction, up to the
// one that is wanted.
//
//===----------------------------------------------------------------------===//

#include "frames/frame_program.h"

#include <string.h>

namespace gmon {

namespace {

/// Operations (DWARF 5, section 7.24).
enum operation : uint8_t {
  cfa_nop = 0x00,
  cfa_set_loc,
  cfa_advance_loc1,
  cfa_advance_loc2,
  cfa_advance_loc4,
  cfa_offset_extended,
  cfa_restore_extended,
  cfa_undefined,
  cfa_same_value,
  cfa_register,
  cfa_remember_state,
  cfa_restore_state,
  cfa_def_cfa,
  cfa_def_cfa_register,
  cfa_def_cfa_offset,
  cfa_def_cfa_expression,
  cfa_expression,
  cfa_offset_extended_sf,
  cfa_def_cfa_sf,
  cfa_def_cfa_offset_sf,
  cfa_val_offset,
  cfa_val_offset_sf,
  cfa_val_expression,
  cfa_mips_advance_loc8 = 0x1d,
  cfa_aarch64_negate_ra_state_with_pc = 0x2c,
  cfa_aarch64_negate_ra_state = 0x2d,
  cfa_gnu_args_size = 0x2e,
  cfa_gnu_negative_offset_extended = 0x2f,
  // With an operand in the lower 6 bits:
  cfa_advance_loc = 0x40,
  cfa_offset = 0x80,
  cfa_restore = 0xc0
};

class executor {
public:
  executor(const unwind_tables &tables, const frame_entry &entry, uintptr_t pc,
           register_rules &rules)
      : tables(tables), entry(entry), pc(pc), rules(rules) {}

  /// Executes the shared program, and keeps its result as the initial rules.
  bool run_common() {
    if (!run(entry.common_program, entry.common_program_end))
      return false;
    initial = rules;
    has_initial = true;
    return true;
  }

  bool run_own() { return run(entry.program, entry.program_end); }

private:
  bool run(uintptr_t program, uintptr_t end);
  bool step(table_reader &reader, uint8_t operation);
  bool define_frame(table_reader &reader, uint8_t operation);
  bool define_register(table_reader &reader, uint8_t operation);
  void advance(uint64_t units);

  void set(uint64_t number, rule_kind kind, int64_t value = 0) {
    // Floating-point registers do not matter.
    if (number >= num_registers)
      return;
    rules.kinds[number] = kind;
    rules.values[number] = value;
  }

  void restore(uint64_t number) {
    if (number < num_registers && has_initial)
      set(number, initial.kinds[number], initial.values[number]);
    else
      set(number, rule_kind::same);
  }

  int64_t scaled(uint64_t factor) const {
    return int64_t(factor * uint64_t(entry.data_unit));
  }

  static constexpr unsigned most_remembered = 5;

  const unwind_tables &tables;
  const frame_entry &entry;
  uintptr_t pc;
  register_rules &rules;
  register_rules initial;
  bool has_initial = false;
  bool is_done = false;
  uintptr_t location = 0;
  unsigned depth = 0;
  register_rules remembered[most_remembered];
};

} // namespace

/// Passes over instructions. All is done when `pc` is among them.
void executor::advance(uint64_t units) {
  location += units * entry.code_unit;
  is_done = location > pc && has_initial;
}

/// Operations that define the end of the frame.
bool executor::define_frame(table_reader &reader, uint8_t operation) {
  switch (operation) {
  case cfa_def_cfa:
  case cfa_def_cfa_sf:
    rules.frame_register = uint32_t(reader.unsigned_leb());
    rules.frame_value = operation == cfa_def_cfa
                            ? int64_t(reader.unsigned_leb())
                            : scaled(uint64_t(reader.signed_leb()));
    break;
  case cfa_def_cfa_register:
    rules.frame_register = uint32_t(reader.unsigned_leb());
    // Without an offset, this makes no sense after an expression.
    if (rules.frame_by_expression)
      rules.frame_value = 0;
    break;
  case cfa_def_cfa_offset:
    rules.frame_value = int64_t(reader.unsigned_leb());
    break;
  case cfa_def_cfa_offset_sf:
    rules.frame_value = scaled(uint64_t(reader.signed_leb()));
    break;
  case cfa_def_cfa_expression:
    rules.frame_value = int64_t(reader.position());
    rules.frame_by_expression = true;
    reader.skip(reader.unsigned_leb());
    return true;
  default:
    return false;
  }
  rules.frame_by_expression = false;
  return true;
}

/// Operations that define where a register is.
bool executor::define_register(table_reader &reader, uint8_t operation) {
  if (operation < cfa_offset_extended ||
      (operation > cfa_register && operation < cfa_expression) ||
      (operation > cfa_val_expression &&
       operation != cfa_gnu_negative_offset_extended))
    return false;
  uint64_t number = reader.unsigned_leb();
  switch (operation) {
  case cfa_offset_extended:
    set(number, rule_kind::at_offset, scaled(reader.unsigned_leb()));
    return true;
  case cfa_offset_extended_sf:
    set(number, rule_kind::at_offset, scaled(uint64_t(reader.signed_leb())));
    return true;
  case cfa_gnu_negative_offset_extended:
    set(number, rule_kind::at_offset, -scaled(reader.unsigned_leb()));
    return true;
  case cfa_val_offset:
    set(number, rule_kind::is_offset, scaled(reader.unsigned_leb()));
    return true;
  case cfa_val_offset_sf:
    set(number, rule_kind::is_offset, scaled(uint64_t(reader.signed_leb())));
    return true;
  case cfa_restore_extended:
    restore(number);
    return true;
  case cfa_undefined:
    set(number, rule_kind::undefined);
    return true;
  case cfa_same_value:
    set(number, rule_kind::same);
    return true;
  case cfa_register:
    set(number, rule_kind::in_register, int64_t(reader.unsigned_leb()));
    return true;
  case cfa_expression:
  case cfa_val_expression:
    set(number,
        operation == cfa_expression ? rule_kind::at_expression
                                    : rule_kind::is_expression,
        int64_t(reader.position()));
    reader.skip(reader.unsigned_leb());
    return true;
  default:
    return false;
  }
}

bool executor::step(table_reader &reader, uint8_t operation) {
  switch (operation & 0xc0) {
  case cfa_advance_loc:
    advance(operation & 0x3f);
    return true;
  case cfa_offset:
    set(operation & 0x3f, rule_kind::at_offset, scaled(reader.unsigned_leb()));
    return true;
  case cfa_restore:
    restore(operation & 0x3f);
    return true;
  }
  switch (operation) {
  case cfa_nop:
    return true;
  case cfa_set_loc:
    location = reader.address(entry.encoding, tables.header);
    advance(0);
    return true;
  case cfa_advance_loc1:
    advance(reader.number<uint8_t>());
    return true;
  case cfa_advance_loc2:
    advance(reader.number<uint16_t>());
    return true;
  case cfa_advance_loc4:
    advance(reader.number<uint32_t>());
    return true;
  case cfa_mips_advance_loc8:
    advance(reader.number<uint64_t>());
    return true;
  case cfa_remember_state:
    if (depth == most_remembered)
      return false;
    remembered[depth++] = rules;
    return true;
  case cfa_restore_state:
    if (depth == 0)
      return false;
    rules = remembered[--depth];
    return true;
  case cfa_aarch64_negate_ra_state:
  case cfa_aarch64_negate_ra_state_with_pc:
    rules.is_signed = !rules.is_signed;
    return true;
  case cfa_gnu_args_size:
    reader.unsigned_leb();
    return true;
  default:
    return define_frame(reader, operation) ||
           define_register(reader, operation);
  }
}

bool executor::run(uintptr_t program, uintptr_t end) {
  table_reader reader(tables.mapped, program, end);
  location = entry.begin;
  while (reader.more() && !is_done)
    if (!step(reader, reader.number<uint8_t>()))
      return false;
  return !reader.failed();
}

bool compute_rules(const unwind_tables &tables, const frame_entry &entry,
                   uintptr_t pc, full_rules &rules) {
  if (entry.return_register >= num_registers)
    return false;
  memset(&rules, 0, sizeof(rules));
  rules.return_register = uint32_t(entry.return_register);
  rules.is_signal_frame = entry.is_signal_frame;
  rules.registers.frame_register = num_registers;
  executor run(tables, entry, pc, rules.registers);
  return run.run_common() && run.run_own() &&
         (rules.registers.frame_by_expression ||
          rules.registers.frame_register < num_registers);
}

} // namespace gmon
