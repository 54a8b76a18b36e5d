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

/// What a gmon file carries of the build-id \p Id: its first bytes, padded with
/// zeros. Empty if there is no build-id.
std::string gmonBuildId(llvm::ArrayRef<uint8_t> Id);

class GmonReader {
public:
  /// A reader of files with addresses of \p AddressSize bytes, in \p Format.
  /// \p BuildId is the program's gmonBuildId.
  GmonReader(bool IsLittleEndian, unsigned AddressSize,
             FileFormat Format = FileFormat::Auto, llvm::StringRef BuildId = "")
      : IsLittleEndian(IsLittleEndian), AddressSize(AddressSize),
        Format(Format), Sum(BuildId) {}

  /// Counts the files that are added from now on \p Times times.
  void setWeight(uint64_t Times) { Sum.setWeight(Times); }
  /// From now on demands of histograms what GNU gprof does.
  void useGnuRules() { Sum.useGnuRules(); }

  /// Adds what another reader has summed up, as if its files were added now;
  /// false if they do not go together, after which the sum is of no use.
  [[nodiscard]] bool add(const Profile &Part) { return Sum.add(Part); }

  /// Adds the file \p Name, "-" being standard input. After an error the
  /// profile holds part of the file and is of no use.
  llvm::Expected<FileContents> add(llvm::StringRef Name);

  /// Adds the file \p Name, whose bytes are \p Bytes.
  llvm::Expected<FileContents> add(llvm::StringRef Name, llvm::StringRef Bytes);

  /// The sum of the files so far.
  const Profile &profile() { return Sum.profile(); }
  /// Takes the sum out.
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
