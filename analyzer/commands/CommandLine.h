//===-- CommandLine.h - The command line of a command -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the words behind the name of a command by CommandOpts.td. In: words.
// Out: options and inputs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_COMMANDLINE_H
#define GMON_ANALYZER_COMMANDS_COMMANDLINE_H

#include "model/LineRange.h"
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

/// A command: its name, and the texts of its help.
struct Command {
  const char *Name, *HelpText, *Usage;
  unsigned Visibility; ///< the bit of its options
  /// Words, separated by spaces, with which the words of another program begin.
  llvm::StringLiteral Others = "";
};

/// The commands and all their options.
class CommandTable : public llvm::opt::GenericOptTable {
public:
  CommandTable();

  /// Returns all commands, sorted by their names.
  llvm::ArrayRef<Command> commands() const;
  /// Returns the command \p Name, or null.
  const Command *find(llvm::StringRef Name) const;
  /// Whether \p C has the option \p ID.
  bool knows(const Command &C, unsigned ID) const;
  /// Returns the end of an error that suggests the option of \p C with nearly
  /// the name \p Name, or nothing.
  std::string suggest(const Command &C, llvm::StringRef Name) const;
};

class CommandLine {
public:
  /// Parses \p Words, the words behind the name of \p C.
  static llvm::Expected<CommandLine> parse(const CommandTable &Table,
                                           const Command &C,
                                           llvm::ArrayRef<const char *> Words);

  /// The options, and the inputs as OPT_INPUT.
  const llvm::opt::InputArgList &args() const { return Args; }
  bool has(OptionID ID) const { return Args.hasArg(ID); }
  /// Returns the argument of the last \p ID, or \p Default.
  llvm::StringRef valueOf(OptionID ID, llvm::StringRef Default) const {
    return Args.getLastArgValue(ID, Default);
  }
  /// Returns the file of -o; empty for standard output, which is "-", too.
  llvm::StringRef outputFile() const;
  /// Returns the last \p ID, which must be there, as the user wrote it, without
  /// its argument.
  llvm::StringRef spellingOf(OptionID ID) const {
    return llvm::StringRef(Args.getLastArg(ID)->getSpelling()).rtrim('=');
  }
  /// Fails if an option has an argument that it does not expect. The functions
  /// below return what was checked.
  llvm::Error checkValues(const CommandTable &Table);
  /// Returns the argument of the last \p ID, a number, or \p Default.
  uint64_t numberOf(OptionID ID, uint64_t Default) const {
    (void)valueOf(ID, "").getAsInteger(10, Default);
    return Default;
  }
  /// Returns a number with a fraction.
  double percentOf(OptionID ID, double Default) const {
    (void)valueOf(ID, "").getAsDouble(Default);
    return Default;
  }
  /// The choice of --rank, --label and --process.
  const SegmentChoice &segments() const { return Segments; }
  /// The argument of --cost.
  const std::optional<CountedCost> &cost() const { return Cost; }
  /// Returns the words that are not options.
  std::vector<std::string> inputs() const {
    return Args.getAllArgValues(OPT_INPUT);
  }

  /// The words from the first of Command::Others on.
  const std::vector<std::string> &rest() const { return Rest; }

private:
  CommandLine() : Storage(std::make_unique<llvm::BumpPtrAllocator>()) {}

  std::unique_ptr<llvm::BumpPtrAllocator> Storage; ///< contains words of @FILE
  llvm::opt::InputArgList Args;
  std::vector<std::string> Rest;
  SegmentChoice Segments;
  std::optional<CountedCost> Cost;
};

/// Returns the options for reading the program and the profile data that \p
/// Words name, as llvm-gprof does without a command. Folders, patterns and sets
/// stand for data files: see expandNames(). \p Label is in place of --label.
llvm::Expected<Options>
profileOptions(const CommandLine &Line, llvm::ArrayRef<std::string> Words,
               Warnings &Warn,
               std::optional<llvm::StringRef> Label = std::nullopt);

/// Returns the lines of the diff that --changed-lines names.
llvm::Expected<std::vector<LineRange>> changedLines(const CommandLine &Line);

/// Takes the cost, and the folders for debug files and source files, that \p
/// Line and GPROF_PATH name.
void takeCostAndFolders(const CommandLine &Line, Options &Opts);

/// Returns option --format, one of \p Words, or the first of these. \p Command
/// is in the error: " of check".
llvm::Expected<llvm::StringRef> formatOf(const CommandLine &Line,
                                         llvm::StringRef Command,
                                         llvm::ArrayRef<llvm::StringRef> Words);

/// Returns these, with the options of \p Line that the commands for terminals
/// share.
llvm::Expected<Options> viewOptions(const CommandLine &Line,
                                    llvm::ArrayRef<std::string> Words,
                                    Warnings &Warn);

/// Returns the options of \p Line that choose what is reported, not how, as
/// words.
std::vector<std::string> dataOptions(const CommandLine &Line);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_COMMANDLINE_H
