//===-- NameList.cpp - Names of many files --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "files/NameList.h"
#include "files/ProfileSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

void NameList::push_back(StringRef Name) {
  StringRef Set, File;
  uint64_t Offset;
  // Other spellings of an offset are those of other files.
  if (splitMemberName(Name, Set, Offset, File) && Offset >> OffsetBits == 0 &&
      Name.size() == Set.size() + utostr(Offset).size() + File.size() + 2) {
    Family Key(Set, File);
    const uint64_t Number =
        !Families.empty() && Families.back().first == Key
            ? Families.size() - 1
            : Families.try_emplace(std::move(Key)).first - Families.begin();
    if (Number < NoFamily) {
      Entries.push_back(Number << OffsetBits | Offset);
      return;
    }
  }
  Entries.push_back(NoFamily << OffsetBits | Others.size());
  Others.push_back(Name.str());
}

std::string NameList::operator[](size_t I) const {
  const uint64_t Number = Entries[I] >> OffsetBits;
  const uint64_t Rest = Entries[I] & maskTrailingOnes<uint64_t>(OffsetBits);
  if (Number == NoFamily)
    return Others[Rest];
  const auto &[Set, File] = Families.begin()[Number].first;
  return nameOfMember(Set, Rest, File);
}
