//===-- Options.cpp - The command line of llvm-gprof ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies each option of the OptionTable to the Options, and refuses invalid
// arguments.
//
//===----------------------------------------------------------------------===//

#include "options/Options.h"
#include "options/OptionTable.h"
#include "options/ResponseFiles.h"
#include "support/Errors.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::opt;

namespace {

/// An option that chooses or declines a report, and the table for its symspec;
/// a symspec of arcs is added to Arcs, if the report has arcs.
struct ReportOption {
  unsigned ID;
  ReportKind Kind;
  bool Declines;
  SpecTableKind Table;
  SpecTableKind Arcs = NumSpecTables;
};

constexpr ReportOption ReportOptions[] = {
    {OPT_flat, ReportFlat, false, FlatInclude},
    {OPT_no_flat, ReportFlat, true, FlatExclude},
    {OPT_graph, ReportGraph, false, GraphInclude, ArcInclude},
    {OPT_no_graph, ReportGraph, true, GraphExclude, ArcExclude},
    {OPT_exec, ReportExecCounts, false, ExecInclude},
    {OPT_no_exec, ReportExecCounts, true, ExecExclude},
    {OPT_annotate, ReportAnnotated, false, AnnotateInclude},
    {OPT_no_annotate, ReportAnnotated, true, AnnotateExclude},
    {OPT_file_info, ReportFileInfo, false, NumSpecTables},
    {OPT_sum, ReportSum, false, NumSpecTables},
    {OPT_function_order, ReportFunctionOrder, false, NumSpecTables},
};

/// An option whose symspec is added to a table; -E and -F add to two.
struct SpecOption {
  unsigned ID;
  SpecTableKind Table;
};

constexpr SpecOption SpecOptions[] = {
    {OPT_include_graph, GraphInclude},
    {OPT_include_graph_time, TimeInclude},
    {OPT_include_graph_time, GraphInclude},
    {OPT_exclude_graph, GraphExclude},
    {OPT_exclude_graph_time, TimeExclude},
    {OPT_exclude_graph_time, GraphExclude},
    {OPT_time, TimeInclude},
    {OPT_no_time, TimeExclude},
    {OPT_exclude_arc, ArcExclude},
};

} // namespace

/// Whether the option \p A was typed with an argument, which may be empty, as
/// in -e '' and --graph=.
static bool hasArgument(const Arg &A) {
  return (A.getNumValues() && *A.getValue()) ||
         A.getOption().getKind() == Option::JoinedOrSeparateClass ||
         (A.getAlias() && A.getAlias()->getSpelling().ends_with("="));
}

/// Reads an option that chooses reports or symbols; returns false if \p A is
/// another one.
static bool takeSelection(Options &Opts, const Arg &A) {
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  // An empty argument matches any symbol.
  bool HasArgument = hasArgument(A);
  bool IsSelection = false;
  auto AddSpec = [&](SpecTableKind Table) {
    IsSelection = true;
    if (HasArgument)
      Opts.Specs.push_back({Table, Value.str()});
  };
  for (const ReportOption &Report : ReportOptions) {
    if (!A.getOption().matches(Report.ID))
      continue;
    Opts.Mentioned |= Report.Kind;
    // -P without a symspec declines the report; with one it chooses the report.
    if (Report.Declines && !HasArgument)
      Opts.Reports &= ~Report.Kind;
    else
      Opts.Reports |= Report.Kind;
    bool IsOfArcs = Report.Arcs != NumSpecTables && Value.contains('/');
    AddSpec(IsOfArcs ? Report.Arcs : Report.Table);
  }
  for (const SpecOption &Spec : SpecOptions)
    if (A.getOption().matches(Spec.ID))
      AddSpec(Spec.Table);
  return IsSelection;
}

/// Returns the switch in \p Opts that \p ID turns on, or null.
static bool *switchOf(Options &Opts, unsigned ID) {
  switch (ID) {
  case OPT_line:
    return &Opts.Lines;
  case OPT_no_static:
    return &Opts.NoStatic;
  case OPT_only_functions:
    return &Opts.OnlyFunctions;
  case OPT_brief:
    return &Opts.Brief;
  case OPT_zero:
    return &Opts.ShowUnused;
  case OPT_traditional:
    return &Opts.Traditional;
  case OPT_print_path:
    return &Opts.PrintPath;
  case OPT_inline_file_names:
    return &Opts.InlineFileNames;
  case OPT_all_lines:
    return &Opts.AllLines;
  case OPT_separate_files:
    return &Opts.SeparateFiles;
  case OPT_static_calls:
    return &Opts.StaticCalls;
  case OPT_help:
    return &Opts.ShowHelp;
  case OPT_version:
    return &Opts.ShowVersion;
  default:
    return nullptr;
  }
}

Error Options::setDemangleStyle(StringRef Style) {
  std::optional<DemangleStyle> Known =
      StringSwitch<std::optional<DemangleStyle>>(Style)
          .Case("none", DemangleStyle::None)
          .Case("auto", DemangleStyle::Auto)
          .Case("gnu-v3", DemangleStyle::Itanium)
          .Case("java", DemangleStyle::Itanium)
          .Case("rust", DemangleStyle::Rust)
          .Case("dlang", DemangleStyle::DLang)
          .Case("gnat", DemangleStyle::Gnat)
          .Default(std::nullopt);
  if (!Known)
    return makeError("unknown demangling style '" + Style +
                     "': expected none, auto, gnu-v3, rust or dlang");
  Demangle = *Known;
  return Error::success();
}

static Error setOutputStyle(Options &Opts, StringRef Style) {
  if (Style != "LLVM" && Style != "GNU")
    return makeError("unknown output style '" + Style +
                     "': expected LLVM or GNU");
  Opts.Style = Style == "GNU" ? OutputStyle::GNU : OutputStyle::LLVM;
  return Error::success();
}

/// Sets the format by the first letter of \p Name, as GNU gprof does.
static Error setFileFormat(Options &Opts, StringRef Name) {
  std::optional<FileFormat> Known =
      StringSwitch<std::optional<FileFormat>>(Name.take_front())
          .Case("a", FileFormat::Auto)
          .Case("m", FileFormat::Magic)
          .Case("b", FileFormat::Bsd)
          .Case("4", FileFormat::Bsd44)
          .Default(std::nullopt);
  if (Name.starts_with("p"))
    return makeError("profiles of prof are not supported: use auto, magic, bsd "
                     "or 4.4bsd");
  if (!Known)
    return makeError("unknown file format '" + Name +
                     "': expected auto, magic, bsd or 4.4bsd");
  Opts.Format = *Known;
  return Error::success();
}

Expected<CountedCost> gmon::parseCost(StringRef Text) {
  std::optional<CountedCost> Cost = CountedCost::parse(Text);
  if (!Cost)
    return makeError("option '--cost' expects " + CountedCost::names() +
                     ", or one of them with ':all', not '" + Text + "'");
  return *Cost;
}

/// Parses the argument of \p A, a number.
static Expected<int64_t> numberOf(const Arg &A) {
  int64_t Number;
  if (StringRef(A.getValue()).getAsInteger(10, Number))
    return makeError("option '" + A.getSpelling() +
                     "' expects a number, not '" + A.getValue() + "'");
  return Number;
}

/// Reads a switch, or an option whose value is not a symspec.
static Error takeSetting(Options &Opts, const Arg &A) {
  unsigned ID = A.getOption().getID();
  if (bool *Switch = switchOf(Opts, ID)) {
    *Switch = true;
    return Error::success();
  }
  switch (ID) {
  case OPT_classic: // main reads these
  case OPT_no_pager:
  case OPT_summary:
    return Error::success();
  case OPT_demangle:
    Opts.Demangle = DemangleStyle::Auto;
    return Error::success();
  case OPT_demangle_eq:
    return Opts.setDemangleStyle(A.getValue());
  case OPT_no_demangle:
    Opts.Demangle = DemangleStyle::None;
    return Error::success();
  case OPT_output_style:
    return setOutputStyle(Opts, A.getValue());
  case OPT_break_cycles:
    Opts.MaxBrokenArcs = 100;
    return Error::success();
  case OPT_file_format:
    return setFileFormat(Opts, A.getValue());
  case OPT_file_order:
    Opts.Reports |= ReportFileOrder;
    Opts.Mentioned |= ReportFileOrder;
    Opts.ObjectMap = A.getValue();
    return Error::success();
  case OPT_external_symbols:
    Opts.ExternalSymbolTable = A.getValue();
    return Error::success();
  case OPT_directory_path:
    Opts.addSourceFolders(A.getValue(), /*KeepEmpty=*/true);
    return Error::success();
  default:
    break;
  }

  if (ID == OPT_debug && !hasArgument(A)) {
    Opts.Debug = DebugAll;
    return Error::success();
  }
  Expected<int64_t> Number = numberOf(A);
  if (!Number)
    return Number.takeError();
  uint64_t NotNegative = std::max<int64_t>(*Number, 0);
  switch (ID) {
  case OPT_width:
    Opts.Width = std::clamp<uint64_t>(NotNegative, 1, 1 << 20);
    break;
  case OPT_break_cycles_eq:
    Opts.MaxBrokenArcs = NotNegative;
    break;
  case OPT_debug:
    Opts.Debug |= NotNegative;
    break;
  case OPT_min_count:
    Opts.MinCount = *Number; // a negative one exceeds all counts
    break;
  case OPT_table_length:
    Opts.TableLength = NotNegative;
    break;
  default:
    llvm_unreachable("an option without a taker");
  }
  return Error::success();
}

void Options::takeFiles(ArrayRef<std::string> Words) {
  if (!Words.empty()) {
    ImageFile = Words.front();
    ProfileFiles = NameList(Words.drop_front());
  }
  if (ProfileFiles.empty())
    takeDefaultProfile();
}

void Options::takeDefaultProfile() {
  sys::fs::file_status Profile, Set;
  (void)sys::fs::status(DefaultProfile, Profile);
  (void)sys::fs::status(GMON_SET_NAME, Set);
  const bool HasSet = !isGnu() && sys::fs::exists(Set);
  const bool HasBoth = HasSet && sys::fs::exists(Profile);
  const bool TakesSet = HasSet && (!HasBoth || !Segments.isAll() ||
                                   Set.getLastModificationTime() >
                                       Profile.getLastModificationTime());
  ProfileFiles.push_back(TakesSet ? GMON_SET_NAME : DefaultProfile);
  if (HasBoth && Segments.isAll())
    PassedOver = TakesSet ? DefaultProfile.str() : GMON_SET_NAME;
}

static void addFolders(std::vector<std::string> &List, StringRef Path,
                       bool KeepEmpty) {
  SmallVector<StringRef> Folders;
  Path.split(Folders, ':', -1, KeepEmpty);
  for (StringRef Folder : Folders)
    List.push_back(Folder.str());
}

void Options::addSourceFolders(StringRef Path, bool KeepEmpty) {
  addFolders(SourceFolders, Path, KeepEmpty);
}

void Options::addDebugFolders(StringRef Path) {
  addFolders(DebugFolders, Path, /*KeepEmpty=*/false);
}

bool gmon::isGnuName(StringRef Name) {
  Name = sys::path::filename(Name);
  Name.consume_back(".exe");
  // A version.
  Name = Name.rtrim("0123456789.").rtrim('-');
  return Name.consume_back("gprof") &&
         (Name.empty() || (Name.consume_back("-") && Name != "llvm" &&
                           !Name.ends_with("-llvm")));
}

Expected<Options> gmon::parseOptions(ArrayRef<const char *> Args,
                                     StringRef SourcePath) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *> Words(Args.drop_front());
  if (Error E = expandResponseFiles(Allocator, Words))
    return std::move(E);

  OptionTable Table;
  if (Error E = Table.completeNames(Saver, Words))
    return std::move(E);
  unsigned MissingIndex, MissingCount;
  InputArgList Parsed = Table.ParseArgs(Words, MissingIndex, MissingCount);
  if (MissingCount)
    return makeError(Twine("option '") + Parsed.getArgString(MissingIndex) +
                     "' expects an argument");

  Options Opts;
  Opts.Program = Args.front();
  if (isGnuName(Opts.Program))
    Opts.Style = OutputStyle::GNU;
  for (const Arg *A : Parsed) {
    if (A->getOption().getID() == OPT_UNKNOWN)
      return Table.makeUnknownOptionError(A->getAsString(Parsed));
    if (A->getOption().getID() == OPT_INPUT || takeSelection(Opts, *A))
      continue;
    if (Error E = takeSetting(Opts, *A))
      return std::move(E);
  }
  if (Opts.wants(ReportFunctionOrder) && Opts.wants(ReportFileOrder))
    return makeError("options '-r' and '-R' exclude each other");
  if (Parsed.hasArg(OPT_summary) && Parsed.hasArg(OPT_classic))
    return makeError("options '--summary' and '--classic' exclude each other");
  // main has taken it beside names of files.
  if (Parsed.hasArg(OPT_summary) && !isGnuName(Opts.Program))
    return makeError("option '--summary' stands beside names of files alone; "
                     "'llvm-gprof report --summary' has options");
  Opts.takeFiles(Parsed.getAllArgValues(OPT_INPUT));
  Opts.addSourceFolders(SourcePath);
  return Opts;
}
