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
#include "support/Errors.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <mutex>
#include <numeric>
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

std::string ProfileSet::nameOf(const Segment &S, StringRef Member) const {
  return nameOfMember(Path, S.Offset, Member);
}

/// Whether the process of \p A goes on in \p B, with another label.
static bool goesOn(const Segment &A, const Segment &B) {
  return A.hasGoneOn() && A.isOfProcessOf(B) && A.Program == B.Program;
}

void ProfileSet::setSegments(std::vector<Segment> All, Unused Others) {
  Segments = std::move(All);
  Rest = Others;
  std::vector<uint32_t> Order(Segments.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return std::tie(Segments[A].Process, Segments[A].Host, Segments[A].Start) <
           std::tie(Segments[B].Process, Segments[B].Host, Segments[B].Start);
  });
  const Segment *Last = nullptr;
  for (uint32_t I : Order) {
    Segment &S = Segments[I];
    S.Run = Last && goesOn(*Last, S) ? Last->Run : I;
    Last = &S;
  }
}

void gmon::decodeHead(StringRef Head, SegmentHead &Result) {
  const char *Field = Head.data();
  Result.HeadSize = read32le(Field + 20);
  Result.Size = read64le(Field + 24);
  Result.Rank = read32le(Field + 36);
  std::copy_n(Field + 40, GMON_IMAGE_SIZE, Result.Image.begin());
  Result.Number = read32le(Field + 56);
  Result.Process = read32le(Field + 60);
  Result.Start = read64le(Field + 64);
  Result.End = read64le(Field + 72);
  Result.Ending = read32le(Field + 80);
  Result.Signal = read32le(Field + 84);
  Result.Processes = read32le(Field + 100);
}

namespace {

/// Reads the bytes of a segment from the front.
class SegmentBytes {
public:
  SegmentBytes(sys::fs::file_t File, const Segment &S)
      : File(File), Start(S.Offset) {}

  /// Returns \p Wanted bytes from \p Offset on, an offset in the set; fewer if
  /// the file is shorter or cannot be read.
  StringRef read(uint64_t Offset, uint64_t Wanted) {
    if (Offset < Start || Offset + Wanted > Start + Bytes.size()) {
      Start = Offset;
      Bytes.resize_for_overwrite(std::max<uint64_t>(Wanted, Usual));
      Expected<size_t> Size = sys::fs::readNativeFileSlice(File, Bytes, Start);
      Bytes.truncate(Size ? *Size : 0);
      if (!Size)
        consumeError(Size.takeError());
    }
    return toStringRef(Bytes).substr(Offset - Start, Wanted);
  }

private:
  static constexpr size_t Usual = 512; ///< a head, and that of a member

  sys::fs::file_t File;
  uint64_t Start;
  SmallVector<char, Usual> Bytes;
};

} // namespace

/// Reads the head of \p S. Returns false if the file has changed.
static bool readHead(SegmentBytes &Bytes, const Segment &S,
                     SegmentHead &Result) {
  const StringRef Head = Bytes.read(S.Offset, GMON_SEGMENT_HEAD_SIZE);
  if (Head.size() < GMON_SEGMENT_HEAD_SIZE ||
      !Head.starts_with(GMON_SEGMENT_COOKIE))
    return false;
  static_cast<Segment &>(Result) = S;
  decodeHead(Head, Result);
  return Result.Start == S.Start && Result.Process == S.Process &&
         Result.HeadSize <= Result.Size;
}

Expected<SegmentHead> ProfileSet::headOf(const Segment &S) const {
  SegmentBytes Bytes(File, S);
  SegmentHead Head;
  if (!readHead(Bytes, S, Head))
    return makeFileError(Path, "it changed while it was read");
  return Head;
}

/// Whether \p Text can be a part of a file's name.
static bool isNamePart(StringRef Text) {
  return Text.find_first_of(StringRef("/\0", 2)) == StringRef::npos;
}

std::vector<SegmentMember> ProfileSet::membersOf(const Segment &S) const {
  std::vector<SegmentMember> Members;
  SegmentBytes Bytes(File, S);
  SegmentHead Head;
  if (!readHead(Bytes, S, Head))
    return {};
  const uint64_t End = S.Offset + Head.Size;
  for (uint64_t Offset = S.Offset + Head.HeadSize; Offset < End;) {
    StringRef Fixed = Bytes.read(Offset, GMON_MEMBER_SIZE);
    if (Fixed.size() < GMON_MEMBER_SIZE)
      return {};
    SegmentMember Member;
    Member.Kind = gmon_member_kind(read32le(Fixed.data()));
    const uint64_t SeriesSize = read32le(Fixed.data() + 4);
    const uint64_t TextSize = SeriesSize + read32le(Fixed.data() + 8);
    Member.Size = read64le(Fixed.data() + 16);
    Member.Offset = Offset + alignTo(GMON_MEMBER_SIZE + TextSize, 8);
    if (Member.Offset > End || Member.Size > End - Member.Offset)
      return {};
    const StringRef Texts = Bytes.read(Offset + GMON_MEMBER_SIZE, TextSize);
    if (Texts.size() < TextSize || !isNamePart(Texts))
      return {};
    Member.Series = Texts.take_front(SeriesSize).str();
    Member.Library = Texts.drop_front(SeriesSize).str();
    Offset = Member.Offset + alignTo(Member.Size, 8);
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
  for (const auto &Known : Sets.ByPath)
    (void)::flock(Known.second->file(), LOCK_UN);
}

bool gmon::splitMemberName(StringRef Name, StringRef &Set, uint64_t &Offset,
                           StringRef &File) {
  StringRef Front;
  std::tie(Front, File) = Name.rsplit('/');
  StringRef Digits;
  std::tie(Set, Digits) = Front.rsplit('#');
  return !File.empty() && !Set.empty() && !Digits.getAsInteger(10, Offset);
}

std::string gmon::nameOfMember(StringRef Set, uint64_t Offset, StringRef File) {
  return (Set + "#" + Twine(Offset) + "/" + File).str();
}

StringRef gmon::setOfMember(StringRef Name) {
  StringRef Set, File;
  uint64_t Offset;
  return splitMemberName(Name, Set, Offset, File) ? Set : "";
}

std::optional<MemberPlace> gmon::placeOf(StringRef Name) {
  StringRef Path;
  MemberPlace Place;
  uint64_t Offset;
  if (!splitMemberName(Name, Path, Offset, Place.File))
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
  const auto *Found =
      partition_point(All, [&](const Segment &S) { return S.Offset < Offset; });
  if (Found == All.end() || Found->Offset != Offset)
    return std::nullopt;
  Place.Of = Found;
  return Place;
}

bool gmon::areOfOneRun(StringRef A, StringRef B) {
  const std::optional<MemberPlace> First = placeOf(A), Second = placeOf(B);
  return First && Second && First->Set == Second->Set &&
         First->Of->Run == Second->Of->Run &&
         (First->Of != Second->Of || First->File != Second->File);
}

bool gmon::areOfOneSegment(StringRef A, StringRef B) {
  const std::optional<MemberPlace> First = placeOf(A), Second = placeOf(B);
  return First && Second && First->Set == Second->Set &&
         First->Of == Second->Of && First->File != Second->File;
}

std::optional<SegmentMember> gmon::memberAt(const MemberPlace &Place) {
  for (SegmentMember &Member : Place.Set->membersOf(*Place.Of))
    if (Member.name() == Place.File)
      return std::move(Member);
  return std::nullopt;
}
