//===-- TextOutput.cpp - Prints all reports as text -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the reports in GNU gprof's order.
//
//===----------------------------------------------------------------------===//

#include "driver/TextOutput.h"
#include "graph/FunctionOrder.h"
#include "graph/HookTime.h"
#include "profile/GmonReader.h"
#include "profile/ThreadTable.h"
#include "support/Printable.h"
#include "views/FunctionFilter.h"

using namespace gmon;
using namespace llvm;

/// Prints the reports in their order.
static Error printReports(ReportContext &Context, const Settings &Set,
                          const StageResults &From,
                          const ProfileModel *Measured, Warnings &Warn) {
  auto PrintFlat = [&] {
    if (Set.wants(ReportFlat))
      printFlat(Context,
                makeFlatProfile(From.Lines, From.Times, From.Table, From.Specs,
                                From.Data.Rate, Set.Text.ShowUnused,
                                Set.Text.IsBsd),
                From.Entries);
  };
  if (!Set.Text.IsBsd)
    PrintFlat();
  if (Set.wants(ReportGraph) && Measured)
    printMeasuredGraph(Context, *Measured);
  else if (Set.wants(ReportGraph))
    printGraph(Context, From.Entries);
  if (Set.Text.IsBsd)
    PrintFlat();
  if (Set.wants(ReportGraph) && !Measured)
    printIndex(Context, From.Entries);
  if (Set.wants(ReportExecCounts))
    printExecCounts(Context, makeExecCounts(From.Lines, From.Blocks,
                                            From.Source, From.Table, From.Specs,
                                            Set.Text.ShowUnused));
  if (Set.wants(ReportAnnotated))
    return printAnnotatedSource(Context,
                                SourceProfile(Set.Annotation, From.Table,
                                              From.Lines, From.Blocks,
                                              From.Source, From.Specs),
                                Warn);
  return Error::success();
}

/// Prints the reports of -r and -R. \p Objects is the map of -R, or null.
static void printOrders(ReportContext &Context, const Settings &Set,
                        const CallGraph &Graph,
                        const std::optional<ObjectMap> &Objects) {
  if (Set.wants(ReportFunctionOrder))
    printOrder(Context, orderFunctions(Graph));
  if (!Objects)
    return;
  BitVector IsFile;
  for (const Symbol &Sym : Context.Table.symbols())
    IsFile.push_back(Sym.IsFile);
  printOrder(Context, orderFiles(Graph, IsFile),
             Objects->filesWithout(Context.Table.symbols()));
}

Error gmon::printText(const Settings &Set, const StageResults &From,
                      const std::optional<ObjectMap> &Objects,
                      const ProfileModel *Measured, raw_ostream &To,
                      Warnings &Warn) {
  // Scripts get names without escapes, as from GNU gprof.
  PrintableStream ForTerminal(To);
  raw_ostream &OS = To.is_displayed() ? ForTerminal : To;
  ReportContext Context{Set.Text,   From.Data, From.Table,
                        From.Names, OS,        From.Times.AtOnce};
  if (Set.wants(ReportFileInfo))
    for (const FileContents &File : From.Files.contents())
      printFileInfo(Context, File);
  if (Set.wants(ReportFileInfo) && From.Data.RunNotes.HookPicoseconds)
    printHookTime(Context, From.Hooks, From.Lines);
  if (From.Costs)
    printCosts(OS, *From.Costs);
  for (const ThreadTable &Table : From.Threads)
    printThreads(Context, Table);
  if (Error E = printReports(Context, Set, From, Measured, Warn))
    return E;
  printOrders(Context, Set, From.Entries, Objects);
  if (Set.wants(ReportFilter))
    printFilter(Context, makeFilter(From.Lines, From.Times, Set.Filter));
  return Error::success();
}
