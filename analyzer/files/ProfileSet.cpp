//===-- ProfileSet.cpp - A set of profiles --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Members are looked up in the file each time: a set may have very many.
//
//===----------------------------------------------------------------------===//

#include "files/ProfileSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <mutex>
#include <sys/file.h>

using namespace gmon;
using namespace llvm;
using support::endian::read32le;
using support::endian::read64le;

std::string SegmentMember::name() const {
  std::string Name = Kind == GMON_MEMBER_STACKS ? GMON_STACKS_PREFIX : "";
  Name += "gmon.out";
  for (const std::string *Part : {&Series, &Library})
    if (!Part->empty())
      Name += "." + *Part;
  return Name;
}

ProfileSet::~ProfileSet() {
  if (File != sys::fs::kInvalidFile)
    (void)sys::fs::closeFile(File);
}

std::string ProfileSet::nameOf(const Segment &Of, StringRef Member) const {
  return (Path + "#" + Twine(Of.Offset) + "/" + Member).str();
}

void ProfileSet::setSegments(std::vector<Segment> All, Unused Others) {
  Segments = std::move(All);
  Rest = Others;
}

/// Whether \p Text can be a part of a file's name.
static bool isNamePart(StringRef Text) {
  return Text.find_first_of(StringRef("/\0", 2)) == StringRef::npos;
}

std::vector<SegmentMember> ProfileSet::membersOf(const Segment &Of) const {
  std::vector<SegmentMember> Members;
  SmallVector<char, 512> Head;
  const uint64_t End = Of.Offset + Of.Size;
  for (uint64_t At = Of.Offset + Of.HeadSize; At < End;) {
    const uint64_t Room = End - At;
    uint64_t Wanted = GMON_MEMBER_SIZE + 64; // most names are short
    SegmentMember Member;
    while (true) {
      Head.resize_for_overwrite(std::min(Wanted, Room));
      Expected<size_t> Read = sys::fs::readNativeFileSlice(File, Head, At);
      if (!Read) {
        consumeError(Read.takeError());
        return {};
      }
      if (*Read < Head.size() || *Read < GMON_MEMBER_SIZE)
        return {};
      const uint64_t SeriesSize = read32le(Head.data() + 4);
      const uint64_t LibrarySize = read32le(Head.data() + 8);
      const uint64_t Size = GMON_MEMBER_SIZE + SeriesSize + LibrarySize;
      if (Size > Room)
        return {};
      if (Size > Head.size()) {
        Wanted = Size;
        continue;
      }
      const StringRef Texts(Head.data() + GMON_MEMBER_SIZE,
                            SeriesSize + LibrarySize);
      const uint32_t Kind = read32le(Head.data());
      Member.Kind = gmon_member_kind(Kind);
      Member.Series = Texts.take_front(SeriesSize).str();
      Member.Library = Texts.drop_front(SeriesSize).str();
      Member.Offset = At + alignTo(Size, 8);
      Member.Size = read64le(Head.data() + 16);
      break;
    }
    if (Member.Offset > End || Member.Size > End - Member.Offset ||
        !isNamePart(Member.Series) || !isNamePart(Member.Library))
      return {};
    At = Member.Offset + alignTo(Member.Size, 8);
    // Later versions may have other kinds.
    if (Member.Kind == GMON_MEMBER_PROFILE || Member.Kind == GMON_MEMBER_STACKS)
      Members.push_back(std::move(Member));
  }
  return Members;
}

namespace {

struct OpenSets {
  std::mutex Mutex;
  StringMap<std::shared_ptr<const ProfileSet>> ByPath;
};

} // namespace

static OpenSets &openSets() {
  static OpenSets Sets;
  return Sets;
}

void gmon::registerSet(std::shared_ptr<const ProfileSet> Set) {
  OpenSets &Sets = openSets();
  const std::scoped_lock Lock(Sets.Mutex);
  Sets.ByPath[Set->path()] = std::move(Set);
}

void gmon::unlockSets() {
  OpenSets &Sets = openSets();
  const std::scoped_lock Lock(Sets.Mutex);
  for (const auto &Each : Sets.ByPath)
    (void)::flock(Each.second->file(), LOCK_UN);
}

/// Splits \p Name, that of a member, into the set, the offset and the file.
static bool splitName(StringRef Name, StringRef &Set, uint64_t &Offset,
                      StringRef &File) {
  StringRef Front;
  std::tie(Front, File) = Name.rsplit('/');
  StringRef Digits;
  std::tie(Set, Digits) = Front.rsplit('#');
  return !File.empty() && !Set.empty() && !Digits.getAsInteger(10, Offset);
}

StringRef gmon::setOfMember(StringRef Name) {
  StringRef Set, File;
  uint64_t Offset;
  return splitName(Name, Set, Offset, File) ? Set : "";
}

std::optional<MemberPlace> gmon::placeOf(StringRef Name) {
  StringRef Path;
  MemberPlace Place;
  uint64_t Offset;
  if (!splitName(Name, Path, Offset, Place.File))
    return std::nullopt;
  {
    OpenSets &Sets = openSets();
    const std::scoped_lock Lock(Sets.Mutex);
    auto It = Sets.ByPath.find(Path);
    if (It == Sets.ByPath.end())
      return std::nullopt;
    Place.Set = It->second;
  }
  ArrayRef<Segment> All = Place.Set->segments();
  const auto *Found = partition_point(
      All, [&](const Segment &Each) { return Each.Offset < Offset; });
  if (Found == All.end() || Found->Offset != Offset)
    return std::nullopt;
  Place.Of = Found;
  return Place;
}

std::optional<SegmentMember> gmon::memberAt(const MemberPlace &Place) {
  for (SegmentMember &Member : Place.Set->membersOf(*Place.Of))
    if (Member.name() == Place.File)
      return std::move(Member);
  return std::nullopt;
}
