//===-- DebugReport.cpp - Shows the work of the stages --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are linkage names, times are in samples.
//
//===----------------------------------------------------------------------===//

#include "reports/DebugReport.h"
#include "code/CodeInstruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <numeric>

using namespace gmon;
using namespace llvm;

/// Returns the text of \p Address in this report.
static std::string hex(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

/// Returns the name of the symbol \p Index, which may be NoSymbol.
static StringRef nameOf(const SymbolTable &Table, SymbolIndex Index) {
  return Index == NoSymbol ? "no symbol" : Table[Index].Name;
}

static std::string nameOf(const CallGraph &Graph, const SymbolTable &Table,
                          NodeIndex N) {
  return Graph.isCycle(N)
             ? ("<cycle " + Twine(Graph.Nodes[N].Cycle) + ">").str()
             : Table[N].Name.str();
}

void DebugReport::showProfile(const Profile &Data) {
  if (!shows(DebugRecords))
    return;
  for (const Histogram &Hist : Data.Histograms)
    OS << "[records] histogram " << hex(Hist.Low) << " to " << hex(Hist.High)
       << ": " << Hist.Bins.size() << " bins, " << Hist.Bins.total()
       << " samples, " << Data.Rate << " a second\n";
  for (const RawArc &Raw : Data.Arcs)
    OS << "[records] arc " << hex(Raw.From) << " to " << hex(Raw.Self)
       << ": count " << Raw.Count << '\n';
}

void DebugReport::showSymbols(const SymbolTable &Table) {
  if (!shows(DebugSymbols))
    return;
  for (const Symbol &Sym : Table.symbols()) {
    OS << "[symbols] " << hex(Sym.Address) << " to " << hex(Sym.End) << ": "
       << Sym.Name << (Sym.IsStatic ? ", static" : ", global")
       << (Sym.IsFunction ? " function" : " label or line");
    if (!Sym.Path.empty())
      OS << ", " << Sym.Path << ':' << Sym.Line;
    OS << '\n';
  }
}

void DebugReport::showSymspecs(const SpecTables &Specs,
                               const SymbolTable &Table) {
  if (!shows(DebugSymspecs))
    return;
  static constexpr struct {
    SpecTableKind Kind;
    const char *Name;
  } Kinds[] = {{FlatInclude, "in the flat profile"},
               {FlatExclude, "not in the flat profile"},
               {GraphInclude, "in the call graph"},
               {GraphExclude, "not in the call graph"},
               {TimeInclude, "with time"},
               {TimeExclude, "without time"},
               {ArcInclude, "start of an arc that is read"},
               {ArcExclude, "start of an arc that is not read"},
               {AnnotateInclude, "in annotated source"},
               {AnnotateExclude, "not in annotated source"},
               {ExecInclude, "in execution counts"},
               {ExecExclude, "not in execution counts"}};
  static_assert(std::size(Kinds) == NumSpecTables);
  for (const auto &[Kind, Name] : Kinds)
    for (const Symbol &Sym : Table.symbols())
      if (Specs.contains(Kind, Sym.Address))
        OS << "[symspecs] " << hex(Sym.Address) << ' ' << Sym.Name << ": "
           << Name << '\n';
}

void DebugReport::showBlocks(const BlockCounts &Blocks,
                             const SymbolTable &Table) {
  if (!shows(DebugBlocks) || Blocks.all().empty())
    return;
  for (SymbolIndex I = 0; I < Table.size(); ++I)
    for (const BlockCount &Block : Blocks.of(I))
      OS << "[blocks] " << hex(Block.Address) << " in " << Table[I].Name
         << ": count " << Block.Count << '\n';
}

void DebugReport::showStaticCalls(ArrayRef<Transfer> Calls,
                                  const SymbolTable &Table) {
  if (!shows(DebugStaticCalls))
    return;
  for (const Transfer &Call : Calls)
    OS << "[static-calls] " << hex(Call.From) << " in "
       << nameOf(Table, Table.lookup(Call.From))
       << (Call.IsCall ? " calls " : " jumps to ")
       << nameOf(Table, Table.lookup(Call.Target)) << '\n';
}

void DebugReport::showLookups(const Profile &Data, const SymbolTable &Table) {
  for (const RawArc &Raw : Data.Arcs)
    OS << "[lookups] caller " << hex(Raw.From) << ": "
       << nameOf(Table, Table.lookup(Raw.From)) << "; called " << hex(Raw.Self)
       << ": " << nameOf(Table, Table.lookup(Raw.Self)) << '\n';
}

void DebugReport::showTally(const Profile &Data, const SymbolTable &Table,
                            const CallGraph &Graph) {
  std::vector<SymbolIndex> Functions = functionsOf(Table);
  DenseMap<std::pair<NodeIndex, NodeIndex>, uint64_t> CountOf;
  for (const Arc &Call : Graph.Arcs)
    CountOf[{Call.Parent, Call.Child}] = Call.Count;
  for (const RawArc &Raw : Data.Arcs) {
    OS << "[tally] " << Raw.Count << " from " << hex(Raw.From) << " to "
       << hex(Raw.Self) << ": ";
    auto Ends = findEnds(Raw, Table, Functions);
    auto Found = Ends ? CountOf.find(*Ends) : CountOf.end();
    if (Found == CountOf.end())
      OS << "left out\n";
    else
      OS << "of " << Found->second << " from " << Table[Ends->first].Name
         << " to " << Table[Ends->second].Name << '\n';
  }
}

void DebugReport::showArcs(const Profile &Data, const SymbolTable &Table,
                           const CallGraph &Graph) {
  if (shows(DebugLookups))
    showLookups(Data, Table);
  if (shows(DebugTally))
    showTally(Data, Table, Graph);
}

void DebugReport::showCycles(const CallGraph &Graph, const SymbolTable &Table) {
  for (const BrokenArc &Broken : Graph.Broken.Arcs)
    OS << "[cycles] removed " << Table[Broken.Call.Parent].Name << " to "
       << Table[Broken.Call.Child].Name << ": count " << Broken.Call.Count
       << '\n';
  for (NodeIndex N = Graph.NumSymbols; N < Graph.Nodes.size(); ++N)
    for (NodeIndex Member : Graph.membersOf(N))
      OS << "[cycles] " << Table[Member].Name << ": " << nameOf(Graph, Table, N)
         << '\n';
}

void DebugReport::showTopologicalSort(const CallGraph &Graph,
                                      const SymbolTable &Table) {
  std::vector<NodeIndex> Sorted(Graph.NumSymbols);
  std::iota(Sorted.begin(), Sorted.end(), 0);
  llvm::stable_sort(Sorted, [&](NodeIndex A, NodeIndex B) {
    return Graph.Nodes[A].TopOrder < Graph.Nodes[B].TopOrder;
  });
  for (NodeIndex N : Sorted)
    OS << "[topological-sort] " << Graph.Nodes[N].TopOrder << ": "
       << Table[N].Name << '\n';
}

void DebugReport::showPropagation(const CallGraph &Graph,
                                  const SymbolTable &Table) {
  for (NodeIndex N = 0; N < Graph.Nodes.size(); ++N) {
    const Node &Entry = Graph.Nodes[N];
    OS << "[propagation] " << nameOf(Graph, Table, N)
       << format(": fraction %g, self %g, children %g\n", Entry.Fraction,
                 Entry.Self, Entry.PropChild);
  }
  for (const Arc &Call : Graph.Arcs)
    if (!Graph.isInternal(Call))
      OS << "[propagation] " << Table[Call.Child].Name << " to "
         << Table[Call.Parent].Name << ": " << Call.Count << '/'
         << Graph.Nodes[Graph.Nodes[Call.Child].Head].Calls
         << format(", self %g, children %g\n", Call.Time, Call.ChildTime);
}

void DebugReport::showArcSort(const CallGraph &Graph,
                              const SymbolTable &Table) {
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N) {
    for (ArcIndex A : parentsInOrder(Graph, N))
      OS << "[arc-sort] " << Table[N].Name << ": parent "
         << Table[Graph.Arcs[A].Parent].Name << '\n';
    for (ArcIndex A : childrenInOrder(Graph, N))
      OS << "[arc-sort] " << Table[N].Name << ": child "
         << Table[Graph.Arcs[A].Child].Name << '\n';
  }
}

void DebugReport::showGraph(const CallGraph &Graph, const SymbolTable &Table) {
  if (shows(DebugCycles))
    showCycles(Graph, Table);
  if (shows(DebugTopologicalSort))
    showTopologicalSort(Graph, Table);
  if (shows(DebugPropagation))
    showPropagation(Graph, Table);
  if (shows(DebugArcSort))
    showArcSort(Graph, Table);
}

void DebugReport::showSource(const SymbolTable &Table, const CallGraph &Graph,
                             const SpecTables &Specs) {
  if (!shows(DebugSource))
    return;
  for (SymbolIndex I = 0; I < Table.size(); ++I) {
    const Symbol &Sym = Table[I];
    if (!Sym.Path.empty() &&
        Specs.isIn(AnnotateInclude, AnnotateExclude, Sym.Address))
      OS << "[source] " << Sym.Path << ':' << Sym.Line << ": "
         << hex(Sym.Address) << ' ' << Sym.Name << ", count "
         << Graph.Nodes[I].Calls << '\n';
  }
}
