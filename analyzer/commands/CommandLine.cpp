//===-- CommandLine.cpp - The command line of a command -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The visibility of an option, in LLVM's OptTable, says which commands have it.
// Other options are errors, which this file reports.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "MergeInputs.h"
#include "files/ProfileSet.h"
#include "files/SetReader.h"
#include "options/ResponseFiles.h"
#include "support/Errors.h"
#include "support/LLVMVersion.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include <set>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;
using namespace llvm::opt;

#define PREFIX GMON_OPTION_PREFIX
#define OPTTABLE_STR_TABLE_CODE
#include "CommandOpts.inc"
#undef OPTTABLE_STR_TABLE_CODE
#undef PREFIX

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "CommandOpts.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

/// The commands by their names in CommandOpts.td, and the options.
namespace visibility {

enum CommandBit : unsigned {
  check = 1 << 1, // the lowest bit is LLVM's
  completion = 1 << 2,
  coverage = 1 << 3,
  diff = 1 << 4,
  export_profile = 1 << 5,
  list_source = 1 << 6,
  merge = 1 << 7,
  pgo = 1 << 8,
  report = 1 << 9,
  sets = 1 << 10,
  tests = 1 << 11,
};

static constexpr OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "CommandOpts.inc"
#undef OPTION
};

} // namespace visibility

static constexpr Command AllCommands[] = {
    {"check", "Check a profile against a file of rules",
     "[options] rules [program [[size=]profile-data...]]", visibility::check},
    {"completion", "A script that lets a shell complete the command line",
     "bash | zsh", visibility::completion},
    {"coverage", "Regions, branches and conditions, by llvm-cov",
     "[options] [program [profile-data...]] [report | show | export "
     "[option of llvm-cov...]]",
     visibility::coverage, "export report show"},
    {"diff", "Show what changed between two profiles",
     "[options] [program] old new | program old... program new...",
     visibility::diff},
    {"export", "A page for a browser, or a file for other programs",
     "[options] --format=name [-o file] [program [profile-data...]]",
     visibility::export_profile},
    {"list", "Source with time and counts: of a function, or all",
     "[options] [function] [program [profile-data...]]",
     visibility::list_source},
    {"merge", "Add up the data files of many runs", "[options] file...",
     visibility::merge},
    {"pgo", "A profile by which clang -fprofile-sample-use optimizes",
     "[options] -o file [program [profile-data...]]", visibility::pgo},
    {"report", "Table of the functions that took the time",
     "[options] [program [profile-data...]]", visibility::report},
    {"sets", "Table of the processes in sets of profiles", "[options] [set...]",
     visibility::sets},
    {"tests", "Which tests, by label, call a function",
     "--calls=function [options] [program...] [set...]", visibility::tests},
};

CommandTable::CommandTable()
    : GenericOptTable(GMON_OPTION_TABLES(visibility::InfoTable)) {
  setDashDashParsing(true);
}

ArrayRef<Command> CommandTable::commands() const { return AllCommands; }

const Command *CommandTable::find(StringRef Name) const {
  const auto *Found = llvm::find_if(
      commands(), [&](const Command &C) { return Name == C.Name; });
  return Found == commands().end() ? nullptr : Found;
}

bool CommandTable::knows(const Command &C, unsigned ID) const {
  return visibility::InfoTable[ID - 1].Visibility & C.Visibility;
}

std::string CommandTable::suggest(const Command &C, StringRef Name) const {
  if (Name == "--html")
    return "; it is '-o FILE.html'";
  if (Name == "--threads")
    return "; it is '--by=thread'";
  NearestWord Nearest(Name, /*MaxDistance=*/2);
  for (unsigned ID = 1; ID <= getNumOptions(); ++ID) {
    StringRef Known = getOption(ID).getPrefixedName().rtrim('=');
    if (!Known.starts_with("--") || !knows(C, ID))
      continue;
    if (Known.starts_with(Name))
      return ("; did you mean '" + Known + "'?").str();
    Nearest.consider(Known);
  }
  return Nearest.suggestion();
}

Expected<CommandLine> CommandLine::parse(const CommandTable &Table,
                                         const Command &C,
                                         ArrayRef<const char *> Words) {
  CommandLine Line;
  SmallVector<StringRef> Others;
  StringRef(C.Others).split(Others, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  const auto *End = find_if(
      Words, [&](StringRef Word) { return is_contained(Others, Word); });
  Line.Rest.assign(End, Words.end());
  SmallVector<const char *> All(Words.begin(), End);
  if (Error E = expandResponseFiles(*Line.Storage, All))
    return std::move(E);
  if (is_contained(make_range(All.begin(), llvm::find(All, StringRef("--"))),
                   StringRef()))
    return makeError("the name of a file is empty");
  unsigned MissingIndex, MissingCount;
  Line.Args = Table.ParseArgs(All, MissingIndex, MissingCount, Visibility(~0u));
  if (MissingCount)
    return makeError(Twine("option '") + Line.Args.getArgString(MissingIndex) +
                     "' expects an argument");
  for (const Arg *A : Line.Args) {
    unsigned ID = A->getOption().getID();
    if (ID == OPT_INPUT)
      continue;
    if (ID == OPT_UNKNOWN) {
      const std::string Word = A->getAsString(Line.Args);
      // Objective-C's methods have such names.
      if (StringRef(Word).starts_with("-["))
        return makeError("unknown option '" + Word +
                         "'; behind '--', it is a name");
      return makeError("unknown option '" + Word + "'" +
                       Table.suggest(C, StringRef(Word).split('=').first));
    }
    if (!Table.knows(C, ID))
      return makeError(Twine(C.Name) + " has no option '" + A->getSpelling() +
                       "'");
  }
  return std::move(Line);
}

StringRef CommandLine::outputFile() const {
  const StringRef Name = valueOf(OPT_output, "");
  return Name == "-" ? "" : Name;
}

/// Returns "a, b or c".
static std::string alternatives(ArrayRef<StringRef> Words) {
  return join(Words.drop_back(), ", ") + " or " + Words.back().str();
}

/// Options whose argument is a whole number of at least this.
static constexpr std::pair<OptionID, uint64_t> WholeNumbers[] = {
    {OPT_assembly_bytes, 0}, {OPT_columns, 0},   {OPT_depth, 1},
    {OPT_jobs, 1},           {OPT_min_calls, 0}, {OPT_top, 1}};

/// Options whose argument is a number with a fraction, in these bounds.
static constexpr std::tuple<OptionID, double, double> Percentages[] = {
    {OPT_min_percent, 0, 100},
    {OPT_risk, 0.0001, 50},
    {OPT_tolerance, 0, 1000}};

Error CommandLine::checkValues(const CommandTable &Table) {
  if (has(OPT_output) && valueOf(OPT_output, "").empty())
    return makeError("option '--output' expects the name of a file");
  uint64_t Whole;
  for (auto [ID, Least] : WholeNumbers)
    if (const Arg *A = Args.getLastArg(ID);
        A &&
        (StringRef(A->getValue()).getAsInteger(10, Whole) || Whole < Least))
      return makeError("option '" + A->getSpelling() +
                       "' expects a number of " + Twine(Least) +
                       " or more, not '" + A->getValue() + "'");
  double Number;
  for (auto [ID, Least, Most] : Percentages)
    if (const Arg *A = Args.getLastArg(ID);
        A && (StringRef(A->getValue()).getAsDouble(Number) ||
              !(Number >= Least && Number <= Most)))
      return createStringError(
          "option '%s' expects a percentage from %g to %g, not '%s'",
          A->getSpelling().str().c_str(), Least, Most, A->getValue());
  for (OptionID ID : {OPT_color, OPT_sort, OPT_table}) {
    const StringRef Name = Table.getOption(ID).getPrefixedName();
    const std::vector<std::string> Words =
        Table.suggestValueCompletions(Name, "");
    if (has(ID) && !is_contained(Words, valueOf(ID, "")))
      return makeError(
          "option '" + Name + "' expects " +
          alternatives(SmallVector<StringRef>(Words.begin(), Words.end())) +
          ", not '" + valueOf(ID, "") + "'");
  }
  for (const Arg *A : Args) {
    Error E = Error::success();
    if (A->getOption().matches(OPT_rank))
      E = Segments.setRanks(A->getValue());
    else if (A->getOption().matches(OPT_label))
      Segments.setLabel(A->getValue());
    else if (A->getOption().matches(OPT_process))
      E = Segments.setProcess(A->getValue());
    if (E)
      return E;
  }
  return has(OPT_cost)
             ? parseCost(valueOf(OPT_cost, "")).moveInto(Cost.emplace())
             : Error::success();
}

/// Returns some of the programs whose profiles \p Set has, for an error.
static std::string programsOf(const ProfileSet &Set) {
  constexpr size_t MostNames = 3;
  std::set<StringRef> Names;
  for (const Segment &S : Set.segments())
    if (!S.program().empty())
      Names.insert(S.program());
  std::string Text;
  size_t Number = 0;
  for (StringRef Name : Names) {
    if (Number++ == MostNames)
      return Text + " or one of " + utostr(Names.size() - MostNames) + " more";
    Text += (Text.empty() ? "'" : " or '") + printable(Name) + "'";
  }
  return Text;
}

/// Fails if a set stands where \p Opts expect the program, or beside a set the
/// program that nobody named is missing. The error names the set's programs.
static Error requireProgram(const Options &Opts, bool IsNamed) {
  const bool IsSetFirst = isSet(Opts.ImageFile);
  if (!IsSetFirst &&
      (IsNamed || sys::fs::exists(Opts.ImageFile) ||
       Opts.ProfileFiles.size() != 1 || !isSet(Opts.ProfileFiles[0])))
    return Error::success();
  const std::string Path =
      IsSetFirst ? Opts.ImageFile : std::string(Opts.ProfileFiles[0]);
  Expected<std::shared_ptr<const ProfileSet>> Set = openSet(Path);
  if (!Set)
    return Set.takeError();
  const std::string Programs = programsOf(**Set);
  return makeFileError(Path, "a set of profiles expects one of its programs in "
                             "front of it" +
                                 (Programs.empty() ? "" : ": " + Programs));
}

Expected<Options> command::profileOptions(const CommandLine &Line,
                                          ArrayRef<std::string> Words,
                                          Warnings &Warn,
                                          std::optional<StringRef> Label) {
  Options Opts;
  Opts.Segments = Line.segments();
  Opts.takeFiles(Words);
  if (Error E = requireProgram(Opts, /*IsNamed=*/!Words.empty()))
    return std::move(E);
  if (Label)
    Opts.Segments.setLabel(*Label);
  if (Error E = expandNames(Opts.ProfileFiles, Opts.Segments, Warn)
                    .moveInto(Opts.ProfileFiles))
    return std::move(E);
  return Opts;
}

void command::takeCostAndFolders(const CommandLine &Line, Options &Opts) {
  Opts.Cost = Line.cost();
  for (StringRef Path : Line.args().getAllArgValues(OPT_debug_folders))
    Opts.addDebugFolders(Path);
  Opts.AnySource = Line.has(OPT_any_source);
  for (StringRef Path : Line.args().getAllArgValues(OPT_source_path))
    Opts.addSourceFolders(Path);
  Opts.addSourceFolders(sys::Process::GetEnv("GPROF_PATH").value_or(""));
}

Expected<StringRef> command::formatOf(const CommandLine &Line,
                                      StringRef Command,
                                      ArrayRef<StringRef> Words) {
  const StringRef Format = Line.valueOf(OPT_format, Words.front());
  if (!is_contained(Words, Format))
    return makeError("option '--format'" + Command + " expects " +
                     alternatives(Words) + ", not '" + Format + "'");
  return Format;
}

Expected<Options> command::viewOptions(const CommandLine &Line,
                                       ArrayRef<std::string> Words,
                                       Warnings &Warn) {
  Options Opts;
  if (Error E = profileOptions(Line, Words, Warn).moveInto(Opts))
    return std::move(E);
  Opts.Lines = Line.has(OPT_line);
  Opts.ShortNames = !Line.has(OPT_full_names);
  takeCostAndFolders(Line, Opts);
  return Opts;
}

std::vector<std::string> command::dataOptions(const CommandLine &Line) {
  std::vector<std::string> Result;
  for (auto [ID, Name] :
       {std::pair(OPT_rank, "--rank="), std::pair(OPT_label, "--label="),
        std::pair(OPT_process, "--process=")})
    if (Line.has(ID))
      Result.push_back((Name + Line.valueOf(ID, "")).str());
  if (Line.has(OPT_cost))
    Result.push_back(("--cost=" + Line.valueOf(OPT_cost, "")).str());
  for (StringRef Path : Line.args().getAllArgValues(OPT_debug_folders))
    Result.push_back(("--debug-file-directory=" + Path).str());
  return Result;
}

Expected<std::vector<LineRange>>
command::changedLines(const CommandLine &Line) {
  const std::string Name = Line.valueOf(OPT_changed_lines, "").str();
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Name);
  if (!Text)
    return Text.takeError();
  Expected<std::vector<LineRange>> Result = parseDiff((*Text)->getBuffer());
  if (!Result)
    return makeFileError(Name, toString(Result.takeError()));
  return Result;
}
