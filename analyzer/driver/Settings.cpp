//===-- Settings.cpp - What each stage needs of the options ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the settings of all stages from the options: the only place where
// options affect each other.
//
//===----------------------------------------------------------------------===//

#include "driver/Settings.h"

using namespace gmon;
using namespace llvm;

/// Returns the reports to make: those of the options, or else all for which \p
/// Data has data. Fails if \p Data lacks the data for a report.
static Expected<unsigned> chooseReports(const Options &Opts, OutputNeeds Needs,
                                        const Profile &Data) {
  const unsigned Found =
      (Data.HasHistograms ? ReportFlat : 0) | (Data.HasArcs ? ReportGraph : 0);
  unsigned Reports = Opts.Reports | (Needs.Times ? ReportFlat : 0);
  if (Needs.Kind != OutputKind::Text && !Opts.Reports)
    Reports |=
        Found |
        (Opts.Lines || Needs.Lines ? ReportExecCounts | ReportAnnotated : 0);
  if (Reports == 0)
    Reports = (Found ? Found : unsigned(ReportExecCounts)) & ~Opts.Mentioned;
  if ((Reports & ReportFlat) && !Data.HasHistograms)
    return makeError("a flat profile needs a histogram, and the profile data "
                     "have none");
  if ((Reports & ReportGraph) && !Data.HasArcs)
    return makeError("a call graph needs arcs, and the profile data have none");
  return Reports;
}

/// Returns how much of the program's DWARF the reports and symspecs need.
/// Reading less is faster for large programs.
static DebugInfo::Depth neededDepth(const Options &Opts, unsigned Reports,
                                    bool Lines, OutputNeeds Needs) {
  if (!Opts.ExternalSymbolTable.empty())
    return DebugInfo::NoLines;
  if (Lines)
    return Opts.ShowInlines ? DebugInfo::LinesAndInlinedCalls
                            : DebugInfo::LinesAndFunctions;
  // With lines, inlined functions would change the names of rows.
  if (Needs.Stacks)
    return DebugInfo::LinesAndInlinedCalls;
  const bool SpecsNeedLines = any_of(Opts.Specs, [](const SpecRequest &Spec) {
    return StringRef(Spec.Text).find_first_of(".:0123456789") !=
           StringRef::npos;
  });
  const bool ModelNeedsLines = Needs.Kind != OutputKind::Text && Needs.Sources;
  constexpr unsigned WithLines = ReportExecCounts | ReportAnnotated;
  // Symspecs name the arcs that break cycles.
  if (SpecsNeedLines || ModelNeedsLines || Opts.InlineFileNames ||
      Opts.MaxBrokenArcs || Opts.Debug || (Reports & WithLines))
    return DebugInfo::LinesOnly;
  // The index and a filter contain the files of local functions.
  return Needs.Sources && Reports & (ReportGraph | ReportFilter)
             ? DebugInfo::FilesOnly
             : DebugInfo::NoLines;
}

Expected<Settings> gmon::makeSettings(const Options &Opts, OutputNeeds Needs,
                                      const Profile &Data, Warnings &Warn) {
  Expected<unsigned> Reports = chooseReports(Opts, Needs, Data);
  if (!Reports)
    return Reports.takeError();
  if (Opts.Demangle == DemangleStyle::Gnat)
    Warn.add("no demangler knows the style 'gnat'; names are as linked");
  auto Wants = [&](ReportKind Kind) { return (*Reports & Kind) != 0; };
  const bool IsText = Needs.Kind == OutputKind::Text;
  const bool IsGnu = Opts.isGnu();
  const bool ByLine = Opts.Lines || Needs.Lines || Opts.ShowInlines;
  // A command has lines where there are some, unless the user asks for them.
  const bool IsForModel = Needs.Kind == OutputKind::Model && !Opts.Lines;
  // GNU's sum is by line, so that reports of it by line are right.
  const bool Lines = ByLine || (Wants(ReportSum) && IsGnu);

  Settings Result;
  Result.Reports = *Reports;
  Result.Debug = Opts.Debug;
  if (Wants(ReportSum))
    Result.Sum = IsGnu ? SumToWrite::Gnu : SumToWrite::Own;
  Result.SumFormat = Opts.Format;
  Result.HasArcs = Data.HasArcs || !IsText;
  Result.Code = {neededDepth(Opts, *Reports, Lines, Needs),
                 IsGnu,
                 Opts.NoStatic,
                 Opts.OnlyFunctions,
                 Lines,
                 Opts.StaticCalls,
                 Opts.ExternalSymbolTable,
                 Wants(ReportFileOrder) ? Opts.ObjectMap : ""};
  Result.DebugFolders = Opts.DebugFolders;
  const bool WantsLines = !IsForModel && (ByLine || Wants(ReportAnnotated));
  Result.Counts = {Opts.Specs,
                   IsGnu,
                   Lines,
                   ByLine,
                   Needs.Kind != OutputKind::Model && !Wants(ReportSum) &&
                       !Opts.Cost,
                   WantsLines,
                   (Lines || WantsLines) && !IsGnu};
  // A model's arcs are between functions.
  Result.Graph = {Opts.StaticCalls, Lines && !IsText, Opts.MaxBrokenArcs};
  DemangleStyle Demangle =
      Opts.Traditional ? DemangleStyle::None : Opts.Demangle;
  if (IsGnu && Demangle == DemangleStyle::Auto)
    Demangle = DemangleStyle::GnuAuto;
  Result.Names = {Demangle, Opts.ShortNames, Lines, Opts.InlineFileNames,
                  Opts.PrintPath};
  Result.Text = {Opts.Traditional,   Opts.Brief,       Opts.ShowUnused, Lines,
                 Opts.SeparateFiles, Opts.TableLength, Opts.Width};
  Result.Annotation = {Opts.SourceFolders, Opts.MinCount,   Opts.TableLength,
                       Opts.AllLines,      Opts.ShowUnused, IsGnu};
  Result.Filter = Opts.Filter;
  Result.Model = {Lines, Opts.ShowUnused, Wants(ReportExecCounts)};
  Result.Format = {*Reports,
                   Opts.MinPercent,
                   Opts.ShowInlines,
                   Opts.ByThread,
                   Opts.ShowUnused,
                   {Opts.SourceFolders, Opts.AnySource}};
  return Result;
}
