//===-- DataFile.h - A profile data file ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of a data file, and errors about them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DATAFILE_H
#define GMON_ANALYZER_DATAFILE_H

#include "files/FileBytes.h"
#include "support/Errors.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Error.h"

namespace gmon {

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

} // namespace gmon

#endif // GMON_ANALYZER_DATAFILE_H
