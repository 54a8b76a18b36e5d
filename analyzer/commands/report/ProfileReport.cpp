//===-- ProfileReport.cpp - The views of llvm-gprof report ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses samples as the user demands, and tells how many there are. Views that
// need samples of stacks are errors without them.
//
//===----------------------------------------------------------------------===//

#include "commands/report/ProfileReport.h"
#include "driver/Sidecars.h"
#include "support/Printable.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

double ViewContext::timedCalls(FunctionIndex F) const {
  // A filter chooses samples, but calls are known of all stacks only.
  return Filter.choosesStacks() && !Times.areEstimates()
             ? 0
             : double(Times.timedCalls(F));
}

/// Returns the functions that \p Text means, by index.
static Expected<BitVector> setOf(const ProfileModel &Model,
                                 const FunctionLookup &Lookup, StringRef Text) {
  auto Found = chooseFunctions(Lookup, Text);
  if (!Found)
    return Found.takeError();
  BitVector Result(Model.Functions.size());
  for (FunctionIndex F : *Found)
    Result.set(F);
  return Result;
}

static Expected<StackFilter> makeStackFilter(const ProfileModel &Model,
                                             const ReportSettings &Settings) {
  StackFilter Filter;
  if (Settings.Focus.empty() && Settings.Ignore.empty())
    return Filter;
  const FunctionLookup Lookup(Model);
  for (StringRef Text : Settings.Focus) {
    auto Functions = setOf(Model, Lookup, Text);
    if (!Functions)
      return Functions.takeError();
    Filter.Focus.push_back(std::move(*Functions));
  }
  for (StringRef Text : Settings.Ignore) {
    auto Functions = setOf(Model, Lookup, Text);
    if (!Functions)
      return Functions.takeError();
    Filter.Ignore |= *Functions;
  }
  return Filter;
}

/// Prints how much time the options choose.
static void printChoice(raw_ostream &OS, const ViewContext &Context) {
  const ReportSettings &Settings = Context.Settings;
  if (Settings.Focus.empty() && Settings.Ignore.empty())
    return;
  const double Chosen = Context.Times.total();
  OS << CostText(Context.Cost).amount(Context.Cost.of(Chosen)) << " ("
     << fixed(ProfileModel::percent(Chosen, Context.All), 1) << "%) of stacks";
  auto PrintNames = [&](ArrayRef<std::string> Names, const char *Separator,
                        const char *Between) {
    for (const std::string &Name : Names) {
      OS << Separator << '\'' << shortened(Name) << '\'';
      Separator = Between;
    }
  };
  PrintNames(Settings.Focus, " with ", " and ");
  PrintNames(Settings.Ignore, " without ", " or ");
  OS << '\n';
}

/// Returns the reason why \p Settings have a view that \p Model, without
/// samples of stacks, has not.
static Error whyNoView(const ProfileModel &Model,
                       const ReportSettings &Settings, Warnings &Warn) {
  auto NeedsStacks = [&](const Twine &What) {
    return Model.HasStacks && !Model.hasTimes()
               ? makeError(What + " needs samples, and there are none")
               : makeStacksError(What, Warn);
  };
  const ReportView View = Settings.View;
  if (!Settings.Ignore.empty())
    return NeedsStacks("option '--ignore'");
  if (!Settings.Focus.empty() && View != ReportView::Functions &&
      View != ReportView::Lines)
    return NeedsStacks("option '--focus' with another view than a table of "
                       "functions or lines");
  if (Settings.isTree() && Settings.ByLine)
    return NeedsStacks("a tree with lines");
  if (Settings.isOfRanks() && !Model.HasStacks)
    return makeStacksError(
        View == ReportView::Mpi ? "option '--mpi'" : "option '--ranks'", Warn);
  if (View == ReportView::Modules)
    return NeedsStacks("option '--by=module'");
  if (View == ReportView::Tree && !Model.hasTimes())
    return makeError("option '--tree' needs samples, and there are none; "
                     "--callers and --callees print calls");
  if (View == ReportView::Tree && !Model.Run.HasArcs)
    return makeError("option '--tree' needs calls, and there are none");
  if (View != ReportView::Threads || !Model.Threads.empty())
    return Error::success();
  const std::string Why = takeStacksFailure(Warn);
  return makeError(
      Why.empty()
          ? "nothing is known of threads: there are no stacks beside "
            "the profile data; run the program with "
            "GMON_OPTIONS=threads=1"
          : "a table of threads needs the stacks of samples, and " + Why);
}

Error command::printProfileReport(raw_ostream &OS, const ProfileModel &Model,
                                  ReportSettings Settings, Warnings &Warn) {
  const bool IsMeasured = Model.isMeasured();
  if (!IsMeasured)
    if (Error E = whyNoView(Model, Settings, Warn))
      return E;
  if (Settings.View == ReportView::Ranks)
    return printRanks(OS, Model, Settings);
  if (Settings.View == ReportView::Mpi)
    return printMpi(OS, Model, Settings);
  if (!Model.hasTimes() && !Settings.ChoosesSort)
    Settings.Sort = SortKey::Calls;
  Expected<StackFilter> Filter = makeStackFilter(Model, Settings);
  if (!Filter)
    return Filter.takeError();
  const StackTimes Times = StackTimes::shown(Model, *Filter);
  const StackNames Names(Model);
  ViewContext Context{OS,
                      Model,
                      Settings,
                      Names,
                      *Filter,
                      Times,
                      Model.shownCost(),
                      Model.shownAtOnce(),
                      Model.allSamples(),
                      Model.hasTimes(),
                      LowerBounds(Model)};
  std::string Text;
  raw_string_ostream Summary(Text);
  if (IsMeasured)
    printStackSummary(Summary, Model);
  else
    printProcessTime(Summary, Model);
  // Trees of estimates say what these are.
  if (IsMeasured || !Settings.isTree())
    Summary << headNotes(Model);
  if (IsMeasured)
    printChoice(Summary, Context);
  Text = wrapLines(Text, Settings.Display);
  if (Settings.isTree())
    return printTrees(Context, Text);
  OS << Text;
  printTable(Context);
  return Error::success();
}
