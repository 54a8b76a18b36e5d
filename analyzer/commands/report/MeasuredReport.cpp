//===-- MeasuredReport.cpp - Reports of measured stacks -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses samples as the user demands, and tells how many there are.
//
//===----------------------------------------------------------------------===//

#include "commands/report/MeasuredReport.h"
#include "commands/CostText.h"
#include "commands/report/MpiReport.h"
#include "commands/report/RankReport.h"
#include "commands/report/ReportHead.h"
#include "support/Printable.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

double MeasuredContext::timedCalls(StackFunctionIndex F) const {
  // A filter chooses samples, but calls are known of all stacks only.
  return Filter.choosesStacks() ? 0 : double(Times.timedCalls(F));
}

/// Returns the functions that \p Text means, by index.
static Expected<BitVector> setOf(const StackModel &Stacks,
                                 const FunctionLookup &Lookup, StringRef Text) {
  auto Found = chooseFunctions(Lookup, Text);
  if (!Found)
    return Found.takeError();
  BitVector Result(Stacks.Functions.size());
  for (FunctionIndex F : *Found)
    Result.set(F);
  return Result;
}

static Expected<StackFilter> makeStackFilter(const StackModel &Stacks,
                                             const FunctionLookup &Lookup,
                                             const ReportSettings &Settings) {
  StackFilter Filter;
  for (StringRef Text : Settings.Focus) {
    auto Functions = setOf(Stacks, Lookup, Text);
    if (!Functions)
      return Functions.takeError();
    Filter.Focus.push_back(std::move(*Functions));
  }
  for (StringRef Text : Settings.Ignore) {
    auto Functions = setOf(Stacks, Lookup, Text);
    if (!Functions)
      return Functions.takeError();
    Filter.Ignore |= *Functions;
  }
  return Filter;
}

/// Prints how much time the options choose.
static void printChoice(raw_ostream &OS, const MeasuredContext &Context) {
  const ReportSettings &Settings = Context.Settings;
  if (Settings.Focus.empty() && Settings.Ignore.empty())
    return;
  const double Chosen = Context.Times.total();
  OS << CostText(Context.Stacks.Cost).amount(Context.Stacks.cost(Chosen))
     << " (" << fixed(ProfileModel::percent(Chosen, Context.All), 1)
     << "%) of stacks";
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

Error command::printMeasuredReport(raw_ostream &OS, const ProfileModel &Model,
                                   const ReportSettings &Settings) {
  const StackModel &Stacks = *Model.Stacks;
  if (Settings.View == ReportView::Ranks)
    return printRanks(OS, Stacks, Settings);
  if (Settings.View == ReportView::Mpi)
    return printMpi(OS, Stacks, Settings);
  const FunctionLookup Lookup(Stacks);
  Expected<StackFilter> Filter = makeStackFilter(Stacks, Lookup, Settings);
  if (!Filter)
    return Filter.takeError();
  const StackTimes Times(Stacks, *Filter);
  const StackNames Names(Stacks);
  const double All = Stacks.numSamples();
  MeasuredContext Context{
      OS,     Model,   Stacks, Settings, Names,
      Lookup, *Filter, Times,  All,      LowerBounds(Stacks)};
  std::string Text;
  raw_string_ostream Summary(Text);
  printStackSummary(Summary, Model);
  Summary << headNotes(Model);
  printChoice(Summary, Context);
  Text = wrapLines(Text, Settings.Display);
  if (Settings.isTree())
    return printMeasuredTrees(Context, Text);
  OS << Text;
  printMeasuredTable(Context);
  return Error::success();
}
