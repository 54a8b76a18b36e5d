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
// segment, by which FileBytes opens it. So a member stands wherever a file
// does.
//
// Heads are in memory, members are not. All functions may be called by several
// threads at a time.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_PROFILESET_H
#define GMON_ANALYZER_FILES_PROFILESET_H

#include "gmon/format.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/StringSaver.h"
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gmon {

using SegmentImage = std::array<uint8_t, GMON_IMAGE_SIZE>;

/// The head of a segment. Its fields are those of gmon/format.h.
struct Segment {
  uint64_t Offset = 0; ///< in the set
  uint64_t Size = 0;   ///< with the members
  uint32_t HeadSize = 0;
  uint32_t Rank = GMON_NO_RANK;
  SegmentImage Image = {};
  uint32_t Number = 0;
  uint32_t Process = 0;
  uint64_t Start = 0, End = 0; ///< nanoseconds since 1970
  uint32_t Ending = GMON_ENDED;
  uint32_t Signal = 0;
  uint32_t Processes = 1;
  llvm::StringRef Host, Program, Label;
};

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
  };

  ProfileSet(llvm::StringRef Path, llvm::sys::fs::file_t File)
      : Path(Path.str()), File(File) {}
  ProfileSet(const ProfileSet &) = delete;
  ProfileSet &operator=(const ProfileSet &) = delete;
  ~ProfileSet();

  const std::string &path() const { return Path; }
  llvm::sys::fs::file_t file() const { return File; }
  /// The segments that count, by offset.
  llvm::ArrayRef<Segment> segments() const { return Segments; }
  const Unused &unused() const { return Rest; }

  /// Returns the name of the file \p Member of \p Of, such as "gmon.out".
  std::string nameOf(const Segment &Of, llvm::StringRef Member) const;
  /// Returns the members of \p Of; none if the file has changed meanwhile.
  std::vector<SegmentMember> membersOf(const Segment &Of) const;

  /// Makes room for the text of a head, once for equal ones.
  llvm::StringRef save(llvm::StringRef Text) { return Texts.save(Text); }
  void setSegments(std::vector<Segment> All, Unused Others);

private:
  std::string Path;
  llvm::sys::fs::file_t File;
  std::vector<Segment> Segments;
  Unused Rest;
  llvm::BumpPtrAllocator Allocator;
  llvm::UniqueStringSaver Texts{Allocator};
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

/// Returns the set that the \p Name of a member, known or not, is about, or "".
llvm::StringRef setOfMember(llvm::StringRef Name);

/// Returns the member \p Name, if there is one.
std::optional<SegmentMember> memberAt(const MemberPlace &Place);

} // namespace gmon

#endif // GMON_ANALYZER_FILES_PROFILESET_H
