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
#include "graph/CallGraph.h"
#include "graph/FunctionOrder.h"
#include "profile/GmonReader.h"
#include "support/Printable.h"
#include "views/FlatProfile.h"

using namespace gmon;
using namespace llvm;

/// Prints the reports in their order.
static Error printReports(ReportContext &Context, const Settings &Set,
                          const StageResults &Stages, Warnings &Warn) {
  auto PrintFlat = [&] {
    if (Set.wants(ReportFlat))
      printFlat(Context,
                makeFlatProfile(Stages.Lines, Stages.Times, Stages.Table,
                                Stages.Specs, Stages.Data.Rate,
                                Set.Text.ShowUnused, Set.Text.IsBsd),
                Stages.Entries);
  };
  if (!Set.Text.IsBsd)
    PrintFlat();
  if (Set.wants(ReportGraph))
    printGraph(Context, Stages.Entries);
  if (Set.Text.IsBsd)
    PrintFlat();
  if (Set.wants(ReportGraph))
    printIndex(Context, Stages.Entries);
  if (Set.wants(ReportExecCounts))
    printExecCounts(Context, makeExecCounts(Stages.Lines, Stages.Blocks,
                                            Stages.Source, Stages.Table,
                                            Stages.Specs, Set.Text.ShowUnused));
  if (Set.wants(ReportAnnotated))
    return printAnnotatedSource(Context,
                                SourceProfile(Set.Annotation, Stages.Table,
                                              Stages.Lines, Stages.Blocks,
                                              Stages.Source, Stages.Specs),
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

Error gmon::printText(const Settings &Set, const StageResults &Stages,
                      const std::optional<ObjectMap> &Objects, raw_ostream &Out,
                      Warnings &Warn) {
  // Scripts get names without escapes, as from GNU gprof.
  PrintableStream ForTerminal(Out);
  raw_ostream &OS = Out.is_displayed() ? ForTerminal : Out;
  ReportContext Context{Set.Text, Stages.Data, Stages.Table, Stages.Names, OS};
  if (Set.wants(ReportFileInfo))
    for (const FileContents &File : Stages.Files.contents())
      printFileInfo(Context, File);
  if (Set.wants(ReportFileInfo) && Stages.Data.RunNotes.HookPicoseconds)
    printHookTime(Context, Stages.Hooks, Stages.Lines);
  if (Error E = printReports(Context, Set, Stages, Warn))
    return E;
  printOrders(Context, Set, Stages.Entries, Objects);
  if (Set.wants(ReportFilter))
    printFilter(Context, makeFilter(Stages.Lines, Stages.Times, Set.Filter));
  return Error::success();
}
