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

#include "files/FileNames.h"
#include "profile/Profile.h"
#include "profile/ProfileSum.h"

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
  /// From now on, ignores calls of code, and blocks, that are not in \p Wanted,
  /// which must outlive this object.
  void keepOnly(const CodeRanges &Wanted) { Sum.keepOnly(Wanted); }

  /// Adds the sum of another reader, as if its files were added now. Returns
  /// false if the files do not match; then the sum is invalid.
  [[nodiscard]] bool add(const Profile &Part) { return Sum.add(Part); }

  /// Adds the file \p Name; "-" is standard input. After an error the sum
  /// contains a part of the file and is invalid. The labels of a run, one
  /// behind the other, count as one run.
  llvm::Expected<FileContents> add(llvm::StringRef Name);

  /// Adds the file \p Name, whose bytes are \p Bytes.
  llvm::Expected<FileContents> add(llvm::StringRef Name, llvm::StringRef Bytes);

  /// Whether the file added last is another label of the run before it.
  bool hasContinuedRun() const { return HasContinuedRun; }

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
  std::string LastName;
  bool HasContinuedRun = false;
  llvm::SmallVector<char, 0> Buffer; ///< of the files that are read
};

/// The contents of each file in a sum, in little memory: sets have many.
class ReadFiles {
public:
  ReadFiles() = default;
  /// Takes files whose contents are not known.
  explicit ReadFiles(NameList Files) : Names(std::move(Files)) {}

  /// Adds \p File; with \p ContinuesRun, another label of the last file's run.
  void push_back(const FileContents &File, bool ContinuesRun) {
    Names.push_back(File.Name);
    All.push_back({File.Version, ContinuesRun, File.NumHistograms, File.NumArcs,
                   File.NumBlockRecords});
  }

  size_t size() const { return Names.size(); }
  const NameList &names() const { return Names; }
  FileContents operator[](size_t I) const {
    if (All.empty())
      return {Names[I]};
    const Records &Its = All[I];
    return {Names[I], Its.Version, Its.Histograms, Its.Arcs, Its.Blocks};
  }
  /// Returns the contents of all files, by value.
  auto contents() const {
    return llvm::map_range(llvm::seq<size_t>(0, size()),
                           [this](size_t I) { return (*this)[I]; });
  }

  /// Returns the number of runs if each file is one, or continues the last.
  uint64_t numRuns() const {
    return size() - llvm::count_if(All, [](const Records &Kind) {
             return Kind.ContinuesRun;
           });
  }

private:
  /// FileContents without the name.
  struct Records {
    uint32_t Version;
    bool ContinuesRun;
    uint64_t Histograms, Arcs, Blocks;
  };
  NameList Names;
  std::vector<Records> All; ///< empty if they are not known
};

} // namespace gmon

#endif // GMON_ANALYZER_GMONREADER_H
