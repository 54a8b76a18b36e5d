//===-- CommandLine.h - The command line of a command -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the words behind the name of a command apart by CommandOpts.td. In:
// words. Out: options, and the other words, for the command to read.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_COMMANDLINE_H
#define GMON_ANALYZER_COMMANDS_COMMANDLINE_H

#include "options/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace gmon::command {

enum OptionID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "CommandOpts.inc"
#undef OPTION
};

/// The commands and all their options.
class CommandTable : public llvm::opt::GenericOptTable {
public:
  CommandTable();

  /// The command \p Name, or null.
  const SubCommand *find(llvm::StringRef Name) const;
  /// Whether \p Command knows the option \p ID.
  bool knows(const SubCommand &Command, unsigned ID) const;
};

class CommandLine {
public:
  /// Reads \p Words, those behind the name of \p Command.
  static llvm::Expected<CommandLine>
  parse(const CommandTable &Table,
        const llvm::opt::OptTable::SubCommand &Command,
        llvm::ArrayRef<const char *> Words);

  /// The options, and the other words: OPT_INPUT.
  const llvm::opt::InputArgList &args() const { return Args; }
  bool has(OptionID ID) const { return Args.hasArg(ID); }
  /// The argument of the last \p ID, or \p Default.
  llvm::StringRef valueOf(OptionID ID, llvm::StringRef Default) const {
    return Args.getLastArgValue(ID, Default);
  }
  /// The number that is the argument of the last \p ID, of \p Least or more;
  /// or \p Default.
  llvm::Expected<uint64_t> numberOf(OptionID ID, uint64_t Least,
                                    uint64_t Default) const;
  /// The same of a number with a fraction, from \p Least to \p Most.
  llvm::Expected<double> percentOf(OptionID ID, double Least, double Most,
                                   double Default) const;
  /// The words that are no options.
  std::vector<std::string> inputs() const {
    return Args.getAllArgValues(OPT_INPUT);
  }

private:
  CommandLine() : Storage(std::make_unique<llvm::BumpPtrAllocator>()) {}

  std::unique_ptr<llvm::BumpPtrAllocator> Storage; ///< of words of @FILE
  llvm::opt::InputArgList Args;
};

/// Options that read the program and the profile data that \p Words name, as
/// llvm-gprof does without a command, and choose nothing else.
Options profileOptions(llvm::ArrayRef<std::string> Words);

/// The same, with the options of \p Line that the views for terminals have.
Options viewOptions(const CommandLine &Line, llvm::ArrayRef<std::string> Words);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_COMMANDLINE_H
