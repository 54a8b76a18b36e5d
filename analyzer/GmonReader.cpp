//===-- GmonReader.cpp - Reads profile data files -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings a file into memory, finds out its format, and has it read. A file is
// copied, not mapped: it may be a pipe, or grow shorter while it is read.
//
//===----------------------------------------------------------------------===//

#include "GmonReader.h"
#include "DataFile.h"
#include "gmon/format.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace gmon;
using namespace llvm;

std::string gmon::gmonBuildId(ArrayRef<uint8_t> Id) {
  if (Id.empty())
    return "";
  std::string Result = toStringRef(Id.take_front(GMON_BUILD_ID_SIZE)).str();
  Result.resize(GMON_BUILD_ID_SIZE);
  return Result;
}

/// Reads all of the file \p Name into \p Buffer.
static Error readAll(StringRef Name, SmallVectorImpl<char> &Buffer) {
  constexpr ssize_t ChunkSize = 1 << 18;
  Buffer.clear();
  if (Name == "-")
    return sys::fs::readNativeFileToEOF(sys::fs::getStdinHandle(), Buffer,
                                        ChunkSize);
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Name);
  if (!File)
    return File.takeError();
  auto Close = scope_exit([&] { (void)sys::fs::closeFile(*File); });
  return sys::fs::readNativeFileToEOF(*File, Buffer, ChunkSize);
}

Expected<FileContents> GmonReader::add(StringRef Name) {
  if (Error E = readAll(Name, Buffer))
    return makeFileError(Name, "cannot read: " +
                                   errorToErrorCode(std::move(E)).message());
  return add(Name, StringRef(Buffer.data(), Buffer.size()));
}

/// Adds a file that is no listing of blocks.
static Error readBinary(const DataFile &File, FileFormat Format,
                        ProfileSum &Sum, FileContents &Contents) {
  if (Format == FileFormat::Magic ||
      (Format == FileFormat::Auto && isGmonFile(File)))
    return readGmonFile(File, Sum, Contents);
  uint32_t Version = bsdVersion(File);
  bool Is44 = Version == GMON_BSD44_VERSION;
  if (Format == FileFormat::Bsd44 && !Is44)
    return File.fail(GMON_BSD_HEADER_SIZE(File.Data.getAddressSize()),
                     "expected the version of a 4.4BSD file, 0x" +
                         utohexstr(GMON_BSD44_VERSION, /*LowerCase=*/true) +
                         ", found 0x" + utohexstr(Version, /*LowerCase=*/true));
  // Anything may be an old BSD file: it has no mark.
  return readBsdFile(File, /*IsSure=*/Is44 || Format != FileFormat::Auto, Sum,
                     Contents);
}

Expected<FileContents> GmonReader::add(StringRef Name, StringRef Bytes) {
  FileContents Contents;
  Contents.Name = Name.str();
  // What GNU gprof says of a file without a version.
  Contents.Version = LastVersion;
  if (Bytes.size() < GMON_HEADER_SIZE)
    return makeFileError(
        Name, "too short for a gmon file: " + Twine(Bytes.size()) +
                  " bytes, expected " + Twine(GMON_HEADER_SIZE) + " or more");
  DataFile File{Name, DataExtractor(Bytes, IsLittleEndian, AddressSize)};
  if (Error E = isBlockListing(File) ? readBlockListing(File, Sum, Contents)
                                     : readBinary(File, Format, Sum, Contents))
    return std::move(E);
  LastVersion = Contents.Version;
  return Contents;
}
