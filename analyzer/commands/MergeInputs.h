//===-- MergeInputs.h - Which files are added up ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: names as users give them: files, folders, patterns, lists of these. Out:
// the names of files, always in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_MERGEINPUTS_H
#define GMON_ANALYZER_COMMANDS_MERGEINPUTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gmon::command {

/// A file that counts Weight times.
struct WeightedFile {
  std::string Name; ///< "-" is standard input
  uint64_t Weight = 1;
};

class MergeInputs {
public:
  /// Adds what \p Name stands for: a file; the data files in a folder and the
  /// folders in it; or, of a pattern that is no file's name, what fits it.
  llvm::Error add(llvm::StringRef Name, uint64_t Weight = 1);

  /// Adds \p Text, a name with its weight in front: "3,gmon.out".
  llvm::Error addWeighted(llvm::StringRef Text);

  /// Adds what the lines of the file \p Name say: names, some with a weight;
  /// what follows a # at the start of a line is a comment.
  llvm::Error addList(llvm::StringRef Name);

  llvm::ArrayRef<WeightedFile> files() const { return Files; }

private:
  llvm::Error addFolder(const std::string &Name, uint64_t Weight);

  std::vector<WeightedFile> Files;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_MERGEINPUTS_H
