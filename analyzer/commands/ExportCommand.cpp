//===-- ExportCommand.cpp - llvm-gprof export -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a profile in a format of formats/Format.h, or as a filter of the pass.
// Without --format, the name of the file says the format.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "commands/check/HoldingRules.h"
#include "driver/Driver.h"
#include "formats/Format.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the format that the user chooses.
static Expected<const OutputFormat *> takeFormat(const CommandLine &Line,
                                                 StringRef OutputFile) {
  if (Line.has(OPT_format)) {
    const StringRef Name = Line.valueOf(OPT_format, "");
    if (const OutputFormat *Format = findFormat(Name))
      return Format;
    return makeError("unknown format '" + Name + "': expected " +
                     formatNames(", ", ", or "));
  }
  if (const OutputFormat *Format = findFormatOfFile(OutputFile))
    return Format;
  return makeError("export expects --format=NAME, or -o with a name that ends "
                   "as in profile.html; 'llvm-gprof help formats' lists them");
}

/// Fails if \p Line has an option of other formats than \p Format.
static Error checkFormat(const CommandLine &Line, const OutputFormat &Format) {
  static constexpr struct {
    OptionID ID;
    StringLiteral Formats; ///< separated by spaces
  } Limited[] = {
      {OPT_table, "csv"},
      {OPT_by, "folded"},
      {OPT_min_calls, "filter"},
      {OPT_min_percent, "dot filter folded html pprof speedscope"},
      {OPT_assembly_bytes, "html json"},
      {OPT_inlines, "json pprof"},
      {OPT_any_source, "gcov html"},
  };
  if (!Format.Write && Line.has(OPT_line))
    return makeError("a filter is of functions, not of lines");
  for (const auto &[ID, Formats] : Limited) {
    SmallVector<StringRef> Known;
    Formats.split(Known, ' ');
    if (Line.has(ID) && !is_contained(Known, Format.Name))
      return makeError("option '" + Line.spellingOf(ID) +
                       "' has no effect on the format " + Format.Name);
  }
  return Error::success();
}

/// Sets the table of csv.
static Error takeTable(StringRef Name, Options &Opts) {
  Opts.Reports = StringSwitch<unsigned>(Name)
                     .Case("functions", ReportFlat)
                     .Case("arcs", ReportGraph)
                     .Case("executions", ReportExecCounts)
                     .Case("lines", ReportAnnotated)
                     .Default(0);
  if (Opts.Reports)
    return Error::success();
  return makeError("option '--table' expects functions, arcs, executions or "
                   "lines, not '" +
                   Name + "'");
}

/// Sets what limits and completes the output.
static Error takeDetails(const CommandLine &Line, Options &Opts) {
  if (Line.has(OPT_min_percent)) {
    double &Percent = Opts.MinPercent.emplace();
    if (Error E = Line.percentOf(OPT_min_percent, 0, 100, 0).moveInto(Percent))
      return E;
    Opts.Filter.Percent = Percent;
  }
  if (Error E = Line.numberOf(OPT_min_calls, 0, Opts.Filter.Calls)
                    .moveInto(Opts.Filter.Calls))
    return E;
  if (Line.has(OPT_assembly_bytes))
    if (Error E = Line.numberOf(OPT_assembly_bytes, 0, 0)
                      .moveInto(Opts.AssemblyBytes.emplace()))
      return E;
  if (StringRef By = Line.valueOf(OPT_by, "thread"); By != "thread")
    return makeError("option '--by' of export expects thread, not '" + By +
                     "'");
  Opts.ByThread = Line.has(OPT_by);
  Opts.ShowUnused = Line.has(OPT_all);
  Opts.ShowInlines = Line.has(OPT_inlines);
  Opts.ShortNames = Line.has(OPT_short_names);
  if (Line.has(OPT_demangle))
    if (Error E = Opts.setDemangleStyle(Line.valueOf(OPT_demangle, "")))
      return E;
  return Line.has(OPT_table) ? takeTable(Line.valueOf(OPT_table, ""), Opts)
                             : Error::success();
}

Expected<int> command::exportProfile(const CommandLine &Line, Context &To) {
  Expected<Options> Opts = viewOptions(Line, Line.inputs(), To.Warn);
  if (!Opts)
    return Opts.takeError();
  Expected<StringRef> OutputFile = Line.outputFile();
  if (!OutputFile)
    return OutputFile.takeError();
  Opts->OutputFile = OutputFile->str();
  Expected<const OutputFormat *> Format = takeFormat(Line, *OutputFile);
  if (!Format)
    return Format.takeError();
  if (Error E = checkFormat(Line, **Format))
    return std::move(E);
  if ((*Format)->Write)
    Opts->Output = *Format;
  else
    Opts->Reports = ReportFilter;
  if (Error E = takeDetails(Line, *Opts))
    return std::move(E);
  Error E = (*Format)->Name == "filecheck"
                ? writeRulesThatHold(*Opts, To.OS, To.Warn)
                : analyze(*Opts, To.OS, To.Warn);
  if (E)
    return std::move(E);
  return EXIT_SUCCESS;
}
