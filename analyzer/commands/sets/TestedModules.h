//===-- TestedModules.h - The programs and libraries of sets ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: words of a command line: programs, libraries and sets. Out: the programs
// and libraries with the profiles to search for theirs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_TESTEDMODULES_H
#define GMON_ANALYZER_COMMANDS_TESTEDMODULES_H

#include "commands/CommandLine.h"

namespace gmon::command {

/// A program or library.
struct TestedModule {
  std::string Path;
  NameList Profiles;
  bool IsNamed = false; ///< some profiles may be of others
};

/// Returns the programs and libraries that \p Line names or, if there are none,
/// those whose profiles are in its sets. Warns of libraries whose files are not
/// known.
llvm::Expected<std::vector<TestedModule>>
findTestedModules(const CommandLine &Line, Warnings &Warn);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_TESTEDMODULES_H
