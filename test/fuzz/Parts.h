//===-- Parts.h - Inputs of several files -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input that consists of words and files, and files in memory.
// PartsMutator.cpp changes such inputs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_TEST_FUZZ_PARTS_H
#define GMON_TEST_FUZZ_PARTS_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <string>
#include <vector>

namespace gmon {

/// The parts of an input. The length of each part but the last precedes it, as
/// 32 bits in little endian; a length beyond the input is cut to its end.
struct Input {
  enum { Words, Map, Gmon, Program, NumParts };
  std::array<llvm::StringRef, NumParts> Parts;

  Input(const uint8_t *Data, size_t Size);

  /// Writes the input to \p Data and returns its size, at most \p MaxSize.
  size_t store(uint8_t *Data, size_t MaxSize) const;

  /// The lines of the part Words, each cut at its first zero.
  std::vector<std::string> words() const;
};

/// An unnamed file in memory, whose contents can be replaced.
class MemoryFile {
public:
  MemoryFile();
  std::string path() const { return "/proc/self/fd/" + std::to_string(FD); }
  void set(llvm::StringRef Bytes) const;

private:
  int FD;
};

/// Makes the paths of \p In refer to its files.
std::array<std::string, Input::NumParts> storeFiles(const Input &In);

} // namespace gmon

#endif // GMON_TEST_FUZZ_PARTS_H
