//===-- ProfileSet.h - A set of profiles ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The segments of a set that count, and their members: files inside of a file.
// A member has a name like "gmon.set#4096/gmon.out", with the offset of its
// segment, by which FileBytes opens it. So a member stands for a file.
//
// What choices ask of segments is in memory; the rest of a head, and members,
// are read when they are needed. Several threads may call all functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_PROFILESET_H
#define GMON_ANALYZER_FILES_PROFILESET_H

#include "gmon/format.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <array>
#include <memory>
#include <tuple>

namespace gmon {

using SegmentImage = std::array<uint8_t, GMON_IMAGE_SIZE>;

/// Texts of heads, each once.
using SegmentTexts = llvm::StringSet<llvm::BumpPtrAllocator>;

/// What choices and groups ask of a segment. There may be very many.
struct Segment {
  using Text = SegmentTexts::MapEntryTy;

  uint64_t Offset = 0; ///< in the set
  uint64_t Start = 0;  ///< nanoseconds since 1970
  /// Null is an empty text.
  const Text *Host = nullptr, *Program = nullptr, *Label = nullptr;
  uint32_t Rank = GMON_NO_RANK;
  uint32_t Process = 0;
  uint32_t Processes = 1;
  uint32_t Ending = GMON_ENDED;
  /// A number of the run of a program: segments of one process that differ in
  /// their labels have the same.
  uint32_t Run = 0;

  llvm::StringRef host() const { return textOf(Host); }
  llvm::StringRef program() const { return textOf(Program); }
  llvm::StringRef label() const { return textOf(Label); }

  /// Whether some of its processes went on under another label.
  bool hasGoneOn() const {
    return Ending == GMON_ENDED_BY_LABEL || (Ending & GMON_SOME_WENT_ON);
  }
  /// Whether the segment and \p Other are those of one process number.
  bool isOfProcessOf(const Segment &Other) const {
    return Process == Other.Process && host() == Other.host() &&
           Processes == 1 && Other.Processes == 1;
  }

private:
  static llvm::StringRef textOf(const Text *Found) {
    return Found ? Found->getKey() : llvm::StringRef();
  }
};
static_assert(sizeof(Segment) <= 64);

/// The whole head of a segment. Its fields are those of gmon/format.h.
struct SegmentHead : Segment {
  uint64_t Size = 0; ///< with the members
  uint32_t HeadSize = 0;
  SegmentImage Image = {};
  uint32_t Number = 0;
  uint64_t End = 0; ///< nanoseconds since 1970
  uint32_t Signal = 0;

  /// Returns the nanoseconds that the process took; of several, their sum.
  uint64_t elapsed() const { return End > Start ? End - Start : 0; }
};

/// Takes the fields of \p Head, of GMON_SEGMENT_HEAD_SIZE bytes, but for texts.
void decodeHead(llvm::StringRef Head, SegmentHead &Result);

/// What determines which segment of an image counts: the last one.
struct SegmentVersion {
  SegmentImage Image;
  uint32_t Number;
  uint32_t
      Index; ///< of segments with the same number, the greater one is later

  bool operator<(const SegmentVersion &Other) const {
    return std::tie(Image, Number, Index) <
           std::tie(Other.Image, Other.Number, Other.Index);
  }
};

/// Sorts \p Versions. Calls Visit(Each, Last) for all but each image's last.
template <class Version, class VisitFn>
void forEachSuperseded(std::vector<Version> &Versions, VisitFn Visit) {
  llvm::sort(Versions);
  const Version *Last = nullptr;
  for (const Version &V : llvm::reverse(Versions)) {
    if (!Last || Last->Image != V.Image)
      Last = &V;
    else
      Visit(V, *Last);
  }
}

/// A file in a segment.
struct SegmentMember {
  gmon_member_kind Kind = GMON_MEMBER_PROFILE;
  std::string Series, Library;
  uint64_t Offset = 0; ///< in the set
  uint64_t Size = 0;

  /// Its name as a file: "gmon.out.SERIES.LIBRARY".
  std::string name() const;
};

class ProfileSet {
public:
  /// How much of the file is not used.
  struct Unused {
    uint64_t Damaged = 0, DamagedBytes = 0;
    /// Segments that are dropped or not the last of their image.
    uint64_t Superseded = 0, SupersededBytes = 0;
    /// Where the last whole segment ends.
    uint64_t End = 0;
  };

  ProfileSet(llvm::StringRef Path, llvm::sys::fs::file_t File,
             uint64_t Size = 0)
      : Path(Path.str()), File(File), Size(Size) {}
  ProfileSet(const ProfileSet &) = delete;
  ProfileSet &operator=(const ProfileSet &) = delete;
  ~ProfileSet();

  const std::string &path() const { return Path; }
  llvm::sys::fs::file_t file() const { return File; }
  /// The size of the file when it was read.
  uint64_t size() const { return Size; }
  /// The segments that count, by offset.
  llvm::ArrayRef<Segment> segments() const { return Segments; }
  const Unused &unused() const { return Rest; }

  /// Returns the name of the file \p Member of \p S, such as "gmon.out".
  std::string nameOf(const Segment &S, llvm::StringRef Member) const;
  /// Returns the head of \p S. Fails if the file has changed meanwhile.
  llvm::Expected<SegmentHead> headOf(const Segment &S) const;
  /// Returns the members of \p S; none if the file has changed meanwhile.
  std::vector<SegmentMember> membersOf(const Segment &S) const;

  /// Keeps the text of a head, once for equal ones.
  const Segment::Text *save(llvm::StringRef Text) {
    return &*Texts.insert(Text).first;
  }
  /// Takes the segments that count, by offset, and numbers the runs.
  void setSegments(std::vector<Segment> All, Unused Others);

private:
  std::string Path;
  llvm::sys::fs::file_t File;
  uint64_t Size;
  std::vector<Segment> Segments;
  Unused Rest;
  SegmentTexts Texts;
};

/// From now on, names of members of \p Set are known, and those of an earlier
/// set of the same path refer to this one.
void registerSet(std::shared_ptr<const ProfileSet> Set);

/// Lets processes drop segments of the sets that are known, and other commands
/// replace these: nothing is read any more.
void unlockSets();

/// A place in an open file.
struct MemberPlace {
  std::shared_ptr<const ProfileSet> Set; ///< keeps the file open
  const Segment *Of = nullptr;
  llvm::StringRef File; ///< "gmon.out", a part of the name
};

/// Returns the set and the segment that \p Name, that of a member, refers to.
std::optional<MemberPlace> placeOf(llvm::StringRef Name);

/// Splits \p Name, that of a member, known or not, into the set, the segment's
/// offset and the file. Returns false if it is none.
bool splitMemberName(llvm::StringRef Name, llvm::StringRef &Set,
                     uint64_t &Offset, llvm::StringRef &File);

/// Returns the name of the member \p File: "gmon.set#4096/gmon.out".
std::string nameOfMember(llvm::StringRef Set, uint64_t Offset,
                         llvm::StringRef File);

/// Returns the set that the \p Name of a member, known or not, is about, or "".
llvm::StringRef setOfMember(llvm::StringRef Name);

/// Whether one run wrote \p A and \p B, by two labels or copies of a library.
bool areOfOneRun(llvm::StringRef A, llvm::StringRef B);

/// Whether \p A and \p B are different members that one process wrote at once.
bool areOfOneSegment(llvm::StringRef A, llvm::StringRef B);

/// Returns the member \p Name, if there is one.
std::optional<SegmentMember> memberAt(const MemberPlace &Place);

} // namespace gmon

#endif // GMON_ANALYZER_FILES_PROFILESET_H
