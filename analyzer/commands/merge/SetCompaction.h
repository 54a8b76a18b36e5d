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
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_SETCOMPACTION_H
#define GMON_ANALYZER_COMMANDS_SETCOMPACTION_H

#include "commands/MergeInputs.h"
#include "llvm/Support/Error.h"

namespace gmon::command {

/// What has segments of its own, beside programs.
struct Separation {
  bool Labels = true;
  bool Ranks = true;
};

/// Reads the argument of --by.
llvm::Expected<Separation> parseSeparation(llvm::StringRef List);

/// Writes the segments that contain \p Files to the set \p Output. Fails if a
/// file is not in a set, or has a weight.
llvm::Error compactSets(llvm::StringRef Output, const WeightedFiles &Files,
                        Separation By, unsigned NumThreads, Warnings &Warn);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_SETCOMPACTION_H
