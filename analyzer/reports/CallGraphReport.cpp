//===-- CallGraphReport.cpp - Prints the call graph -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the entries of the call graph: a function with its callers and
// callees, or a cycle with its members; and the functions by name, each with
// the number of its entry, in three columns that are filled one by one.
//
//===----------------------------------------------------------------------===//

#include "graph/CallGraph.h"
#include "reports/Reports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Program.h"
#include <cinttypes>

using namespace gmon;
using namespace llvm;

namespace {

class GraphPrinter {
public:
  GraphPrinter(ReportContext &Context, const CallGraph &Graph)
      : Context(Context), Graph(Graph), OS(Context.OS),
        IsBsd(Context.Settings.IsBsd) {}

  void print() {
    Context.startPage();
    printHeader();
    for (NodeIndex N : shownEntries(Graph, Context.Settings.ShowUnused))
      if (hasEntry(N))
        printEntry(N);
    if (!Context.Settings.Brief)
      explainGraph(Context);
  }

private:
  void printHeader() {
    if (!IsBsd)
      OS << (Context.Settings.Brief
                 ? "\t\t\tCall graph\n\n"
                 : "\t\t\tCall graph (explanation follows)\n\n");
    printBrokenCycles();
    Context.printGranularity();
    if (Graph.PrintTime > 0) {
      PrintTime = Graph.PrintTime;
      // GNU gprof writes "seconds" whatever a profile's samples count.
      OS << format(" for %.2f%% of %.2f %s\n\n", 100 / PrintTime,
                   Context.cost(PrintTime),
                   Context.Data.IsOfInstructions
                       ? Context.Data.cost().Name.c_str()
                       : "seconds");
    } else {
      OS << " no time propagated\n\n";
    }
    if (!IsBsd) {
      OS << "index % time    self  children    called     name\n";
      return;
    }
    OS << "                                  called/total       parents \n"
          "index  %time    self descendants  called+self    name    \tindex\n"
          "                                  called/total       children\n";
    OS << '\n';
  }

  /// Prints the arcs that were removed from cycles, if there were cycles.
  void printBrokenCycles() {
    const BrokenCycles &Broken = Graph.Broken;
    if (Broken.NumForAll == 0)
      return;
    OS << "Arcs removed to break cycles: " << Broken.Arcs.size();
    if (Broken.Arcs.size() < Broken.NumForAll)
      OS << "; all cycles would take " << Broken.NumForAll;
    OS << "\n\n";
    if (Broken.Arcs.empty())
      return;
    OS << "     calls  from -> to\n";
    for (const auto &[Call, Spec] : Broken.Arcs) {
      OS << format("%10" PRIu64 "  ", Call.Count)
         << Context.Names.name(Call.Parent) << " -> "
         << Context.Names.name(Call.Child);
      if (!Spec.empty()) {
        OS << "  -k ";
        sys::printArg(OS, Spec, /*Quote=*/false);
      }
      OS << '\n';
    }
    OS << '\n';
  }

  bool hasEntry(NodeIndex N) const {
    // By line, GNU gprof has entries of functions only, and none of cycles.
    return !Context.Settings.Lines ||
           (!Graph.isCycle(N) && Context.Table[N].IsFunction);
  }

  /// Prints the name of the symbol \p N and the end of the line.
  void printName(NodeIndex N) {
    Context.Names.printFullName(OS, Graph, N);
    OS << '\n';
  }

  /// Prints two columns of times; the arguments are samples.
  void printTimes(double Self, double Children) {
    printFixed(OS, Context.cost(Self), 7, 2);
    OS << ' ';
    printFixed(OS, Context.cost(Children), IsBsd ? 11 : 7, 2);
  }

  /// Prints the line of the arc \p Call, whose other end is \p Other.
  void printArc(const Arc &Call, NodeIndex Other) {
    OS.indent(13);
    if (Graph.isInternal(Call)) {
      OS.indent(IsBsd ? 20 : 16);
      OS << right_justify(utostr(Call.Count), 7);
      OS.indent(13);
    } else {
      printTimes(Call.Time, Call.ChildTime);
      uint64_t AllCalls = Graph.Nodes[Graph.Nodes[Call.Child].Head].Calls;
      OS << ' ' << right_justify(utostr(Call.Count), 7) << '/'
         << left_justify(utostr(AllCalls), 7);
      OS.indent(5);
    }
    printName(Other);
  }

  void printParents(NodeIndex Child) {
    std::vector<ArcIndex> Calls = parentsInOrder(Graph, Child);
    if (Calls.empty()) {
      OS.indent(IsBsd ? 53 : 49);
      OS << "<spontaneous>\n";
    }
    for (ArcIndex A : Calls)
      printArc(Graph.Arcs[A], Graph.Arcs[A].Parent);
  }

  /// Prints the line of the entry itself.
  void printPrimary(NodeIndex N) {
    const Node &Entry = Graph.Nodes[N];
    bool IsCycle = Graph.isCycle(N);
    std::string Index = ("[" + Twine(Entry.Index) + "]").str();
    OS << format("%-6.6s %5.1f ", Index.c_str(),
                 100 * (Entry.Self + Entry.PropChild) / PrintTime);
    printTimes(Entry.Self, Entry.PropChild);
    if (Entry.Calls + Entry.SelfCalls != 0 || IsCycle) {
      OS << format(" %7lu", Entry.Calls);
      if (Entry.SelfCalls)
        OS << format("+%-7lu", Entry.SelfCalls);
      else
        OS.indent(8);
      OS << ' ';
    } else {
      OS.indent(17);
    }
    if (IsCycle)
      OS << "<cycle " << Entry.Cycle << " as a whole> [" << Entry.Index
         << "]\n";
    else
      printName(N);
  }

  void printMembers(NodeIndex Cycle) {
    for (NodeIndex N : Graph.membersOf(Cycle)) {
      const Node &Member = Graph.Nodes[N];
      OS.indent(13);
      printTimes(Member.Self, Member.PropChild);
      OS << format(" %7lu", Member.Calls);
      if (Member.SelfCalls)
        OS << format("+%-7lu", Member.SelfCalls);
      else
        OS.indent(8);
      OS.indent(5);
      printName(N);
    }
  }

  void printEntry(NodeIndex N) {
    if (Graph.isCycle(N)) {
      printPrimary(N);
      printMembers(N);
    } else {
      printParents(N);
      printPrimary(N);
      for (ArcIndex A : childrenInOrder(Graph, N))
        printArc(Graph.Arcs[A], Graph.Arcs[A].Child);
    }
    if (IsBsd)
      OS << '\n';
    OS << "-----------------------------------------------\n";
    if (IsBsd)
      OS << '\n';
  }

  ReportContext &Context;
  const CallGraph &Graph;
  raw_ostream &OS;
  bool IsBsd;
  double PrintTime = 1; ///< the base of percentages
};

} // namespace

void gmon::printGraph(ReportContext &Context, const CallGraph &Graph) {
  GraphPrinter(Context, Graph).print();
}

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

static std::string indexName(ReportContext &Context, const CallGraph &Graph,
                             NodeIndex N) {
  if (Graph.isCycle(N))
    return ("<cycle " + Twine(Graph.Nodes[N].Cycle) + ">").str();
  // BSD's cells are not wider.
  if (Context.Settings.IsBsd)
    return Context.Table[N].Name.str();
  return Context.Names.name(N).str();
}

/// Prints \p Cells in GNU gprof's columns: without spaces around the number.
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
