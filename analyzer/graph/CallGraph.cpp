//===-- CallGraph.cpp - Reads the arcs of a profile -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts arcs between addresses to arcs between symbols. The caller is the
// symbol that contains the call, which may be a line or a label. The callee is
// a function.
//
//===----------------------------------------------------------------------===//

#include "graph/CallGraph.h"
#include "code/Transfer.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

ArcTally::ArcTally(std::vector<Arc> &Arcs, size_t NumMore) : Arcs(Arcs) {
  Arcs.reserve(Arcs.size() + NumMore);
  IndexOf.reserve(Arcs.size() + NumMore);
  for (ArcIndex A = 0; A < Arcs.size(); ++A)
    IndexOf[{Arcs[A].Parent, Arcs[A].Child}] = A;
}

void CallGraph::indexArcs() {
  Children.build(NumSymbols, Arcs.size(),
                 [this](size_t I) { return Arcs[I].Parent; });
  Parents.build(NumSymbols, Arcs.size(),
                [this](size_t I) { return Arcs[I].Child; });
}

std::optional<std::pair<SymbolIndex, SymbolIndex>>
gmon::findEnds(const RawArc &Raw, const SymbolTable &Table,
               ArrayRef<SymbolIndex> Functions) {
  SymbolIndex Parent = Table.lookup(Raw.From);
  SymbolIndex Child = Table.lookup(Raw.Self);
  if (Parent == NoSymbol || Child == NoSymbol || Functions[Child] == NoSymbol)
    return std::nullopt;
  // Compilers may call a part that they split off: such a call stays within the
  // function.
  if (Functions[Parent] == Functions[Child] && Table.isInPart(Raw.Self))
    return std::nullopt;
  return std::make_pair(Parent, Functions[Child]);
}

CallGraph gmon::buildGraph(const Profile &Data, const SymbolTable &Table,
                           const Samples &Times, const SpecTables &Specs) {
  CallGraph Graph;
  Graph.NumSymbols = Table.size();
  // A cycle has at least two symbols. So there is room for all cycles; unused
  // pages take no memory.
  Graph.Nodes.reserve(Table.size() + Table.size() / 2);
  Graph.Nodes.resize(Table.size());
  for (NodeIndex N = 0; N < Graph.Nodes.size(); ++N) {
    Graph.Nodes[N].Time = Times.Time[N];
    Graph.Nodes[N].Head = N;
    Graph.Nodes[N].IsCarried = Table.accountOf(N) != N;
  }

  std::vector<SymbolIndex> Functions = functionsOf(Table);
  ArcTally Tally(Graph.Arcs, Data.Arcs.size());
  for (const RawArc &Raw : Data.Arcs) {
    auto Ends = findEnds(Raw, Table, Functions);
    if (!Ends)
      continue;
    auto [Parent, Child] = *Ends;
    if (!Specs.isArcIn(Table[Parent].Address, Table[Child].Address))
      continue;
    Graph.Nodes[Child].Calls += Raw.Count;
    Tally.findOrAdd(Parent, Child).Count += Raw.Count;
  }
  Graph.indexArcs();
  return Graph;
}

/// Whether \p Name is that of a hook. A hook counts calls, and is not called by
/// the source: there would be a call in each entry.
static bool isCountingHook(StringRef Name) {
  static constexpr StringLiteral Hooks[] = {"mcount", "_mcount", "__mcount",
                                            "__fentry__", "__gmon_rt_miss"};
  Name.consume_back("@plt");
  return is_contained(Hooks, Name);
}

void gmon::addStaticCalls(CallGraph &Graph, ArrayRef<Transfer> Calls,
                          const SymbolTable &Table, const SpecTables &Specs) {
  ArcTally Tally(Graph.Arcs, Calls.size());
  for (const Transfer &Call : Calls) {
    SymbolIndex Parent = Table.lookup(Call.From);
    SymbolIndex Child = Table.lookup(Call.Target);
    if (!isCountingHook(Table[Child].Name) &&
        Specs.isArcIn(Table[Parent].Address, Table[Child].Address))
      Tally.findOrAdd(Parent, Child);
  }
  Graph.indexArcs();
}

// With lines, the caller of a call is its line, and a function's entry contains
// only the calls of its first line. Here a function gets the arcs and times of
// all its lines, including inlined ones, as without -l.
CallGraph gmon::carryToFunctions(const CallGraph &Lines,
                                 const SymbolTable &Table) {
  CallGraph Graph;
  Graph.NumSymbols = Lines.NumSymbols;
  Graph.Nodes.resize(Lines.NumSymbols);
  std::vector<SymbolIndex> OwnerOf = ownersOf(Table);
  for (NodeIndex N = 0; N < Lines.NumSymbols; ++N) {
    NodeIndex Owner = OwnerOf[N];
    Graph.Nodes[N].Head = N;
    Graph.Nodes[N].IsCarried = Owner != N;
    Graph.Nodes[N].Calls = Lines.Nodes[N].Calls;
    Graph.Nodes[Owner].Time += Lines.Nodes[N].Time;
  }

  ArcTally Tally(Graph.Arcs, Lines.Arcs.size());
  for (const Arc &Call : Lines.Arcs)
    Tally.findOrAdd(OwnerOf[Call.Parent], Call.Child).Count += Call.Count;
  Graph.indexArcs();
  return Graph;
}
