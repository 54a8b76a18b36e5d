//===-- packed_file.h - A file in little memory --------------- -*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that the process keeps has half its size in memory, or less: most of
// its bytes are zeros. Each eight bytes are one byte, whose bits say which of
// them are no zeros, and those. Async-signal-safe, while the process is locked.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_PACKED_FILE_H
#define GMON_RT_ENCODING_PACKED_FILE_H

#include "base/scratch_list.h"
#include "encoding/field_reader.h"
#include "encoding/output.h"
#include "encoding/pieces_buffer.h"

namespace gmon {

/// A file, packed.
struct packed_file {
  file_bytes packed;
  uint64_t size = 0; ///< of the file
};

/// Packs a file in scratch memory.
class packed_output : public output {
public:
  packed_output();

  /// Packs the last bytes. Returns false if there is no memory.
  bool finish();
  packed_file get() const { return {{list.begin(), list.count()}, size}; }
  /// Empties the output, whose memory is the caller's from now on. Returns the
  /// size of that mapping.
  size_t give_up();

private:
  static int take(output &self, const void *bytes, size_t count);
  bool pack_word();

  scratch_list<char, 65536> list;
  uint64_t size = 0;
  size_t used = 0; ///< bytes of `word`
  char word[8];
};

/// Reads a packed file.
class unpacked_pieces : public file_pieces {
public:
  explicit unpacked_pieces(const packed_file &of);

  /// Returns ENOMEM if there was no memory, or 0.
  int error() const { return found_error; }

private:
  static bool extend(file_pieces &self, file_bytes &left, uint64_t count);
  bool unpack(file_bytes &left, uint64_t count);

  const char *packed;
  uint64_t size_left; ///< bytes that were not unpacked yet
  pieces_buffer buffer;
  int found_error = 0;
};

/// Writes a packed file as it was. Returns 0 or an error number.
int unpack(output &to, const packed_file &from);

/// Adds a packed file to a sum, which has add().
template <typename Sum>
int add_packed(Sum &to, const packed_file &file, int times = 1) {
  unpacked_pieces pieces(file);
  field_reader from(pieces);
  int error = to.add(from, times);
  return pieces.error() ? pieces.error() : error;
}

} // namespace gmon

#endif // GMON_RT_ENCODING_PACKED_FILE_H
