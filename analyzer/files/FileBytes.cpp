//===-- FileBytes.cpp - A file, a part of it at a time --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a file in parts only if its size, which readers need, is known.
//
//===----------------------------------------------------------------------===//

#include "files/FileBytes.h"
#include "files/ProfileSet.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <cerrno>
#include <unistd.h>

using namespace gmon;
using namespace llvm;

FileBytes::~FileBytes() {
  consumeError(std::move(Failure));
  if (File != sys::fs::kInvalidFile && !Set)
    (void)sys::fs::closeFile(File);
}

/// Reads \p File up to its end. Fails if that is more than \p Most bytes.
static Error readToEnd(sys::fs::file_t File, SmallVectorImpl<char> &Buffer,
                       size_t Most = MostOfPipe) {
  Buffer.clear();
  while (Buffer.size() <= Most) {
    const size_t Start = Buffer.size();
    Buffer.resize_for_overwrite(Start + FileBytes::PartSize);
    Expected<size_t> Read = sys::fs::readNativeFile(
        File, MutableArrayRef(Buffer).drop_front(Start));
    Buffer.truncate(Start + (Read ? *Read : 0));
    if (!Read)
      return Read.takeError();
    if (!*Read)
      return Error::success();
  }
  return errorCodeToError(std::make_error_code(std::errc::file_too_large));
}

std::unique_ptr<FileBytes>
FileBytes::ofSet(std::shared_ptr<const ProfileSet> Set, uint64_t Offset,
                 uint64_t Size, SmallVectorImpl<char> &Buffer) {
  std::unique_ptr<FileBytes> Result(new FileBytes(Set->file(), Size, Buffer));
  Result->Base = Offset;
  Result->Set = std::move(Set);
  return Result;
}

Expected<std::unique_ptr<FileBytes>>
FileBytes::open(StringRef Name, SmallVectorImpl<char> &Buffer) {
  if (std::optional<MemberPlace> Place = placeOf(Name)) {
    std::optional<SegmentMember> Member = memberAt(*Place);
    if (!Member)
      return errorCodeToError(
          std::make_error_code(std::errc::no_such_file_or_directory));
    return ofSet(std::move(Place->Set), Member->Offset, Member->Size, Buffer);
  }
  std::unique_ptr<FileBytes> Result(
      new FileBytes(sys::fs::kInvalidFile, 0, Buffer));
  sys::fs::file_t Input = sys::fs::getStdinHandle();
  if (Name != "-") {
    Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Name);
    if (!File)
      return File.takeError();
    Input = Result->File = *File;
    sys::fs::file_status Status;
    if (!sys::fs::status(Input, Status) &&
        Status.type() == sys::fs::file_type::regular_file)
      Result->Size = Status.getSize();
  }
  // Files that the kernel generates have no size.
  if (Result->Size)
    return Result;
  if (Error E = readToEnd(Input, Buffer))
    return std::move(E);
  Result->Part = StringRef(Buffer.data(), Buffer.size());
  Result->Size = Buffer.size();
  return Result;
}

uint32_t FileBytes::checksum(uint64_t Start, uint64_t End) {
  uint32_t Checksum = 0;
  for (uint64_t Offset = Start; Offset < End;) {
    StringRef Part = read(Offset, std::min(End - Offset, PartSize));
    if (Part.empty())
      break;
    Checksum = crc32(Checksum, arrayRefFromStringRef(Part));
    Offset += Part.size();
  }
  return Checksum;
}

uint64_t FileBytes::dataFrom(uint64_t Offset) const {
  if (File == sys::fs::kInvalidFile)
    return Offset;
  const off_t Found = ::lseek(File, off_t(Base + Offset), SEEK_DATA);
  if (Found >= 0)
    return std::min(uint64_t(Found) - Base, Size);
  return errno == ENXIO ? Size : Offset;
}

StringRef FileBytes::read(uint64_t Offset, uint64_t Wanted) {
  if (Offset >= Size)
    return "";
  Wanted = std::min(Wanted, Size - Offset);
  bool IsHere = Offset >= PartOffset && Wanted <= Part.size() &&
                Offset - PartOffset <= Part.size() - Wanted;
  if (!IsHere && Part.size() < Size && File != sys::fs::kInvalidFile) {
    Buffer->resize_for_overwrite(
        std::min(std::max(Wanted, PartSize), Size - Offset));
    size_t NumRead = 0;
    while (NumRead < Wanted) {
      Expected<size_t> Read = sys::fs::readNativeFileSlice(
          File, MutableArrayRef(*Buffer).drop_front(NumRead),
          Base + Offset + NumRead);
      if (!Read)
        Failure = joinErrors(std::move(Failure), Read.takeError());
      if (!Read || !*Read)
        break;
      NumRead += *Read;
    }
    Part = StringRef(Buffer->data(), NumRead);
    PartOffset = Offset;
  }
  return Part.substr(Offset - PartOffset, Wanted);
}

Expected<std::unique_ptr<MemoryBuffer>>
gmon::readWhole(StringRef Name, bool IsText, size_t Most) {
  // Files that the kernel generates, such as /proc/kallsyms, have the size 0.
  uint64_t Size = 0;
  if (Name != "-" && sys::fs::is_regular_file(Name) &&
      !sys::fs::file_size(Name, Size) && Size)
    return errorOrToExpected(
        MemoryBuffer::getFile(Name, /*IsText=*/false,
                              /*RequiresNullTerminator=*/IsText));
  sys::fs::file_t File = sys::fs::getStdinHandle();
  if (Name != "-") {
    Expected<sys::fs::file_t> Opened = sys::fs::openNativeFileForRead(Name);
    if (!Opened)
      return Opened.takeError();
    File = *Opened;
  }
  SmallVector<char, 0> Text;
  Error Failure = readToEnd(File, Text, Most);
  if (Name != "-")
    (void)sys::fs::closeFile(File);
  if (Failure)
    return std::move(Failure);
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Text), Name, /*RequiresNullTerminator=*/IsText);
}

static sys::fs::file_status statusOf(StringRef Name) {
  sys::fs::file_status Status;
  if (Name == "-")
    (void)sys::fs::status(sys::fs::getStdinHandle(), Status);
  else
    (void)sys::fs::status(Name, Status);
  return Status;
}

Error gmon::refuseDevice(StringRef Name) {
  const sys::fs::file_status Status = statusOf(Name);
  if (Status.type() == sys::fs::file_type::character_file ||
      Status.type() == sys::fs::file_type::block_file)
    return makeFileError(Name, "expected a file, found a device");
  return Error::success();
}

Error gmon::requireSmallFile(StringRef Name, uint64_t MostMegabytes) {
  const sys::fs::file_status Status = statusOf(Name);
  if (!sys::fs::exists(Status) ||
      Status.type() == sys::fs::file_type::directory_file)
    return Error::success(); // reading it says so
  if (Status.type() != sys::fs::file_type::regular_file)
    return makeFileError(Name, "expected a regular file");
  if (Status.getSize() >> 20 >= MostMegabytes)
    return makeFileError(Name, "expected a file of less than " +
                                   Twine(MostMegabytes) + " MB, found " +
                                   Twine(Status.getSize() >> 20) + " MB");
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>> gmon::readTextFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text =
      readWhole(Path, /*IsText=*/true);
  if (!Text)
    return makeFileError(
        Path, "cannot read: " + errorToErrorCode(Text.takeError()).message());
  size_t Offset = (*Text)->getBuffer().find('\0');
  if (Offset != StringRef::npos)
    return makeFileError(Path, "offset " + Twine(Offset) +
                                   ": expected text, found a NUL");
  return Text;
}
