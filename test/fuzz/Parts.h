//===-- Parts.h - Inputs of several files -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input of words and files, and files that lie in memory. PartsMutator.cpp
// changes such inputs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_TEST_FUZZ_PARTS_H
#define GMON_TEST_FUZZ_PARTS_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <string>
#include <vector>

namespace gmon {

/// The parts of an input. Each but the last is preceded by its length, 32 bits
/// in little endian; a length that is too great takes what there is.
struct Input {
  enum { Words, Map, Gmon, Program, NumParts };
  std::array<llvm::StringRef, NumParts> Parts;

  Input(const uint8_t *Data, size_t Size);

  /// Writes the input to \p Data and returns its size, at most \p MaxSize.
  size_t store(uint8_t *Data, size_t MaxSize) const;

  /// The lines of the part Words, each up to its first zero.
  std::vector<std::string> words() const;
};

/// A file without a name, whose contents are set again and again.
class MemoryFile {
public:
  MemoryFile();
  std::string path() const { return "/proc/self/fd/" + std::to_string(FD); }
  void set(llvm::StringRef Bytes) const;

private:
  int FD;
};

/// Puts the files of \p In where their paths say.
std::array<std::string, Input::NumParts> storeFiles(const Input &In);

} // namespace gmon

#endif // GMON_TEST_FUZZ_PARTS_H
