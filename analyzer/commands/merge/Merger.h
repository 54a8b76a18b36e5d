//===-- Merger.h - Adds up files in several threads -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: names of data files of one program. Out: their sum, and that of the
// sidecar files beside them, the same in any order of the files. Or, in: sets.
// Out: a set in which the processes of one program, and of one label and rank
// if they are to be kept apart, have one segment. It depends neither on the
// order of the segments nor on earlier compactions.
//
// A process numbers its libraries of one file name, libx.so and libx.so-2, in
// the order in which it loaded them; in each sum of profiles is one build.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_MERGER_H
#define GMON_ANALYZER_COMMANDS_MERGER_H

#include "commands/MergeInputs.h"
#include "driver/Sidecars.h"
#include "files/SetWriter.h"
#include "profile/GmonReader.h"
#include "profile/GmonWriter.h"
#include "support/Pager.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <string>
#include <vector>

namespace gmon::command {

/// The properties that the files must share.
struct ProgramKind {
  GmonLayout Layout;
  std::string BuildId; ///< empty: any, but the same in all files

  GmonReader makeReader() const {
    return GmonReader(Layout.IsLittleEndian, Layout.AddressSize,
                      FileFormat::Magic, BuildId);
  }
};

class Merger {
public:
  /// \p WithStacks: also adds up the sidecar files.
  Merger(const ProgramKind &Kind, const WeightedFiles &Files, bool WithStacks)
      : Kind(Kind), Files(Files), WithStacks(WithStacks),
        Shown("reading", Files.size(), "files") {}

  /// Returns the bytes of the sum.
  llvm::Expected<std::string> merge(unsigned NumThreads);
  /// Returns the sum of the sidecar files, after merge(). Unless \p
  /// WithLibraries, warns if there are libraries' profiles to add up.
  std::optional<StackProfile> takeStacks(bool WithLibraries, Warnings &Warn) {
    std::optional<StackProfile> Sum = Stacks.take(Warn);
    if (!Sum)
      return std::nullopt;
    dropUnknownRanks(Files.names(), *Sum, Warn);
    if (!WithLibraries)
      Stacks.warnOfLibraries(Warn);
    return Sum;
  }

private:
  /// A sum of adjacent files.
  struct Part {
    explicit Part(GmonReader Reader) : Reader(std::move(Reader)) {}
    GmonReader Reader;
    Sidecars Stacks;
    llvm::Error Failure = llvm::Error::success();
  };
  llvm::Error read(GmonReader &Reader, Sidecars &SidecarSum, size_t First,
                   size_t End);
  size_t startOfPart(size_t I, size_t NumParts) const;
  llvm::Expected<Profile> mergeInTurn();
  llvm::Expected<Profile> sum(unsigned NumThreads);

  const ProgramKind &Kind;
  const WeightedFiles &Files;
  bool WithStacks;
  Sidecars Stacks;
  Progress Shown;
  std::atomic<uint64_t> NumDone = 0;
};

/// Returns the byte order and address size of \p Files: the first ones with
/// which the first file with records can be read, or else the most common ones.
GmonLayout layoutOf(const WeightedFiles &Files);

struct LibraryProfile {
  std::string Process; ///< has one profile of each name
  std::string Name;    ///< of the library, with a number
  std::string Id;      ///< idOfProfile(); empty if there is none
};

/// Returns \p Name without the number of a process if \p Names has that, too.
llvm::StringRef withoutNumber(llvm::StringRef Name,
                              const llvm::StringSet<> &Names);

/// Returns for each of \p Profiles the name of its sum: its own, unless
/// profiles of two builds have one name. It does not depend on the order.
std::vector<std::string>
namesOfSums(const std::vector<LibraryProfile> &Profiles);

/// What has segments of its own, beside programs.
struct Separation {
  bool Labels = true;
  bool Ranks = true;
};

/// Reads the argument of --by.
llvm::Expected<Separation> parseSeparation(llvm::StringRef List);

/// Writes the segments that contain \p Files to the set \p Output, which is
/// locked by \p Lock, and those that processes append meanwhile. Fails if a
/// file is not in a set, or has a weight.
llvm::Error compactSets(llvm::StringRef Output, SetLock &Lock,
                        const WeightedFiles &Files, Separation By,
                        unsigned NumThreads, Warnings &Warn);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_MERGER_H
