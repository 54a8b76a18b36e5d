//===-- FileNames.h - Names of files and of members of sets -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about files, as LLVM's functions of these names, and also for
// members of sets such as "gmon.set#4096/gmon.out"; and a list of names in
// which such a name takes eight bytes: a set may have very many.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_FILENAMES_H
#define GMON_ANALYZER_FILES_FILENAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gmon {

/// Whether \p Name is a member of a set, or leads to a regular file.
bool isRegularFile(llvm::StringRef Name);

/// Returns the size of the regular file \p Name; nothing if it is none.
std::optional<uint64_t> sizeOfFile(llvm::StringRef Name);

/// Returns the first bytes of the regular file \p Name, which it stores in \p
/// Bytes; none if it cannot be read.
llvm::StringRef startOfFile(llvm::StringRef Name,
                            llvm::MutableArrayRef<char> Bytes);

/// Whether \p Name is an ELF file. Reads regular files only: reading a pipe
/// would consume it, and a device may be endless.
bool isProgram(llvm::StringRef Name);

/// Whether \p File is named as source code is. A header of the standard library
/// has no suffix.
bool isNamedAsSource(llvm::StringRef File);

/// Returns the names of the files beside \p Name, in its folder or segment.
std::vector<std::string> namesBeside(llvm::StringRef Name);

/// Returns \p Name, or the set if that is the name of a member.
llvm::StringRef containerOf(llvm::StringRef Name);

class NameList {
public:
  NameList() = default;
  explicit NameList(llvm::ArrayRef<std::string> Names) { append(Names); }

  void push_back(llvm::StringRef Name);
  template <class Range> void append(const Range &Names) {
    for (const std::string &Name : Names)
      push_back(Name);
  }
  size_t size() const { return Entries.size(); }
  bool empty() const { return Entries.empty(); }
  std::string operator[](size_t I) const;
  std::string front() const { return (*this)[0]; }

  /// Returns the names, by value, in their order.
  auto names() const {
    return llvm::map_range(llvm::seq<size_t>(0, size()),
                           [this](size_t I) { return (*this)[I]; });
  }
  auto begin() const { return names().begin(); }
  auto end() const { return names().end(); }

private:
  /// What members of one name have in common: the set and the file.
  using Family = std::pair<std::string, std::string>;

  static constexpr unsigned OffsetBits = 48;
  static constexpr uint64_t NoFamily = UINT16_MAX;
  /// Each is the number of a family and, in the low bits, the segment's offset;
  /// or NoFamily and an index of Others.
  std::vector<uint64_t> Entries;
  llvm::MapVector<Family, char, std::map<Family, unsigned>> Families;
  std::vector<std::string> Others;
};

} // namespace gmon

#endif // GMON_ANALYZER_FILES_FILENAMES_H
