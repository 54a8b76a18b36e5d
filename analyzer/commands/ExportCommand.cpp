//===-- ExportCommand.cpp - llvm-gprof export -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a profile in a format of formats/Format.h, or as a filter of the pass.
// Without --format, the name of the file says the format. The format filecheck
// has the counts of the program. Check knows more: tail calls, and calls that
// nobody counts leave a rule open; so such rules are left out.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "commands/check/RuleChecker.h"
#include "driver/Coverage.h"
#include "driver/Driver.h"
#include "formats/Format.h"
#include "llvm/ADT/StringExtras.h"
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
    return makeError("option '" + Line.spellingOf(OPT_line) +
                     "' has no effect on the format " + Format.Name +
                     ", which is of functions");
  for (const auto &[ID, Formats] : Limited) {
    SmallVector<StringRef> Known;
    Formats.split(Known, ' ');
    if (Line.has(ID) && !is_contained(Known, Format.Name))
      return makeError("option '" + Line.spellingOf(ID) +
                       "' has no effect on the format " + Format.Name +
                       ", but on " + join(Known, ", "));
  }
  return Error::success();
}

/// Sets what limits and completes the output.
static Error takeDetails(const CommandLine &Line, Options &Opts) {
  if (Line.has(OPT_min_percent)) {
    Opts.MinPercent = Line.percentOf(OPT_min_percent, 0);
    Opts.Filter.Percent = *Opts.MinPercent;
  }
  Opts.Filter.Calls = Line.numberOf(OPT_min_calls, Opts.Filter.Calls);
  if (Line.has(OPT_assembly_bytes))
    Opts.AssemblyBytes = Line.numberOf(OPT_assembly_bytes, 0);
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
  if (Line.has(OPT_table))
    Opts.Reports = StringSwitch<unsigned>(Line.valueOf(OPT_table, ""))
                       .Case("functions", ReportFlat)
                       .Case("arcs", ReportGraph)
                       .Case("executions", ReportExecCounts)
                       .Case("lines", ReportAnnotated);
  Opts.Lines |= Opts.Reports == ReportAnnotated;
  return Error::success();
}

/// Returns the rules that the format filecheck has of \p Model.
static Expected<std::string> allRules(const ProfileModel &Model,
                                      Warnings &Warn) {
  std::string Text;
  raw_string_ostream OS(Text);
  const FormatSettings Settings;
  if (Error E = writeFileCheck({Model, Settings, OS, Warn}))
    return std::move(E);
  return std::move(Text);
}

/// Writes the rules of \p Text, one in each line, that hold for \p Model.
static Error writeHolding(const ProfileModel &Model, StringRef Text,
                          raw_ostream &OS, Warnings &Warn) {
  Expected<std::vector<Rule>> Rules = parseRules(Text, "filecheck");
  if (!Rules)
    return Rules.takeError();
  SmallVector<StringRef, 0> Lines;
  Text.split(Lines, '\n');
  const RuleChecker Checker(Model, *Rules);
  size_t NumLeftOut = 0;
  for (const Rule &R : *Rules)
    if (Checker.check(R).Holds)
      OS << Lines[R.Line - 1] << '\n';
    else
      ++NumLeftOut;
  if (NumLeftOut)
    Warn.add("left out rules that the profile does not decide",
             utostr(NumLeftOut));
  return Error::success();
}

/// Writes the rules of the format filecheck that hold for the profile that \p
/// Opts choose: to its output file or, without one, to \p OS. Warns of others.
static Error writeRulesThatHold(Options Opts, raw_ostream &OS, Warnings &Warn) {
  // A rule may name a function without calls.
  Opts.ShowUnused = true;
  ModelParts Parts;
  Parts.StacksBesideCosts = Parts.CallDoubts = true;
  Parts.Sources = Opts.Lines;
  return printOutput(Opts, OS, [&](raw_ostream &Out) {
    auto Write = [&](const ProfileModel &Model) -> Error {
      Expected<std::string> Text = allRules(Model, Warn);
      if (!Text)
        return Text.takeError();
      return writeHolding(Model, *Text, Out, Warn);
    };
    return computeModel(Opts, Warn, Write, Parts);
  });
}

/// Writes what Clang's own counters counted in the profile that \p Opts choose,
/// as writeRulesThatHold() writes.
static Error writeProfData(const Options &Opts, raw_ostream &OS,
                           Warnings &Warn) {
  return printOutput(Opts, OS, [&](raw_ostream &Out) -> Error {
    Expected<Coverage> Counted = readCoverage(Opts, Warn);
    if (!Counted)
      return Counted.takeError();
    Out << Counted->Profile->getBuffer();
    return Error::success();
  });
}

Expected<int> command::exportProfile(const CommandLine &Line, Context &Ctx) {
  Expected<Options> Opts = viewOptions(Line, Line.inputs(), Ctx.Warn);
  if (!Opts)
    return Opts.takeError();
  Opts->OutputFile = Line.outputFile().str();
  Expected<const OutputFormat *> Format = takeFormat(Line, Opts->OutputFile);
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
  const StringRef Name = (*Format)->Name;
  if (Error E = Name == "filecheck"
                    ? writeRulesThatHold(*Opts, Ctx.OS, Ctx.Warn)
                : Name == "profdata" ? writeProfData(*Opts, Ctx.OS, Ctx.Warn)
                                     : analyze(*Opts, Ctx.OS, Ctx.Warn))
    return std::move(E);
  return EXIT_SUCCESS;
}
