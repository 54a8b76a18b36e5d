//===-- AssemblyListing.h - Source with its instructions --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the instructions of a function: below their lines of source or,
// without source, in order of address.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_LIST_ASSEMBLYLISTING_H
#define GMON_ANALYZER_COMMANDS_LIST_ASSEMBLYLISTING_H

#include "assembly/AssemblySource.h"
#include "commands/TextTable.h"
#include "profile/Cost.h"
#include <map>

namespace gmon::command {

/// What is known of a function beside its code.
struct AssemblyContext {
  llvm::StringRef Path;                  ///< of its source; empty if unknown
  std::optional<llvm::StringRef> Source; ///< the text of the file
  std::map<uint32_t, uint64_t> Counts;   ///< executions of lines
  uint32_t FirstLine = 0, LastLine = 0;  ///< of the function; 0 if unknown
  CostKind Cost;                         ///< what samples count
  double Total = 0;                      ///< samples that are 100%
  uint64_t Granularity = 0; ///< bytes of code that a sample tells apart
};

/// Returns \p Text with tabs replaced by spaces, and escapes in place of
/// control characters.
std::string expandTabs(llvm::StringRef Text);

/// Prints \p Code, and notes about it.
void printAssembly(llvm::raw_ostream &OS, const Terminal &Display,
                   const FunctionAssembly &Code,
                   const AssemblyContext &Context);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIST_ASSEMBLYLISTING_H
