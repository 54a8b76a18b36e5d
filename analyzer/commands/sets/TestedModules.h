//===-- TestedModules.h - The programs and libraries of tests ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the words of a command. Out: the programs and libraries that they name,
// or those of the profiles in sets.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_SETS_TESTEDMODULES_H
#define GMON_ANALYZER_COMMANDS_SETS_TESTEDMODULES_H

#include "commands/CommandLine.h"
#include "files/FileNames.h"
#include "support/Errors.h"

namespace gmon::command {

/// A program or library.
struct TestedModule {
  std::string Path;
  NameList Profiles;
  bool IsNamed = false; ///< some profiles may be of others
};

/// Returns the programs and libraries that \p Line names, or those of the
/// profiles in its sets. Warns of libraries whose files are not known.
llvm::Expected<std::vector<TestedModule>>
findTestedModules(const CommandLine &Line, Warnings &Warn);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_SETS_TESTEDMODULES_H
