//===-- FileNames.cpp - Names of files and of members of sets -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks LLVM about files, and ProfileSet about members.
//
//===----------------------------------------------------------------------===//

#include "files/FileNames.h"
#include "files/ProfileSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

bool gmon::isRegularFile(StringRef Name) {
  if (std::optional<MemberPlace> Place = placeOf(Name))
    return memberAt(*Place).has_value();
  return sys::fs::is_regular_file(Name);
}

bool gmon::isProgram(StringRef Name) {
  file_magic Magic;
  return sys::fs::is_regular_file(Name) && !identify_magic(Name, Magic) &&
         Magic >= file_magic::elf && Magic <= file_magic::elf_core;
}

bool gmon::isNamedAsSource(StringRef File) {
  static constexpr StringLiteral Suffixes[] = {
      "adb", "c",   "c++", "cc",  "cp", "cpp",   "cu",  "cxx", "d",   "def",
      "f",   "f90", "h",   "h++", "hh", "hpp",   "hxx", "inc", "inl", "ipp",
      "ixx", "m",   "mm",  "rs",  "s",  "swift", "tcc", "tpp", "zig"};
  StringRef Suffix = sys::path::extension(File);
  return Suffix.empty() ? File.contains("/include/")
                        : is_contained(Suffixes, Suffix.drop_front().lower());
}

std::optional<uint64_t> gmon::sizeOfFile(StringRef Name) {
  if (std::optional<MemberPlace> Place = placeOf(Name)) {
    std::optional<SegmentMember> Member = memberAt(*Place);
    return Member ? std::optional(Member->Size) : std::nullopt;
  }
  uint64_t Size = 0;
  if (!sys::fs::is_regular_file(Name) || sys::fs::file_size(Name, Size))
    return std::nullopt;
  return Size;
}

/// Drops the error of \p Read.
static size_t sizeOf(Expected<size_t> Read) {
  if (Read)
    return *Read;
  consumeError(Read.takeError());
  return 0;
}

StringRef gmon::startOfFile(StringRef Name, MutableArrayRef<char> Bytes) {
  if (std::optional<MemberPlace> Place = placeOf(Name)) {
    std::optional<SegmentMember> Member = memberAt(*Place);
    if (!Member)
      return "";
    Bytes = Bytes.take_front(Member->Size);
    return StringRef(Bytes.data(),
                     sizeOf(sys::fs::readNativeFileSlice(
                         Place->Set->file(), Bytes, Member->Offset)));
  }
  if (!sys::fs::is_regular_file(Name))
    return "";
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Name);
  if (errorToBool(File.takeError()))
    return "";
  const size_t Size = sizeOf(sys::fs::readNativeFile(*File, Bytes));
  (void)sys::fs::closeFile(*File);
  return StringRef(Bytes.data(), Size);
}

std::vector<std::string> gmon::namesBeside(StringRef Name) {
  std::vector<std::string> Names;
  if (std::optional<MemberPlace> Place = placeOf(Name)) {
    for (const SegmentMember &Member : Place->Set->membersOf(*Place->Of))
      Names.push_back(Member.name());
    return Names;
  }
  StringRef Folder = sys::path::parent_path(Name);
  std::error_code Code;
  for (sys::fs::directory_iterator Next(Folder.empty() ? "." : Folder, Code),
       End;
       !Code && Next != End; Next.increment(Code))
    Names.push_back(sys::path::filename(Next->path()).str());
  return Names;
}

StringRef gmon::containerOf(StringRef Name) {
  return placeOf(Name) ? setOfMember(Name) : Name;
}

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
