//===-- unwind.cpp - Out of the C library ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads .eh_frame_hdr and .eh_frame (Linux Standard Base, chapter 10; DWARF 5,
// section 6.4), to find the size of frames. Understands the forms that
// compilers and linkers generate on x86-64; other forms count as unknown.
//
//===----------------------------------------------------------------------===//

#include "sampling/unwind.h"
#include "base/arch.h"

#include <link.h>
#include <sys/auxv.h>
#include <string.h>
#include <sys/uio.h>

namespace gmon {

bool read_memory(uintptr_t address, void *to, size_t size) {
  iovec local = {to, size};
  iovec remote = {reinterpret_cast<void *>(address), size};
  return raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_getpid),
                     reinterpret_cast<long>(&local), 1,
                     reinterpret_cast<long>(&remote), 1, 0) == long(size);
}

namespace {

/// The header of the tables; the entries follow it.
struct table_header {
  uint8_t version;
  uint8_t frame_encoding, count_encoding, table_encoding;
  int32_t frame;
  uint32_t count;
};

/// An entry; both fields are relative to the header.
struct table_entry {
  int32_t function;
  int32_t description;
};

/// Encodings of addresses: 4 bytes, signed. They are relative to the address
/// itself or, in the header, to the header.
constexpr uint8_t self_relative = 0x1b, header_relative = 0x3b, unsigned_4 = 3;

/// Reads consecutive bytes.
class cursor {
public:
  cursor(const uint8_t *at, const uint8_t *end) : at(at), end(end) {}

  bool more() const { return at < end; }
  const uint8_t *position() const { return at; }
  void skip(size_t size) { at = size < size_t(end - at) ? at + size : end; }

  template <typename Integer> Integer integer() {
    Integer value = 0;
    if (size_t(end - at) >= sizeof(value))
      memcpy(&value, at, sizeof(value));
    skip(sizeof(value));
    return value;
  }

  /// Reads LEB128. Signed numbers that are only skipped are read as unsigned.
  uint64_t leb() {
    uint64_t value = 0;
    for (unsigned shift = 0; more(); shift += 7) {
      uint8_t byte = *at++;
      if (shift < 64)
        value |= uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80))
        break;
    }
    return value;
  }

private:
  const uint8_t *at;
  const uint8_t *end;
};

/// The end of a frame: a register plus an offset.
struct frame_rule {
  uint64_t base;
  uint64_t offset;
};

} // namespace

/// Whether a call leaves the return address on the stack.
#if defined(__x86_64__)
static constexpr bool on_stack = true;
#else
static constexpr bool on_stack = false;
#endif

static constexpr uint64_t stack_pointer = 7; ///< DWARF's number

static uintptr_t text_low, text_high; ///< of the C library
static const table_header *header;

/// For dl_iterate_phdr: finds the tables of the module that contains an
/// address.
static int take_tables(dl_phdr_info *info, size_t, void *address) {
  bool holds = false;
  const void *found = nullptr;
  for (unsigned i = 0; i != info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &each = info->dlpi_phdr[i];
    uintptr_t low = info->dlpi_addr + each.p_vaddr;
    if (each.p_type == PT_GNU_EH_FRAME)
      found = reinterpret_cast<const void *>(low);
    if (each.p_type == PT_LOAD && (each.p_flags & PF_X) &&
        reinterpret_cast<uintptr_t>(address) - low < each.p_memsz) {
      holds = true;
      text_low = low;
      text_high = low + each.p_memsz;
    }
  }
  if (holds)
    header = static_cast<const table_header *>(found);
  return holds;
}

void find_unwind_tables() {
  if (!on_stack)
    return;
  dl_iterate_phdr(take_tables, reinterpret_cast<void *>(&getauxval));
  if (header &&
      (header->version != 1 || header->frame_encoding != self_relative ||
       header->count_encoding != unsigned_4 ||
       header->table_encoding != header_relative))
    header = nullptr;
}

/// Returns the description of the last function that begins at or before `pc`.
static const uint8_t *find_description(uintptr_t pc) {
  auto entries = reinterpret_cast<const table_entry *>(header + 1);
  auto offset = intptr_t(pc - reinterpret_cast<uintptr_t>(header));
  uint32_t low = 0, high = header->count;
  while (low != high) {
    uint32_t middle = low + (high - low) / 2;
    if (entries[middle].function <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? reinterpret_cast<const uint8_t *>(header) +
                   entries[low - 1].description
             : nullptr;
}

/// Reads the length in front of an entry of .eh_frame. Returns the entry's
/// contents.
static cursor open_entry(const uint8_t *entry) {
  uint32_t length;
  memcpy(&length, entry, sizeof(length));
  entry += sizeof(length);
  return cursor(entry, entry + length);
}

/// Executes `program` for the first `left` bytes of code. Returns false at an
/// unknown operation.
static bool run(cursor program, uint64_t left, uint64_t code_unit,
                frame_rule &rule) {
  constexpr unsigned most_remembered = 4;
  frame_rule remembered[most_remembered];
  unsigned depth = 0;
  auto advance = [&](uint64_t units) {
    if (units * code_unit > left)
      return false;
    left -= units * code_unit;
    return true;
  };
  while (program.more()) {
    auto operation = program.integer<uint8_t>();
    switch (operation >> 6) {
    case 1: // DW_CFA_advance_loc
      if (!advance(operation & 0x3f))
        return true;
      continue;
    case 2: // DW_CFA_offset
      program.leb();
      continue;
    case 3: // DW_CFA_restore
      continue;
    }
    switch (operation) {
    case 0x00: // DW_CFA_nop
      break;
    case 0x02: // DW_CFA_advance_loc1, 2, 4
      if (!advance(program.integer<uint8_t>()))
        return true;
      break;
    case 0x03:
      if (!advance(program.integer<uint16_t>()))
        return true;
      break;
    case 0x04:
      if (!advance(program.integer<uint32_t>()))
        return true;
      break;
    case 0x05: // DW_CFA_offset_extended
    case 0x09: // DW_CFA_register
      program.leb();
      program.leb();
      break;
    case 0x06: // DW_CFA_restore_extended
    case 0x07: // DW_CFA_undefined
    case 0x08: // DW_CFA_same_value
    case 0x2e: // DW_CFA_GNU_args_size
      program.leb();
      break;
    case 0x0a: // DW_CFA_remember_state
      if (depth == most_remembered)
        return false;
      remembered[depth++] = rule;
      break;
    case 0x0b: // DW_CFA_restore_state
      if (depth == 0)
        return false;
      rule = remembered[--depth];
      break;
    case 0x0c: // DW_CFA_def_cfa
      rule.base = program.leb();
      rule.offset = program.leb();
      break;
    case 0x0d: // DW_CFA_def_cfa_register
      rule.base = program.leb();
      break;
    case 0x0e: // DW_CFA_def_cfa_offset
      rule.offset = program.leb();
      break;
    case 0x10: // DW_CFA_expression
    case 0x16: // DW_CFA_val_expression
      program.leb();
      program.skip(program.leb());
      break;
    default:
      return false;
    }
  }
  return true;
}

/// Finds the end of the frame of the function at `pc`.
static bool find_frame(uintptr_t pc, frame_rule &rule) {
  const uint8_t *description = find_description(pc);
  if (!description)
    return false;
  cursor function = open_entry(description);
  const uint8_t *field = function.position();
  auto distance = function.integer<uint32_t>();
  const uint8_t *start = function.position();
  uintptr_t low = reinterpret_cast<uintptr_t>(start) +
                  intptr_t(function.integer<int32_t>());
  if (pc - low >= function.integer<uint32_t>())
    return false;
  function.skip(function.leb());

  cursor common = open_entry(field - distance);
  common.skip(sizeof(uint32_t));
  if (common.integer<uint8_t>() != 1) // version
    return false;
  // Frames of signals have another augmentation.
  static constexpr char augmentation[] = "zR";
  if (memcmp(common.position(), augmentation, sizeof(augmentation)) != 0)
    return false;
  common.skip(sizeof(augmentation));
  uint64_t code_unit = common.leb();
  common.leb(); // data_unit
  common.leb(); // register of the return address
  if (common.leb() != 1 || common.integer<uint8_t>() != self_relative)
    return false;
  rule = {};
  return run(common, 0, code_unit, rule) &&
         run(function, pc - low, code_unit, rule);
}

bool unwind_call(uintptr_t &pc, uintptr_t &sp, bool inner) {
  frame_rule rule;
  if (!header || pc - text_low >= text_high - text_low ||
      !find_frame(inner ? pc : pc - 1, rule) || rule.base != stack_pointer)
    return false;
  uintptr_t end = sp + rule.offset;
  uintptr_t caller;
  if (!read_memory(end - sizeof(caller), &caller, sizeof(caller)))
    return false;
  sp = end;
  pc = caller;
  return true;
}

} // namespace gmon
