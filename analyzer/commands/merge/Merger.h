//===-- Merger.h - Adds up files in several threads -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: names of data files of one program. Out: their sum, and that of the
// sidecar files beside them, the same in any order of the files.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_MERGER_H
#define GMON_ANALYZER_COMMANDS_MERGER_H

#include "commands/MergeInputs.h"
#include "driver/Sidecars.h"
#include "profile/GmonReader.h"
#include "profile/GmonWriter.h"
#include "support/Pager.h"
#include <atomic>

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

  llvm::Expected<Profile> merge(unsigned NumThreads);
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
  llvm::Error read(GmonReader &Reader, Sidecars &Beside, size_t First,
                   size_t End);
  size_t startOfPart(size_t I, size_t NumParts) const;
  llvm::Expected<Profile> mergeInTurn();

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

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_MERGER_H
