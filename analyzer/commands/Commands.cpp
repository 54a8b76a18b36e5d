//===-- Commands.cpp - llvm-gprof merge and the like ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the command, or prints its help from CommandOpts.td.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "CommandLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;
using namespace llvm::opt;

using CommandFn = Expected<int> (*)(const CommandLine &, Context &);

static CommandFn functionOf(StringRef Name) {
  return StringSwitch<CommandFn>(Name)
      .Case("check", check)
      .Case("completion", completion)
      .Case("coverage", coverage)
      .Case("diff", diff)
      .Case("export", exportProfile)
      .Case("list", list)
      .Case("merge", merge)
      .Case("pgo", pgo)
      .Case("report", report)
      .Case("sets", sets)
      .Case("tests", tests);
}

bool gmon::isCommand(ArrayRef<const char *> Args) {
  // GNU gprof has no commands.
  return Args.size() > 1 && !isGnuName(Args[0]) &&
         CommandTable().find(Args[1]) && !isProgram(Args[1]);
}

Error gmon::checkCommandName(ArrayRef<const char *> Args) {
  if (Args.size() < 2 || isGnuName(Args[0]) || sys::fs::exists(Args[1]))
    return Error::success();
  const StringRef Word = Args[1];
  const StringRef Meant = StringSwitch<StringRef>(Word)
                              .Case("annotate", "list")
                              .Case("html", "export -o FILE.html")
                              .Case("page", "export -o FILE.html")
                              .Case("version", "--version")
                              .Default("");
  if (!Meant.empty())
    return makeFileError(Word, "no such file or command; did you mean '" +
                                   Meant + "'?");
  const std::string Typed = Word.lower();
  NearestWord Nearest(Typed, /*MaxDistance=*/2);
  const CommandTable Table;
  for (const Command &C : Table.commands())
    Nearest.consider(C.Name);
  if (std::string Near = Nearest.suggestion(); !Near.empty())
    return makeFileError(Word, "no such file or command" + Near);
  if (!Word.empty() && all_of(Word, isAlpha))
    return makeFileError(Word, "no such file or command; 'llvm-gprof help " +
                                   Word + "' searches the help");
  return Error::success();
}

/// Returns the names of the option \p ID and of its aliases, and its argument.
static std::string helpName(const CommandTable &Table, unsigned ID) {
  StringRef Long = Table.getOption(ID).getPrefixedName();
  std::string Result = "    " + Long.str();
  for (unsigned Other = 1; Other <= Table.getNumOptions(); ++Other) {
    StringRef Letter = Table.getOption(Other).getPrefixedName();
    Option Alias = Table.getOption(Other).getAlias();
    if (Alias.isValid() && Alias.getID() == ID && !Letter.starts_with("--"))
      Result = (Letter + ", " + Long).str();
  }
  if (const char *Argument = Table.getOptionMetaVar(ID))
    Result += (Twine("=<") + Argument + ">").str();
  return Result;
}

static void printHelp(raw_ostream &OS, const CommandTable &Table,
                      const Command &C) {
  constexpr size_t TextColumn = 35;
  OS << C.HelpText << ".\n\nUsage: llvm-gprof " << C.Name << ' ' << C.Usage
     << "\n\n";
  for (unsigned ID = 1; ID <= Table.getNumOptions(); ++ID) {
    const char *Text = Table.getOptionHelpText(ID);
    if (!Text || !Table.knows(C, ID))
      continue;
    std::string Name = "  " + helpName(Table, ID);
    if (Name.size() >= TextColumn)
      Name += '\n' + std::string(TextColumn, ' ');
    OS << left_justify(Name, TextColumn) << Text << '\n';
  }
}

Expected<int> gmon::runCommand(ArrayRef<const char *> Args, raw_ostream &OS,
                               Warnings &Warn) {
  const CommandTable Table;
  const Command &C = *Table.find(Args[1]);
  Expected<CommandLine> Line = CommandLine::parse(Table, C, Args.drop_front(2));
  if (!Line)
    return Line.takeError();
  if (Line->has(OPT_help)) {
    printHelp(OS, Table, C);
    return EXIT_SUCCESS;
  }
  if (Error E = Line->checkValues(Table))
    return std::move(E);
  Context Ctx{OS, Warn};
  return functionOf(C.Name)(*Line, Ctx);
}

bool gmon::printCommandHelp(raw_ostream &OS, StringRef Name) {
  const CommandTable Table;
  const Command *C = Table.find(Name);
  if (C)
    printHelp(OS, Table, *C);
  return C != nullptr;
}

std::vector<StringRef> gmon::commandNames() {
  std::vector<StringRef> Names;
  for (const Command &C : CommandTable().commands())
    Names.push_back(C.Name);
  return Names;
}

void gmon::printCommands(raw_ostream &OS) {
  for (const Command &C : CommandTable().commands())
    OS << "  " << left_justify(C.Name, 12) << C.HelpText << '\n';
}
