//===-- SetWriter.cpp - Writes sets of profiles ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "files/SetWriter.h"
#include "files/FileBytes.h"
#include "files/FileNames.h"
#include "files/SetReader.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/MathExtras.h"
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace gmon;
using namespace llvm;

namespace {

/// Numbers and texts of a segment.
class Encoder {
public:
  explicit Encoder(std::string &Text) : OS(Text), Out(OS, endianness::little) {}

  void number32(uint32_t Value) { Out.write(Value); }
  void number64(uint64_t Value) { Out.write(Value); }
  void text(StringRef Text) { OS << Text; }
  void pad() { OS.write_zeros(offsetToAlignment(OS.tell(), Align(8))); }

private:
  raw_string_ostream OS;
  support::endian::Writer Out;
};

} // namespace

static std::string encodeMembers(ArrayRef<NewMember> Members) {
  std::string Bytes;
  Encoder Record(Bytes);
  for (const NewMember &Member : Members) {
    Record.number32(Member.Kind);
    Record.number32(Member.Series.size());
    Record.number32(Member.Library.size());
    Record.number32(0);
    Record.number64(Member.File.size());
    Record.text(Member.Series);
    Record.text(Member.Library);
    Record.pad();
    Record.text(Member.File);
    Record.pad();
  }
  return Bytes;
}

/// Returns the head from GMON_SEGMENT_CHECKED_OFFSET on, for \p Members.
static std::string encodeHead(const SegmentHead &Head, StringRef Members) {
  const StringRef Texts[] = {Head.host(), Head.program(), Head.label()};
  uint32_t HeadSize = GMON_SEGMENT_HEAD_SIZE;
  for (StringRef Text : Texts)
    HeadSize += Text.size();
  HeadSize = alignTo(HeadSize, 8);
  std::string Bytes;
  Encoder Record(Bytes);
  Record.number32(HeadSize);
  Record.number64(HeadSize + Members.size());
  Record.number32(crc32(arrayRefFromStringRef(Members)));
  Record.number32(Head.Rank);
  Record.text(toStringRef(Head.Image));
  Record.number32(Head.Number);
  Record.number32(Head.Process);
  Record.number64(Head.Start);
  Record.number64(Head.End);
  Record.number32(Head.Ending);
  Record.number32(Head.Signal);
  for (StringRef Text : Texts)
    Record.number32(Text.size());
  Record.number32(Head.Processes);
  for (StringRef Text : Texts)
    Record.text(Text);
  Bytes.resize(HeadSize - GMON_SEGMENT_CHECKED_OFFSET);
  return Bytes;
}

void gmon::writeSegment(raw_ostream &OS, const SegmentHead &Head,
                        ArrayRef<NewMember> Members) {
  const std::string Body = encodeMembers(Members);
  const std::string Checked = encodeHead(Head, Body);
  std::string Start = GMON_SEGMENT_COOKIE;
  Encoder Record(Start);
  Record.number32(GMON_SEGMENT_VERSION);
  Record.number32(GMON_SEGMENT_VALID);
  Record.number32(crc32(arrayRefFromStringRef(Checked)));
  OS << Start << Checked << Body;
}

Error gmon::copySegment(raw_ostream &OS, std::shared_ptr<const ProfileSet> Set,
                        const Segment &S) {
  SmallVector<char, 0> Buffer;
  const std::string Path = Set->path();
  Expected<SegmentHead> Head = Set->headOf(S);
  if (!Head)
    return Head.takeError();
  std::unique_ptr<FileBytes> Bytes =
      FileBytes::ofSet(std::move(Set), Head->Offset, Head->Size, Buffer);
  for (uint64_t Offset = 0; Offset < Head->Size;) {
    const StringRef Part = Bytes->read(Offset, FileBytes::PartSize);
    if (Part.empty())
      return joinErrors(Bytes->takeError(),
                        makeFileError(Path, "it changed while it was read"));
    OS << Part;
    Offset += Part.size();
  }
  return Bytes->takeError();
}

Expected<SetLock> SetLock::take(StringRef Path) {
  unlockSets(); // this process may read the same set
  SetLock Lock(Path);
  if (Error E = Lock.lock())
    return makeFileError(Path, toString(std::move(E)));
  return std::move(Lock);
}

SetLock::SetLock(SetLock &&Other) noexcept
    : Path(std::move(Other.Path)), FD(std::exchange(Other.FD, -1)),
      IsNew(Other.IsNew), Size(Other.Size), End(Other.End) {}

SetLock::~SetLock() {
  struct stat Status;
  if (FD < 0)
    return;
  if (IsNew && isCurrent() && fstat(FD, &Status) == 0 && Status.st_size == 0)
    (void)unlink(Path.c_str());
  (void)close(FD);
}

bool SetLock::isCurrent() const {
  struct stat Mine, Named;
  return fstat(FD, &Mine) == 0 && lstat(Path.c_str(), &Named) == 0 &&
         Mine.st_dev == Named.st_dev && Mine.st_ino == Named.st_ino;
}

uint64_t SetLock::size() const {
  struct stat Status;
  return fstat(FD, &Status) == 0 ? Status.st_size : 0;
}

void SetLock::setRead(const ProfileSet &Input) {
  struct stat Mine, Other;
  if (fstat(FD, &Mine) == 0 && fstat(Input.file(), &Other) == 0 &&
      Mine.st_dev == Other.st_dev && Mine.st_ino == Other.st_ino) {
    Size = Input.size();
    End = Input.unused().End;
  }
}

Error SetLock::copyAppended(raw_ostream &OS) {
  if (size() <= Size)
    return Error::success();
  const int Copy = fcntl(FD, F_DUPFD_CLOEXEC, 0);
  if (Copy < 0)
    return makeFileError(Path, "cannot read: " + errnoAsErrorCode().message());
  std::shared_ptr<const ProfileSet> Set;
  if (Error E = readSet(Path, Copy).moveInto(Set))
    return E;
  for (const Segment &S : Set->segments())
    if (S.Offset >= End)
      if (Error E = copySegment(OS, Set, S))
        return E;
  setRead(*Set);
  return Error::success();
}

Error SetLock::moveAppended() {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  if (Error E = copyAppended(OS))
    return E;
  if (Bytes.empty())
    return Error::success();
  Expected<SetLock> New = take(Path);
  if (!New)
    return New.takeError();
  (void)fcntl(New->FD, F_SETFL, O_APPEND); // as processes without a lock do
  raw_fd_ostream File(New->FD, /*shouldClose=*/false);
  File << Bytes;
  File.flush();
  const std::error_code Code = File.error();
  File.clear_error();
  return Code ? makeFileError(Path, "cannot write: " + Code.message())
              : Error::success();
}

/// Locks \p FD within a minute: who holds the lock may be stopped.
static Error lockFile(int FD) {
  constexpr std::chrono::milliseconds Pause(10);
  constexpr unsigned MostPauses = 6000;
  for (unsigned I = 0; flock(FD, LOCK_EX | LOCK_NB); ++I) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return makeError("cannot lock: " + errnoAsErrorCode().message());
    if (I == MostPauses)
      return makeError("another process has locked it for a minute");
    std::this_thread::sleep_for(Pause);
  }
  return Error::success();
}

/// Whether the file is empty, or begins with a segment or a part of one.
static bool mayBeReplaced(StringRef Path) {
  char Bytes[GMON_SEGMENT_COOKIE_SIZE];
  return sys::fs::is_regular_file(Path) &&
         StringRef(GMON_SEGMENT_COOKIE).starts_with(startOfFile(Path, Bytes));
}

Error SetLock::lock() {
  while (true) {
    // As processes do: who may write to the folder could lead them elsewhere.
    FD = open(Path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (FD < 0 && errno == ELOOP)
      return makeError("no set is written through a symbolic link: name the "
                       "file to which it leads");
    if (FD < 0 && errno == ENOENT) {
      FD = open(Path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      IsNew = FD >= 0;
      if (FD < 0 && errno == EEXIST)
        continue;
    }
    if (FD < 0)
      return makeError("cannot write: " + errnoAsErrorCode().message());
    if (!IsNew && !mayBeReplaced(Path))
      return makeError("not replaced by a set: it is another kind of file");
    if (Error E = lockFile(FD))
      return E;
    if (isCurrent()) {
      Size = End = size();
      return Error::success();
    }
    (void)close(std::exchange(FD, -1));
    IsNew = false;
  }
}
