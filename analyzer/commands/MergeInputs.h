//===-- MergeInputs.h - Which files are added up ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: names from users: files, folders, patterns, lists of these. Out: the
// names of files, in an order that depends only on the input.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_MERGEINPUTS_H
#define GMON_ANALYZER_COMMANDS_MERGEINPUTS_H

#include "files/SegmentChoice.h"
#include "support/Errors.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gmon::command {

/// A file whose counts are multiplied by Weight.
struct WeightedFile {
  std::string Name; ///< "-" is standard input
  uint64_t Weight = 1;
  bool IsFound = false; ///< in a folder, not named
};

/// A list of files, most of them with the weight of the one before. There may
/// be very many.
class WeightedFiles {
public:
  void push_back(const WeightedFile &File);
  size_t size() const { return Names.size(); }
  bool empty() const { return Names.empty(); }
  const NameList &names() const { return Names; }
  WeightedFile operator[](size_t I) const;
  WeightedFile front() const { return (*this)[0]; }

  /// Returns the files from \p First to \p End, by value.
  auto slice(size_t First, size_t End) const {
    return llvm::map_range(llvm::seq(First, End),
                           [this](size_t I) { return (*this)[I]; });
  }
  auto begin() const { return slice(0, size()).begin(); }
  auto end() const { return slice(0, size()).end(); }

  template <class Predicate> void eraseIf(Predicate IsErased) {
    WeightedFiles Kept;
    for (const WeightedFile &File : *this)
      if (!IsErased(File))
        Kept.push_back(File);
    *this = std::move(Kept);
  }

private:
  /// What files have in common, up to the next such entry.
  struct Span {
    size_t First;
    uint64_t Weight;
    bool IsFound;
  };
  NameList Names;
  std::vector<Span> Spans;
};

/// Whether \p File was found in a folder and is \p Output, which an earlier
/// command wrote. Warns if it is.
bool passOverOutput(const WeightedFile &File, llvm::StringRef Output,
                    Warnings &Warn);

/// Whether the file \p Name begins as gmon.out does: with its cookie and a
/// version.
llvm::Expected<bool> isDataFile(llvm::StringRef Name);

/// Returns which of \p Segments, some without a set, have an image with a later
/// segment in another set: two sets are what they are one behind the other.
llvm::Expected<llvm::BitVector>
findSuperseded(llvm::ArrayRef<SegmentOfSet> Segments);

class MergeInputs {
public:
  /// Takes the profiles of \p Choice from sets; with \p AllFiles, those of
  /// libraries and of all series, too. \p Output is no input unless it is
  /// named: it has the sum of an earlier command.
  MergeInputs(Warnings &Warn, SegmentChoice Choice, bool AllFiles = false,
              llvm::StringRef Output = "")
      : Warn(Warn), Choice(std::move(Choice)), AllFiles(AllFiles),
        Output(Output) {}

  /// Adds the files that \p Name denotes: a file; the profiles in a set; the
  /// data files in a folder and its subfolders; or the matches of a pattern
  /// that is not a file's name.
  llvm::Error add(llvm::StringRef Name, uint64_t Weight = 1);

  /// Adds the profiles of the set \p Name, or the file itself if it is no set.
  llvm::Error addSetOrFile(llvm::StringRef Name, uint64_t Weight = 1);

  /// Adds \p Text, a weight and a name: "3,gmon.out".
  llvm::Error addWeighted(llvm::StringRef Text);

  /// Adds the lines of the file \p Name: names, some with a weight. A line that
  /// starts with # is a comment.
  llvm::Error addList(llvm::StringRef Name);

  const WeightedFiles &files() const { return Files; }
  /// Moves the files out. Fails if there are sets and no file is chosen, or if
  /// there are files to choose from that are no sets.
  llvm::Expected<WeightedFiles> take();

private:
  llvm::Error addFolder(const std::string &Name, uint64_t Weight);
  llvm::Error addSet(llvm::StringRef Path, uint64_t Weight, bool IsFound);

  WeightedFiles Files;
  std::vector<std::string> Sets;   ///< their paths
  std::vector<std::string> Damage; ///< of sets, as warnings
  Warnings &Warn;
  SegmentChoice Choice;
  bool AllFiles;
  std::string Output;
};

/// Returns the files that \p Names denote, each as MergeInputs::add() says.
/// With \p OnlySets, all names but those of sets stay as they are.
llvm::Expected<NameList> expandNames(const NameList &Names,
                                     const SegmentChoice &Choice,
                                     Warnings &Warn, bool OnlySets = false);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_MERGEINPUTS_H
