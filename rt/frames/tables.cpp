//===-- tables.cpp - The unwind tables of a module ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// .eh_frame_hdr is a table of functions, sorted by address, with the addresses
// of their entries (FDE) in .eh_frame. Each entry refers to one that it shares
// with others (CIE). If a linker made no sorted table, all entries are searched
// in their order, up to a number.
//
//===----------------------------------------------------------------------===//

#include "frames/tables.h"

namespace gmon {

/// The longest search without a sorted table.
static constexpr unsigned most_entries = 1 << 15;

/// Returns the size of an address in the sorted table, or 0 if its entries
/// differ in size or are not understood.
static uint8_t encoded_size(uint8_t encoding) {
  using namespace pointer_encoding;
  if (encoding & indirect || encoding == omitted || encoding == aligned)
    return 0;
  switch (encoding & format) {
  case 0x00:
  case 0x04:
  case 0x0c:
    return 8;
  case 0x02:
  case 0x0a:
    return 2;
  case 0x03:
  case 0x0b:
    return 4;
  default:
    return 0;
  }
}

unwind_tables open_tables(uintptr_t header, uintptr_t end,
                          const memory_range &mapped) {
  unwind_tables tables = {};
  if (!header || header >= end)
    return tables;
  table_reader reader(mapped, header, end);
  auto version = reader.number<uint8_t>();
  auto frames_encoding = reader.number<uint8_t>();
  auto count_encoding = reader.number<uint8_t>();
  tables.encoding = reader.number<uint8_t>();
  uintptr_t frames = reader.address(frames_encoding, header);
  if (reader.failed() || version != 1 || !frames)
    return tables;
  tables.header = header;
  tables.end = end;
  tables.mapped = mapped;
  tables.frames = frames;
  tables.entry_size = uint8_t(2 * encoded_size(tables.encoding));
  if (!tables.entry_size)
    return tables;
  tables.num_entries = reader.address(count_encoding, header);
  tables.entries = reader.position();
  if (reader.failed() ||
      tables.num_entries > (end - tables.entries) / tables.entry_size)
    tables.num_entries = 0;
  return tables;
}

unwind_tables open_frames(uintptr_t frames, uintptr_t end,
                          const memory_range &mapped) {
  unwind_tables tables = {};
  tables.frames = frames;
  tables.end = end;
  tables.mapped = mapped;
  return tables;
}

/// Reads the length in front of an entry of .eh_frame, and limits the reader to
/// the entry. Returns false at the end of all.
static bool open_entry(table_reader &reader, bool &is_wide) {
  uint64_t length = reader.number<uint32_t>();
  is_wide = length == 0xffffffff;
  if (is_wide)
    length = reader.number<uint64_t>();
  if (reader.failed() || length == 0)
    return false;
  if (length > reader.left())
    return false;
  reader.limit(reader.position() + length);
  return true;
}

/// Reads the augmentation's data of a common entry.
static bool read_augmentation(table_reader &reader, const char *letters,
                              uintptr_t header, frame_entry &entry) {
  uint64_t size = reader.unsigned_leb();
  if (size > reader.left())
    return false;
  uintptr_t after = reader.position() + size;
  for (++letters; *letters; ++letters)
    switch (*letters) {
    case 'R':
      entry.encoding = reader.number<uint8_t>();
      break;
    case 'P': {
      auto encoding = reader.number<uint8_t>();
      reader.address(encoding & uint8_t(~pointer_encoding::indirect), header);
      break;
    }
    case 'L':
      reader.number<uint8_t>();
      break;
    case 'S':
      entry.is_signal_frame = true;
      break;
    case 'B': // another key signs return addresses
    case 'G': // pointers have tags
      break;
    default: // skipped by its size, as the specification wants it
      reader.seek(after);
      return !reader.failed();
    }
  reader.seek(after);
  return !reader.failed();
}

/// Reads the entry that others share.
static bool read_common(const unwind_tables &tables, uintptr_t address,
                        frame_entry &entry, bool &has_sizes) {
  table_reader reader(tables.mapped, address, tables.end);
  bool is_wide;
  if (!open_entry(reader, is_wide))
    return false;
  uint64_t id = is_wide ? reader.number<uint64_t>() : reader.number<uint32_t>();
  auto version = reader.number<uint8_t>();
  if (id != 0 || (version != 1 && version != 3 && version != 4))
    return false;
  char letters[16] = {};
  for (unsigned i = 0; (letters[i] = reader.number<char>()) != 0; ++i)
    if (i + 2 == sizeof(letters))
      return false;
  // An obsolete augmentation of GCC 2.
  bool is_old = letters[0] == 'e' && letters[1] == 'h';
  if (is_old)
    reader.skip(sizeof(uintptr_t));
  else if (letters[0] && letters[0] != 'z')
    return false;
  if (version == 4 && (reader.number<uint8_t>() != sizeof(uintptr_t) ||
                       reader.number<uint8_t>() != 0))
    return false;
  entry.code_unit = reader.unsigned_leb();
  entry.data_unit = reader.signed_leb();
  entry.return_register =
      version == 1 ? reader.number<uint8_t>() : reader.unsigned_leb();
  entry.encoding = 0;
  entry.is_signal_frame = false;
  has_sizes = letters[0] == 'z';
  if (has_sizes && !read_augmentation(reader, letters, tables.header, entry))
    return false;
  entry.common_program = reader.position();
  entry.common_program_end = reader.end_position();
  return !reader.failed();
}

/// Reads the entry at `address`. Sets `next` to the address behind it, or to 0
/// at the end of all.
static bool read_entry(const unwind_tables &tables, uintptr_t address,
                       frame_entry &entry, uintptr_t &next) {
  table_reader reader(tables.mapped, address, tables.end);
  bool is_wide;
  next = 0;
  if (!open_entry(reader, is_wide))
    return false;
  next = reader.end_position();
  uintptr_t self = reader.position();
  uint64_t distance =
      is_wide ? reader.number<uint64_t>() : reader.number<uint32_t>();
  bool has_sizes;
  // A distance of 0 marks an entry that others share.
  if (reader.failed() || distance == 0 || distance > self ||
      !read_common(tables, self - distance, entry, has_sizes))
    return false;
  entry.begin = reader.address(entry.encoding, tables.header);
  entry.size =
      reader.address(entry.encoding & pointer_encoding::format, tables.header);
  if (has_sizes)
    reader.skip(reader.unsigned_leb());
  entry.program = reader.position();
  entry.program_end = reader.end_position();
  return !reader.failed();
}

namespace {

/// Reads the sorted table.
class row_reader {
public:
  explicit row_reader(const unwind_tables &tables)
      : tables(tables), reader(tables.mapped, tables.entries, tables.end),
        is_plain(tables.encoding == plain_encoding &&
                 tables.mapped.low <= tables.entries &&
                 tables.entries <= tables.mapped.high &&
                 tables.num_entries <= (tables.mapped.high - tables.entries) /
                                           tables.entry_size) {}

  /// Returns the address at which the function of a row begins.
  uintptr_t begin(uint64_t row) { return address(row, 0); }
  /// Returns the address of its entry.
  uintptr_t entry(uint64_t row) { return address(row, tables.entry_size / 2); }

private:
  /// The encoding that linkers use.
  static constexpr uint8_t plain_encoding =
      pointer_encoding::relative_to_header | 0x0b;

  uintptr_t address(uint64_t row, size_t offset) {
    const uintptr_t field = tables.entries + row * tables.entry_size + offset;
    if (is_plain) {
      int32_t distance;
      __builtin_memcpy(&distance, reinterpret_cast<const void *>(field),
                       sizeof(distance));
      return distance ? tables.header + uintptr_t(intptr_t(distance)) : 0;
    }
    reader.seek(field);
    return reader.address(tables.encoding, tables.header);
  }

  const unwind_tables &tables;
  table_reader reader;
  const bool is_plain; ///< and all rows are mapped
};

} // namespace

/// Returns the number of functions that begin at or before `pc`.
static uint64_t rows_up_to(row_reader &rows, uint64_t count, uintptr_t pc) {
  uint64_t low = 0, high = count;
  while (low != high) {
    uint64_t middle = low + (high - low) / 2;
    if (rows.begin(middle) <= pc)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Returns the address of the entry for the last function that begins at or
/// before `pc`, or 0.
static uintptr_t search_sorted(const unwind_tables &tables, uintptr_t pc) {
  row_reader rows(tables);
  const uint64_t before = rows_up_to(rows, tables.num_entries, pc);
  return before ? rows.entry(before - 1) : 0;
}

uintptr_t find_begin(const unwind_tables &tables, uintptr_t pc) {
  row_reader rows(tables);
  if (const uint64_t before = rows_up_to(rows, tables.num_entries, pc);
      before && rows.begin(before - 1) == pc)
    return pc;
  frame_entry entry;
  return find_entry(tables, pc, entry) == search_result::found ? entry.begin
                                                               : 0;
}

search_result find_entry(const unwind_tables &tables, uintptr_t pc,
                         frame_entry &entry) {
  if (!tables.frames)
    return search_result::absent;
  uintptr_t next = tables.frames;
  if (tables.num_entries) {
    uintptr_t address = search_sorted(tables, pc);
    if (!address)
      return search_result::absent;
    if (!read_entry(tables, address, entry, next))
      return search_result::damaged;
    return pc - entry.begin < entry.size ? search_result::found
                                         : search_result::absent;
  }
  for (unsigned i = 0; i != most_entries && next; ++i) {
    bool is_good = read_entry(tables, next, entry, next);
    if (is_good && pc - entry.begin < entry.size)
      return search_result::found;
  }
  return search_result::absent;
}

} // namespace gmon
