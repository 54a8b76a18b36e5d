//===-- DataFile.h - A profile data file ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of a data file, errors about them, and the readers of formats.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DATAFILE_H
#define GMON_ANALYZER_DATAFILE_H

#include "files/FileBytes.h"
#include "support/Errors.h"
#include "llvm/Support/DataExtractor.h"

namespace gmon {

class ProfileSum;
struct FileContents;

/// A data file during reading.
struct DataFile {
  llvm::StringRef Name;
  FileBytes &Bytes;
  bool IsLittleEndian;  ///< as in the program
  unsigned AddressSize; ///< of the program, in bytes

  uint64_t size() const { return Bytes.size(); }
  /// Returns the \p Size bytes from \p Offset on, or fewer at the end of the
  /// file. They are valid until the next call.
  llvm::DataExtractor at(uint64_t Offset, uint64_t Size) const {
    return llvm::DataExtractor(Bytes.read(Offset, Size), IsLittleEndian,
                               AddressSize);
  }
  llvm::endianness order() const {
    return IsLittleEndian ? llvm::endianness::little : llvm::endianness::big;
  }
  /// Makes an error about the bytes at \p Offset.
  llvm::Error fail(uint64_t Offset, const llvm::Twine &Message) const {
    return makeFileError(Name,
                         "at offset " + llvm::Twine(Offset) + ": " + Message);
  }
};

// Each reader adds the records of a file to \p Sum and sets all fields of
// \p Contents except the name.

/// Whether \p File starts with the cookie of gmon.out.
bool isGmonFile(const DataFile &File);

/// Adds a file of GNU's format, version 0 or 1, to \p Sum. Sets all fields of
/// \p Contents except the name.
llvm::Error readGmonFile(const DataFile &File, ProfileSum &Sum,
                         FileContents &Contents);

/// Returns the number at the place where a file of 4.4BSD has
/// GMON_BSD44_VERSION. Older files have no such mark. Returns 0 if the file is
/// too short.
uint32_t bsdVersion(const DataFile &File);

/// Adds a BSD file, old or of 4.4BSD, to \p Sum. Unless \p IsSure, errors say
/// that the file may be a damaged gmon file.
llvm::Error readBsdFile(const DataFile &File, bool IsSure, ProfileSum &Sum,
                        FileContents &Contents);

/// Whether \p File is a listing of basic blocks (bb.out).
bool isBlockListing(const DataFile &File);

/// Adds the blocks of a listing to \p Sum.
llvm::Error readBlockListing(const DataFile &File, ProfileSum &Sum,
                             FileContents &Contents);

} // namespace gmon

#endif // GMON_ANALYZER_DATAFILE_H
