//===-- CallGraph.cpp - Reads the arcs of a profile -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns arcs between addresses into arcs between symbols. The caller is
// whatever symbol the call lies in, a line or a label too; the callee is a
// function.
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

void CallGraph::indexArcs() {
  Children.build(NumSymbols, Arcs.size(),
                 [this](size_t I) { return Arcs[I].Parent; });
  Parents.build(NumSymbols, Arcs.size(),
                [this](size_t I) { return Arcs[I].Child; });
}

CallGraph gmon::buildGraph(const Profile &Data, const SymbolTable &Table,
                           const Samples &Times, const SpecTables &Specs) {
  CallGraph Graph;
  Graph.NumSymbols = Table.size();
  // A cycle has two symbols or more: this leaves room for all, and pages that
  // are not used take no memory.
  Graph.Nodes.reserve(Table.size() + Table.size() / 2);
  Graph.Nodes.resize(Table.size());
  for (NodeIndex N = 0; N < Graph.Nodes.size(); ++N) {
    Graph.Nodes[N].Time = Times.Time[N];
    Graph.Nodes[N].Head = N;
  }

  std::vector<SymbolIndex> Functions = functionsOf(Table);
  DenseMap<std::pair<NodeIndex, NodeIndex>, ArcIndex> ArcOf;
  ArcOf.reserve(Data.Arcs.size());
  Graph.Arcs.reserve(Data.Arcs.size());
  for (const RawArc &Raw : Data.Arcs) {
    SymbolIndex Parent = Table.lookup(Raw.From);
    SymbolIndex Child = Table.lookup(Raw.Self);
    if (Parent == NoSymbol || Child == NoSymbol)
      continue;
    Child = Functions[Child];
    if (Child == NoSymbol ||
        !Specs.isArcIn(Table[Parent].Address, Table[Child].Address))
      continue;
    Graph.Nodes[Child].Calls += Raw.Count;
    auto [It, New] = ArcOf.try_emplace({Parent, Child}, Graph.Arcs.size());
    if (New)
      Graph.Arcs.push_back({Parent, Child});
    Graph.Arcs[It->second].Count += Raw.Count;
  }
  Graph.indexArcs();
  return Graph;
}

/// Whether \p Name is that of a hook, which counts calls and is none of the
/// program's: there would be one in each entry.
static bool isCountingHook(StringRef Name) {
  static constexpr StringLiteral Hooks[] = {"mcount", "_mcount", "__mcount",
                                            "__fentry__", "__gmon_miss"};
  Name.consume_back("@plt");
  return is_contained(Hooks, Name);
}

void gmon::addStaticCalls(CallGraph &Graph, ArrayRef<Transfer> Calls,
                          const SymbolTable &Table, const SpecTables &Specs) {
  DenseSet<std::pair<NodeIndex, NodeIndex>> Known;
  for (const Arc &A : Graph.Arcs)
    Known.insert({A.Parent, A.Child});
  for (const Transfer &Call : Calls) {
    SymbolIndex Parent = Table.lookup(Call.From);
    SymbolIndex Child = Table.lookup(Call.Target);
    if (!isCountingHook(Table[Child].Name) &&
        Specs.isArcIn(Table[Parent].Address, Table[Child].Address) &&
        Known.insert({Parent, Child}).second)
      Graph.Arcs.push_back({Parent, Child});
  }
  Graph.indexArcs();
}
