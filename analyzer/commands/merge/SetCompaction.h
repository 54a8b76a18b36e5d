//===-- SetCompaction.h - Sets with fewer segments --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: sets. Out: a set in which the processes of one program, and of one label
// and rank if they are to be kept apart, have one segment. It depends neither
// on the order of the segments nor on earlier compactions.
//
// A process numbers its libraries of one file name, libx.so and libx.so-2, in
// the order in which it loaded them; in each sum of profiles is one build.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_MERGE_SETCOMPACTION_H
#define GMON_ANALYZER_COMMANDS_MERGE_SETCOMPACTION_H

#include "commands/MergeInputs.h"
#include "files/SetWriter.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gmon::command {

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

#endif // GMON_ANALYZER_COMMANDS_MERGE_SETCOMPACTION_H
