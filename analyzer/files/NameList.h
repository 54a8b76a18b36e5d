//===-- NameList.h - Names of many files ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of file names in which the name of a member of a set, such as
// "gmon.set#4096/gmon.out", takes eight bytes: a set may have very many.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_NAMELIST_H
#define GMON_ANALYZER_FILES_NAMELIST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace gmon {

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

#endif // GMON_ANALYZER_FILES_NAMELIST_H
