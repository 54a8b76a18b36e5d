//===-- packed_file.cpp - A file in little memory -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encoding/packed_file.h"

#include <errno.h>

namespace gmon {

packed_output::packed_output() : output{take} { is_passed_on = true; }

bool packed_output::pack_word() {
  char packed[1 + sizeof(word)];
  unsigned present = 0;
  size_t count = 1;
  for (size_t i = 0; i != used; ++i)
    if (word[i]) {
      present |= 1u << i;
      packed[count++] = word[i];
    }
  packed[0] = char(present);
  used = 0;
  return list.add_all(packed, count);
}

int packed_output::take(output &to, const void *bytes, size_t count) {
  auto &self = static_cast<packed_output &>(to);
  auto *from = static_cast<const char *>(bytes);
  self.size += count;
  while (count) {
    fill_up(self.word, sizeof(word), self.used, from, count);
    if (self.used == sizeof(word) && !self.pack_word())
      return ENOMEM;
  }
  return 0;
}

bool packed_output::finish() { return !used || pack_word(); }

size_t packed_output::give_up() {
  size = 0;
  return list.give_up();
}

unpacked_pieces::unpacked_pieces(const packed_file &of)
    : file_pieces{extend}, packed(of.packed.data), size_left(of.size) {}

bool unpacked_pieces::extend(file_pieces &self, file_bytes &left,
                             uint64_t count) {
  return static_cast<unpacked_pieces &>(self).unpack(left, count);
}

bool unpacked_pieces::unpack(file_bytes &left, uint64_t count) {
  constexpr size_t step = 4096, word_size = 8;
  if (count > left.size + size_left)
    return false;
  char *to = buffer.make_room(left, count + step);
  if (!to) {
    found_error = ENOMEM;
    return false;
  }
  while (size_left && left.size <= count + step - word_size) {
    const size_t size = size_left < word_size ? size_left : word_size;
    const auto present = static_cast<unsigned char>(*packed++);
    for (size_t i = 0; i != size; ++i)
      to[left.size + i] = present >> i & 1 ? *packed++ : 0;
    left.size += size;
    size_left -= size;
  }
  return true;
}

int unpack(output &to, const packed_file &from) {
  constexpr uint64_t most = 4096;
  unpacked_pieces pieces(from);
  field_reader reader(pieces);
  for (uint64_t left = from.size; left;) {
    const uint64_t part = left < most ? left : most;
    const char *bytes = reader.bytes(part);
    if (!bytes)
      return pieces.error();
    if (int error = to.write(to, bytes, part))
      return error;
    left -= part;
  }
  return 0;
}

} // namespace gmon
