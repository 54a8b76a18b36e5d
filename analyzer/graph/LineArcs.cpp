//===-- LineArcs.cpp - Arcs of lines, carried up to functions -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With lines, the caller of a call is its line, and a function's entry contains
// only the calls of its first line. Here a function gets the arcs and times of
// all its lines, including inlined ones, as without -l.
//
//===----------------------------------------------------------------------===//

#include "graph/LineArcs.h"

using namespace gmon;
using namespace llvm;

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
