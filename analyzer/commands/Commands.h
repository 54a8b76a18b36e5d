//===-- Commands.h - llvm-gprof merge and the like --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The commands. A command is the first word of a command line, and has options
// of its own instead of gprof's. In: words. Out: the command's output.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_COMMANDS_H
#define GMON_ANALYZER_COMMANDS_COMMANDS_H

#include "support/Errors.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace gmon {

namespace command {

class CommandLine;

/// The environment of all commands.
struct Context {
  llvm::raw_ostream &OS; ///< for results
  Warnings &Warn;
};

/// Executes its command, and returns the exit status.
llvm::Expected<int> check(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> completion(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> coverage(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> diff(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> exportProfile(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> list(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> merge(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> pgo(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> report(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> sets(const CommandLine &Line, Context &Ctx);
llvm::Expected<int> tests(const CommandLine &Line, Context &Ctx);

} // namespace command

/// Whether \p Args, program name first, begin with a command. The name of a
/// program's file is no command.
bool isCommand(llvm::ArrayRef<const char *> Args);

/// Fails if \p Args begin with what is no file, but nearly a command.
llvm::Error checkCommandName(llvm::ArrayRef<const char *> Args);

/// Executes the command that \p Args begin with, prints to \p OS, and returns
/// the exit status.
llvm::Expected<int> runCommand(llvm::ArrayRef<const char *> Args,
                               llvm::raw_ostream &OS, Warnings &Warn);

/// Prints the --help of the command \p Name; returns false if there is none.
bool printCommandHelp(llvm::raw_ostream &OS, llvm::StringRef Name);

std::vector<llvm::StringRef> commandNames();

/// Prints a line for each command.
void printCommands(llvm::raw_ostream &OS);

} // namespace gmon

#endif // GMON_ANALYZER_COMMANDS_COMMANDS_H
