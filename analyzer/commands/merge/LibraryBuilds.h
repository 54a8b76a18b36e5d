//===-- LibraryBuilds.h - Profiles of one build of a library ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process numbers its libraries of one file name: libx.so and libx.so-2. The
// numbers are in the order in which it loaded them. In: names of profiles with
// such numbers. Out: the names of sums, in each of which is one build.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_LIBRARYBUILDS_H
#define GMON_ANALYZER_COMMANDS_LIBRARYBUILDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace gmon::command {

/// A profile of a library.
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

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIBRARYBUILDS_H
