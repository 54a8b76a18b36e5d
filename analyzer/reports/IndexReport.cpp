//===-- IndexReport.cpp - Prints the index of the call graph --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the functions by name, each with the number of its entry, in three
// columns that are filled one by one.
//
//===----------------------------------------------------------------------===//

#include "reports/Reports.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

/// Returns the nodes of the index in its order: functions by name, then cycles.
static std::vector<NodeIndex> indexOrder(const ReportContext &Context,
                                         const CallGraph &Graph) {
  std::vector<NodeIndex> Result;
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N)
    if (!Graph.Nodes[N].IsCarried &&
        (Context.Settings.ShowUnused || Graph.Nodes[N].Calls ||
         Graph.Nodes[N].Time != 0))
      Result.push_back(N);
  llvm::stable_sort(Result, [&](NodeIndex A, NodeIndex B) {
    return Context.Table[A].Name < Context.Table[B].Name;
  });
  for (NodeIndex N = Graph.NumSymbols; N < Graph.Nodes.size(); ++N)
    Result.push_back(N);
  return Result;
}

/// Returns the name of \p N in the index.
static std::string indexName(ReportContext &Context, const CallGraph &Graph,
                             NodeIndex N) {
  if (Graph.isCycle(N))
    return ("<cycle " + Twine(Graph.Nodes[N].Cycle) + ">").str();
  // BSD's cells are not wider.
  if (Context.Settings.IsBsd)
    return Context.Table[N].Name.str();
  return Context.Names.name(N).str();
}

/// Prints the row of \p Cells in GNU gprof's columns, whose widths exclude the
/// spaces around the number.
static void printRow(ReportContext &Context, const CallGraph &Graph,
                     ArrayRef<NodeIndex> Cells) {
  size_t ColumnWidth = (Context.Settings.Width - 1) / 3;
  size_t Column = 0, Start = 0;
  for (NodeIndex N : Cells) {
    std::string Tag = NamePrinter::tag(Graph.Nodes[N]);
    Column += Tag.size();
    for (; Column < Start + 5; ++Column)
      Context.OS << ' ';
    std::string Name = indexName(Context, Graph, N);
    if (!Graph.isCycle(N) && !Context.Settings.Lines &&
        Context.Table[N].IsStatic && !Context.Table[N].Path.empty())
      Name += (" (" + Context.Names.path(Context.Table[N].Path) + ")").str();
    Context.OS << ' ' << Tag << ' ' << Name;
    Column += Name.size();
    Start += ColumnWidth;
  }
  Context.OS << '\n';
}

static void printBsdRow(ReportContext &Context, const CallGraph &Graph,
                        ArrayRef<NodeIndex> Cells) {
  for (NodeIndex N : Cells)
    Context.OS << format("%6.6s %-19.19s",
                         NamePrinter::tag(Graph.Nodes[N]).c_str(),
                         indexName(Context, Graph, N).c_str());
  Context.OS << '\n';
}

void gmon::printIndex(ReportContext &Context, const CallGraph &Graph) {
  Context.OS << "\f\nIndex by function name\n\n";
  std::vector<NodeIndex> Nodes = indexOrder(Context, Graph);
  size_t NumRows = (Nodes.size() + 2) / 3;
  for (size_t Row = 0; Row < NumRows; ++Row) {
    SmallVector<NodeIndex, 3> Cells;
    for (size_t I = Row; I < Nodes.size(); I += NumRows)
      Cells.push_back(Nodes[I]);
    if (Context.Settings.IsBsd)
      printBsdRow(Context, Graph, Cells);
    else
      printRow(Context, Graph, Cells);
  }
}
