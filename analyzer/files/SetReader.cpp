//===-- SetReader.cpp - Reads sets of profiles ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the file finds the segments and verifies them; sorting by image
// finds the last one of each.
//
//===----------------------------------------------------------------------===//

#include "files/SetReader.h"
#include "files/FileNames.h"
#include "support/Errors.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Path.h"
#include <sys/file.h>

using namespace gmon;
using namespace llvm;
using support::endian::read32le;
using support::endian::read64le;

static constexpr StringLiteral Cookie = GMON_SEGMENT_COOKIE;

namespace {

class SegmentFinder {
public:
  SegmentFinder(FileBytes &Bytes, ProfileSet &Set) : Bytes(Bytes), Set(Set) {}

  void find() {
    uint64_t DamagedEnd = UINT64_MAX;
    for (uint64_t Offset = 0; Offset < Bytes.size();) {
      if (const uint64_t Size = readSegment(Offset)) {
        Offset += Size;
        Rest.End = Offset;
        continue;
      }
      // A segment that is cut off may contain a cookie in its members.
      Rest.Damaged += Offset != DamagedEnd;
      DamagedEnd = nextCookie(Offset);
      Rest.DamagedBytes += DamagedEnd - Offset;
      Offset = DamagedEnd;
    }
    keepLast();
    Set.setSegments(std::move(Segments), Rest);
  }

private:
  /// Adds the segment at \p Offset and returns its size; 0 if there is no good
  /// one.
  uint64_t readSegment(uint64_t Offset) {
    StringRef Head = Bytes.read(Offset, GMON_SEGMENT_HEAD_SIZE);
    if (Head.size() < GMON_SEGMENT_HEAD_SIZE || !Head.starts_with(Cookie) ||
        read32le(Head.data() + 8) != GMON_SEGMENT_VERSION)
      return 0;
    const uint32_t State = read32le(Head.data() + GMON_SEGMENT_STATE_OFFSET);
    const uint32_t HeadCheck = read32le(Head.data() + 16);
    const uint32_t HeadSize = read32le(Head.data() + 20);
    const uint32_t Checksum = read32le(Head.data() + 32);
    if (HeadSize < GMON_SEGMENT_HEAD_SIZE || HeadSize % 8 ||
        HeadSize > MostHeadBytes)
      return 0;
    Head = Bytes.read(Offset, HeadSize);
    if (Head.size() < HeadSize ||
        crc32(arrayRefFromStringRef(
            Head.drop_front(GMON_SEGMENT_CHECKED_OFFSET))) != HeadCheck)
      return 0;
    SegmentHead Found;
    decodeHead(Head, Found);
    Found.Offset = Offset;
    if (Found.Size % 8 || Found.Size < HeadSize ||
        Found.Size > Bytes.size() - Offset || !readTexts(Head, Found))
      return 0;
    if (State == GMON_SEGMENT_DROPPED) {
      ++Rest.Superseded;
      Rest.SupersededBytes += Found.Size;
      return Found.Size;
    }
    if (State != GMON_SEGMENT_VALID ||
        Bytes.checksum(Offset + HeadSize, Offset + Found.Size) != Checksum)
      return 0;
    Versions.push_back(
        {{Found.Image, Found.Number, uint32_t(Segments.size())}, Found.Size});
    Segments.push_back(Found);
    return Found.Size;
  }

  /// Takes the texts of \p Head.
  bool readTexts(StringRef Head, Segment &S) {
    StringRef Texts = Head.drop_front(GMON_SEGMENT_HEAD_SIZE);
    auto Take = [&](unsigned SizeOffset, const Segment::Text *&Text) {
      const uint32_t Size = read32le(Head.data() + SizeOffset);
      if (Size > Texts.size())
        return false;
      Text = Set.save(Texts.take_front(Size));
      Texts = Texts.drop_front(Size);
      return true;
    };
    return Take(88, S.Host) && Take(92, S.Program) && Take(96, S.Label);
  }

  /// Returns the offset of the first cookie behind \p Offset, or the end.
  uint64_t nextCookie(uint64_t Offset) {
    for (++Offset; (Offset = Bytes.dataFrom(Offset)) < Bytes.size();) {
      const StringRef Part = Bytes.read(Offset, FileBytes::PartSize);
      const size_t Found = Part.find(Cookie);
      if (Found != StringRef::npos)
        return Offset + Found;
      if (Part.size() <= Cookie.size() || Offset + Part.size() >= Bytes.size())
        break;
      Offset += Part.size() - Cookie.size() + 1;
    }
    return Bytes.size();
  }

  /// Drops segments that are not the last of their image.
  void keepLast() {
    BitVector IsLast(Segments.size(), true);
    forEachSuperseded(Versions, [&](const Version &V, const Version &) {
      ++Rest.Superseded;
      Rest.SupersededBytes += V.Size;
      IsLast.reset(V.Index);
    });
    std::vector<Version>().swap(Versions);
    size_t I = 0;
    llvm::erase_if(Segments, [&](const Segment &) { return !IsLast[I++]; });
  }

  /// The greatest size of a head: a name of a file has 4,096 bytes at most.
  static constexpr uint32_t MostHeadBytes = 1 << 16;

  struct Version : SegmentVersion {
    uint64_t Size;
  };

  FileBytes &Bytes;
  ProfileSet &Set;
  std::vector<Segment> Segments;
  std::vector<Version> Versions; ///< of Segments
  ProfileSet::Unused Rest;
};

} // namespace

bool gmon::beginsAsSet(StringRef Name) {
  char Bytes[GMON_SEGMENT_COOKIE_SIZE];
  return startOfFile(Name, Bytes) == Cookie;
}

bool gmon::isSet(StringRef Name) {
  char Bytes[GMON_SEGMENT_COOKIE_SIZE];
  const StringRef Start = startOfFile(Name, Bytes);
  if (Start == Cookie)
    return true;
  // It is empty, or the first segment is damaged. A process that was killed may
  // leave an empty set of its own, "NAME.set.PID".
  return !Start.starts_with(GMON_COOKIE) &&
         (isNameOfSet(Name) ||
          (Start.empty() && isNameOfSet(Name.rsplit('.').first))) &&
         sys::fs::is_regular_file(Name);
}

bool gmon::isNameOfSet(StringRef Name) {
  return sys::path::extension(Name) == sys::path::extension(GMON_SET_NAME);
}

void gmon::readSegments(FileBytes &Bytes, ProfileSet &Set) {
  SegmentFinder(Bytes, Set).find();
}

static Error cannotRead(StringRef Path, std::error_code Code) {
  return makeFileError(Path, "cannot read: " + Code.message());
}

Expected<std::shared_ptr<ProfileSet>> gmon::readSet(StringRef Path,
                                                    sys::fs::file_t File) {
  sys::fs::file_status Status;
  const std::error_code Code = sys::fs::status(File, Status);
  auto Set = std::make_shared<ProfileSet>(Path, File, Status.getSize());
  if (Code)
    return cannotRead(Path, Code);
  SmallVector<char, 0> Buffer;
  std::unique_ptr<FileBytes> Bytes =
      FileBytes::ofSet(Set, 0, Set->size(), Buffer);
  readSegments(*Bytes, *Set);
  if (Error E = Bytes->takeError())
    return cannotRead(Path, errorToErrorCode(std::move(E)));
  return Set;
}

Expected<std::shared_ptr<const ProfileSet>> gmon::openSet(StringRef Path) {
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File)
    return cannotRead(Path, errorToErrorCode(File.takeError()));
  // No process drops a segment meanwhile; a replaced file stays as it is.
  (void)::flock(*File, LOCK_SH | LOCK_NB);
  Expected<std::shared_ptr<ProfileSet>> Set = readSet(Path, *File);
  if (!Set)
    return Set.takeError();
  registerSet(*Set);
  return std::move(*Set);
}
