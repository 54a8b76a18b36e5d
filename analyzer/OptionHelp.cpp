//===-- OptionHelp.cpp - The texts of --help and --version ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what Opts.td says of the options, group by group, the topics of help,
// and which version this is. In: the tables of options and formats. Out: text.
//
//===----------------------------------------------------------------------===//

#include "OptionHelp.h"
#include "commands/Commands.h"
#include "formats/Format.h"
#include "options/OptionTable.h"
#include "options/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace gmon;
using namespace llvm;
using namespace llvm::opt;

/// A command line, and what it is for.
using Example = std::pair<StringLiteral, StringLiteral>;

/// The most common tasks.
static constexpr Example Examples[] = {
    {"llvm-gprof report program", "What took the time"},
    {"llvm-gprof report --callers=parse program",
     "Who called parse, and for how long"},
    {"llvm-gprof list parse program", "Source of parse, time and counts"},
    {"llvm-gprof export -o profile.html program", "All of it, for a browser"},
    {"llvm-gprof export --format=json program", "All of it, for a script"},
    {"llvm-gprof merge runs -o all.gmon", "Add up the profiles in a folder"},
    {"llvm-gprof diff program old new", "What became slower, beyond chance"},
    {"llvm-gprof check rules program", "Fail unless counts are as expected"},
    {"llvm-gprof program", "gprof's profile and call graph"},
    {"llvm-gprof -l -A -x program", "gprof's annotated source"},
};

/// What chooses what a program counts.
static constexpr Example Settings[] = {
    {"gmon-clang -a=source", "Coverage; list says what never ran"},
    {"gmon-clang -a", "Count blocks, for --cost"},
    {"GMON_OPTIONS=threads=1", "Count the calls of each thread"},
    {"GMON_OPTIONS=add=1:label=test1", "Keep runs in a set, with labels"},
    {"GMON_OPTIONS=clock=wall", "Sample threads that wait, too"},
    {"GMON_OPTIONS=help=1", "Print all settings of the runtime"},
    {"gmonctl PID dump", "Also start, stop, reset"},
};

static void printExamples(raw_ostream &OS, ArrayRef<Example> Some) {
  for (auto [Words, Purpose] : Some)
    OS << left_justify(("  " + Words).str(), 44) << "# " << Purpose << '\n';
}

/// The names of the option \p ID and of its aliases, and its argument, as in
/// "-w, --width=<columns>".
static std::string helpName(const OptionTable &Table, unsigned ID) {
  StringRef Main = Table.getOption(ID).getPrefixedName();
  Main.consume_back("=");
  std::string Result = Main.starts_with("--") ? "    " : "";
  Result += Main;
  bool HasLongName = Main.starts_with("--");
  for (unsigned Other = 1; Other <= Table.getNumOptions(); ++Other) {
    StringRef Name = Table.getOption(Other).getPrefixedName();
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

/// Prints the options of gprof, by group.
static void printOptions(raw_ostream &OS) {
  constexpr size_t TextColumn = 35;
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
}

static void printGprofHelp(raw_ostream &OS, StringRef Program) {
  OS << "Usage: " << sys::path::filename(Program)
     << " [options] [program [profile-data...]]\n"
        "The program is a.out and its profile data are gmon.out if not named.\n"
        "What is in brackets may be left out, and follows a letter at once:\n"
        "-pmain. 'help symspecs' says what a symspec is.\n";
  printOptions(OS);
}

static void printFormatTable(raw_ostream &OS) {
  for (const OutputFormat &Format : outputFormats())
    OS << "  " << left_justify(Format.Name, 13)
       << left_justify(Format.FileName, 22) << Format.Help << '\n';
}

static void printFormats(raw_ostream &OS) {
  OS << "The formats of 'llvm-gprof export', and endings of files that choose "
        "them:\n\n";
  printFormatTable(OS);
  OS << "\nreport, diff, check, sets and tests print text, or "
        "--format=markdown. "
        "diff,\nsets, tests and report --by=label print json, and diff html.\n";
}

static void printCosts(raw_ostream &OS) {
  OS << "What --cost counts in place of time, in programs that were compiled "
        "with -a:\n\n  "
     << CountedCost::names()
     << "\n\nWith ':all', as in loads:all, the runtime's own code is "
        "included.\n";
}

static constexpr StringLiteral RuleHelp =
    R"(A rule of 'llvm-gprof check' compares two of these by ==, !=, <, <=, > or >=:

  calls(F), calls(F -> G)          exact calls; with label=PATTERN: in sets
  lines(FILE:LINE), blocks(F)      executions, with -a or -a=source
  coverage(FILE), coverage()       how many of the lines were executed
  self(F), total(F), measured(F)   time: own, gprof's with callees, of stacks
  instructions(F), loads(), ...    costs: see 'help costs'
  imbalance(F), mpi(F)             of MPI jobs
  cycles                           the number of cycles
  1200, 1.5ms, 20%, baseline * 2   values

or is one of:

  growth(F, n) <= n*log(n)         with profiles of several sizes, SIZE=PROFILE
  cycle(F, G), no-cycle(F), no-new-cycles, known-cycle(F, G)

Functions that are never called: calls(F) == 0. A '#' begins a comment.
)";

static constexpr StringLiteral SymspecHelp =
    R"(A symspec chooses functions, and arcs of the call graph:

  NAME             the function NAME, of any file
  FILE:NAME        the function NAME of the source file FILE
  FILE:LINE        the function at this line
  FILE             all functions of the source file; FILE contains a dot
  CALLER/CALLEE    the calls of one function by another, of -q, -Q and -k
)";

void gmon::printHelp(raw_ostream &OS, StringRef Program) {
  if (isGnuName(Program)) {
    printGprofHelp(OS, Program);
    return;
  }
  OS << "Prints what gmon.out files say about a program.\n\n"
        "Usage: llvm-gprof command [options] ...\n\n";
  printCommands(OS);
  OS << "\nExamples:\n";
  printExamples(OS, Examples);
  OS << "\nCompile and run:\n";
  printExamples(OS, Settings);
  OS << "\n'llvm-gprof help TOPIC' explains a command, or one of: gprof, "
        "formats, costs,\nrules, symspecs; other words are searched in all "
        "help.\n\n"
        "Without a command, llvm-gprof is gprof, but prints a summary on a "
        "terminal.\n";
  printGprofHelp(OS, Program);
}

/// Prints the lines of all help that contain \p Word. Returns whether there are
/// any.
static bool search(raw_ostream &OS, StringRef Word) {
  std::string Found;
  raw_string_ostream Lines(Found);
  auto Search = [&](StringRef Heading,
                    function_ref<void(raw_ostream &)> Print) {
    std::string Text;
    raw_string_ostream Printed(Text);
    Print(Printed);
    for (StringRef Line : split(Text, '\n'))
      if (Line.contains_insensitive(Word))
        Lines << Heading << Line.ltrim() << '\n';
  };
  for (const Example &Setting : Settings)
    if (Setting.first.contains_insensitive(Word) ||
        Setting.second.contains_insensitive(Word))
      printExamples(Lines, Setting);
  for (StringRef Command : commandNames())
    Search((Command + ": ").str(),
           [&](raw_ostream &Printed) { printCommandHelp(Printed, Command); });
  Search("export --format=", printFormatTable);
  Search("check: ", [](raw_ostream &Printed) { Printed << RuleHelp; });
  Search("gprof: ", printOptions);
  OS << Found;
  return !Found.empty();
}

Error gmon::printTopic(raw_ostream &OS, StringRef Topic) {
  if (Topic == "gprof")
    printGprofHelp(OS, "llvm-gprof");
  else if (Topic == "formats")
    printFormats(OS);
  else if (Topic == "costs")
    printCosts(OS);
  else if (Topic == "rules")
    OS << RuleHelp;
  else if (Topic == "symspecs" || Topic == "symspec")
    OS << SymspecHelp;
  else if (!printCommandHelp(OS, Topic) &&
           (Topic.empty() || !search(OS, Topic)))
    return makeError("no help has '" + Topic +
                     "'; the topics are the commands, gprof, formats, costs, "
                     "rules and symspecs");
  return Error::success();
}

void gmon::printVersion(raw_ostream &OS) {
  OS << "llvm-gprof " GMON_PROJECT_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}
