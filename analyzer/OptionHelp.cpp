//===-- OptionHelp.cpp - The texts of --help and --version ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what Opts.td says of the options, group by group, and which version
// this is. In: the table of options. Out: text.
//
//===----------------------------------------------------------------------===//

#include "OptionHelp.h"
#include "commands/Commands.h"
#include "options/OptionTable.h"
#include "options/Options.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace gmon;
using namespace llvm;
using namespace llvm::opt;

/// The most common commands and their purposes.
static void printExamples(raw_ostream &OS) {
  static constexpr std::pair<StringLiteral, StringLiteral> Examples[] = {
      {"program", "What took the time, and who called it"},
      {"report --top=20 program", "The same as a short table"},
      {"-l -A -x program", "Source with the counts of its lines"},
      {"list main program", "Source of a function, with time"},
      {"-q -f parse program", "Call graph of parse and what it calls"},
      {"merge runs -o all.gmon", "Add up the profiles in a folder"},
      {"diff program old new", "What became slower, beyond chance"},
      {"check rules program", "Fail unless counts are as expected"},
      {"--format=json program", "Everything, for a script"},
  };
  OS << "\nExamples:\n";
  for (auto [Words, Purpose] : Examples)
    OS << left_justify(("  llvm-gprof " + Words).str(), 40) << "# " << Purpose
       << '\n';
}

/// The names of the option \p ID and of its aliases, and its argument, as in
/// "-w, --width=<columns>".
static std::string helpName(const OptionTable &Table, unsigned ID) {
  StringRef Main = Table.getOptionPrefixedName(ID);
  Main.consume_back("=");
  std::string Result = Main.starts_with("--") ? "    " : "";
  Result += Main;
  bool HasLongName = Main.starts_with("--");
  for (unsigned Other = 1; Other <= Table.getNumOptions(); ++Other) {
    StringRef Name = Table.getOptionPrefixedName(Other);
    if (!Table.getOption(Other).getAlias().isValid() ||
        Table.getOption(Other).getAlias().getID() != ID || Name.ends_with("="))
      continue;
    Result += (", " + Name).str();
    HasLongName |= Name.starts_with("--");
  }
  const char *Argument = Table.getOptionMetaVar(ID);
  if (!Argument)
    return Result;
  if (Table.getOptionKind(ID) == Option::JoinedClass)
    return Result + (HasLongName ? "[=" : "[") + Argument + "]";
  return Result + (HasLongName ? "=<" : " <") + Argument + ">";
}

void gmon::printHelp(raw_ostream &OS, StringRef Program) {
  constexpr size_t TextColumn = 35;
  OS << "Prints what gmon.out files say about a program.\n\nUsage: "
     << sys::path::filename(Program)
     << " [options] [program [profile-data...]]\n"
        "The program is a.out and its profile data are gmon.out if not named.\n"
        "What is in brackets may be left out, and follows a letter at once:\n"
        "-pmain. A symspec is [file:]function, [file:]line or a file.\n"
        "\nUsage: "
     << sys::path::filename(Program)
     << " command [options] ...\n"
        "The commands, of which each has its own --help, are:\n";
  printCommands(OS);
  OptionTable Table;
  for (unsigned Group : {OPT_reports, OPT_accounting, OPT_entries, OPT_layout,
                         OPT_source, OPT_inputs, OPT_others}) {
    OS << '\n' << Table.getOptionHelpText(Group) << ":\n";
    for (unsigned ID = 1; ID <= Table.getNumOptions(); ++ID) {
      const char *Text = Table.getOptionHelpText(ID);
      if (!Text || Table.getOptionGroupID(ID) != Group)
        continue;
      std::string Name = "  " + helpName(Table, ID);
      if (Name.size() >= TextColumn)
        Name += '\n' + std::string(TextColumn, ' ');
      OS << left_justify(Name, TextColumn) << Text << '\n';
    }
  }
  printExamples(OS);
}

void gmon::printVersion(raw_ostream &OS) {
  OS << "llvm-gprof " GMON_PROJECT_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}
