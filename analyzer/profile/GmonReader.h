//===-- GmonReader.h - Reads profile data files -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds data files up to a Profile. In: file names, and the program's address
// size, byte order and build-id. Out: the Profile and what each file contains.
// A file's format is recognized, or -O names it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_GMONREADER_H
#define GMON_ANALYZER_GMONREADER_H

#include "profile/FileFormat.h"
#include "profile/ProfileSum.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace gmon {

class FileBytes;

/// Returns the build-id \p Id in the form that gmon files contain: its first
/// bytes, padded with zeros. Empty if there is no build-id.
std::string gmonBuildId(llvm::ArrayRef<uint8_t> Id);

class GmonReader {
public:
  /// Makes a reader of files in \p Format with addresses of \p AddressSize
  /// bytes. \p BuildId is the program's gmonBuildId.
  GmonReader(bool IsLittleEndian, unsigned AddressSize,
             FileFormat Format = FileFormat::Auto, llvm::StringRef BuildId = "")
      : IsLittleEndian(IsLittleEndian), AddressSize(AddressSize),
        Format(Format), Sum(BuildId) {}

  /// Multiplies the counts of the files that are added from now on by \p Times.
  void setWeight(uint64_t Times) { Sum.setWeight(Times); }
  /// From now on, applies GNU gprof's rules for histograms.
  void useGnuRules() { Sum.useGnuRules(); }

  /// Adds the sum of another reader, as if its files were added now. Returns
  /// false if the files do not match; then the sum is invalid.
  [[nodiscard]] bool add(const Profile &Part) { return Sum.add(Part); }

  /// Adds the file \p Name; "-" is standard input. After an error the sum
  /// contains a part of the file and is invalid.
  llvm::Expected<FileContents> add(llvm::StringRef Name);

  /// Adds the file \p Name, whose bytes are \p Bytes.
  llvm::Expected<FileContents> add(llvm::StringRef Name, llvm::StringRef Bytes);

  /// Returns the sum of the files so far.
  const Profile &profile() { return Sum.profile(); }
  /// Moves the sum out of the reader.
  Profile take() { return Sum.take(); }

private:
  llvm::Expected<FileContents> add(llvm::StringRef Name, FileBytes &Bytes);

  bool IsLittleEndian;
  unsigned AddressSize;
  FileFormat Format;
  ProfileSum Sum;
  uint32_t LastVersion = 0;
  llvm::SmallVector<char, 0> Buffer; ///< of the files that are read
};

} // namespace gmon

#endif // GMON_ANALYZER_GMONREADER_H
