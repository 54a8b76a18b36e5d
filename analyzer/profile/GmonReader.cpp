//===-- GmonReader.cpp - Reads profile data files -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens a file, recognizes its format, and calls the reader of the format.
//
//===----------------------------------------------------------------------===//

#include "profile/GmonReader.h"
#include "files/FileNames.h"
#include "files/ProfileSet.h"
#include "gmon/format.h"
#include "profile/DataFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

std::string gmon::gmonBuildId(ArrayRef<uint8_t> Id) {
  if (Id.empty())
    return "";
  std::string Result = toStringRef(Id.take_front(GMON_BUILD_ID_SIZE)).str();
  Result.resize(GMON_BUILD_ID_SIZE);
  return Result;
}

/// Adds a file that is not a listing of blocks.
static Error readBinary(const DataFile &File, FileFormat Format,
                        ProfileSum &Sum, FileContents &Contents) {
  if (Format == FileFormat::Magic ||
      (Format == FileFormat::Auto && isGmonFile(File)))
    return readGmonFile(File, Sum, Contents);
  uint32_t Version = bsdVersion(File);
  bool Is44 = Version == GMON_BSD44_VERSION;
  if (Format == FileFormat::Bsd44 && !Is44)
    return File.fail(GMON_BSD_HEADER_SIZE(File.AddressSize),
                     "expected the version of a 4.4BSD file, 0x" +
                         utohexstr(GMON_BSD44_VERSION, /*LowerCase=*/true) +
                         ", found 0x" + utohexstr(Version, /*LowerCase=*/true));
  // Any file may be an old BSD file, because that format has no mark.
  return readBsdFile(File, /*IsSure=*/Is44 || Format != FileFormat::Auto, Sum,
                     Contents);
}

Expected<FileContents> GmonReader::add(StringRef Name) {
  auto CannotRead = [&](Error E) {
    return makeFileError(Name, "cannot read: " +
                                   errorToErrorCode(std::move(E)).message());
  };
  Expected<std::unique_ptr<FileBytes>> Bytes = FileBytes::open(Name, Buffer);
  if (!Bytes)
    return CannotRead(Bytes.takeError());
  const Notes Earlier = Sum.notes();
  const bool IsCopy = areOfOneSegment(LastName, Name);
  const uint64_t SamplesBefore = IsCopy ? Sum.numSamples() : 0;
  Expected<FileContents> Contents = add(Name, **Bytes);
  if (Error E = (*Bytes)->takeError()) {
    consumeError(Contents.takeError());
    return CannotRead(std::move(E));
  }
  if (!Contents && isProgram(Name)) {
    consumeError(Contents.takeError());
    return makeFileError(Name, "expected profile data, found a program");
  }
  HasContinuedRun = areOfOneRun(LastName, Name);
  if (HasContinuedRun)
    Sum.continueRun(Earlier);
  if (IsCopy)
    Sum.continueProcess(Earlier, SamplesBefore);
  LastName = Name.str();
  return Contents;
}

Expected<FileContents> GmonReader::add(StringRef Name, StringRef Bytes) {
  FileBytes InMemory(Bytes);
  return add(Name, InMemory);
}

Expected<FileContents> GmonReader::add(StringRef Name, FileBytes &Bytes) {
  FileContents Contents;
  Contents.Name = Name.str();
  // GNU gprof's text for a file without a version.
  Contents.Version = LastVersion;
  if (Bytes.size() < GMON_HEADER_SIZE)
    return makeFileError(
        Name, "too short for a gmon file: " + Twine(Bytes.size()) +
                  " bytes, expected " + Twine(GMON_HEADER_SIZE) + " or more");
  const DataFile File{Name, Bytes, IsLittleEndian, AddressSize};
  if (Error E = isBlockListing(File) ? readBlockListing(File, Sum, Contents)
                                     : readBinary(File, Format, Sum, Contents))
    return std::move(E);
  LastVersion = Contents.Version;
  return Contents;
}
