//===-- Propagation.cpp - Times from callees to callers -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First from callers to callees: which entries the options print, and which
// fraction of a symbol's time belongs to them. Then from callees to callers:
// each caller inherits a share of a callee's time, in proportion to its calls.
// Sums are formed in GNU gprof's order, children and parents latest first,
// since ties in the reports depend on the last bit.
//
//===----------------------------------------------------------------------===//

#include "graph/CallGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace gmon;
using namespace llvm;

namespace {

class Propagator {
public:
  Propagator(CallGraph &Graph, const SymbolTable &Table,
             const SpecTables &Specs);
  void run();

private:
  void inheritFlags(NodeIndex Head);
  void inheritFromParents(NodeIndex N, NodeIndex Heir);
  void applySpecs(NodeIndex N);
  void sumCycles();
  void inheritTimes(NodeIndex Parent);

  CallGraph &Graph;
  const SymbolTable &Table;
  const SpecTables &Specs;
  std::vector<NodeIndex> Sorted; ///< symbols, children before parents
};

} // namespace

Propagator::Propagator(CallGraph &Graph, const SymbolTable &Table,
                       const SpecTables &Specs)
    : Graph(Graph), Table(Table), Specs(Specs) {
  // Each number represents one symbol or the members of one cycle.
  std::vector<NodeIndex> Places(Graph.NumSymbols + 2);
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N)
    ++Places[Graph.Nodes[N].TopOrder + 1];
  std::partial_sum(Places.begin(), Places.end(), Places.begin());
  Sorted.resize(Graph.NumSymbols);
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N)
    Sorted[Places[Graph.Nodes[N].TopOrder]++] = N;
}

/// Adds what parents outside \p N or its cycle contribute to \p Receiver.
void Propagator::inheritFromParents(NodeIndex N, NodeIndex Receiver) {
  Node &Heir = Graph.Nodes[Receiver];
  for (ArcIndex A : reverse(Graph.Parents.of(N))) {
    const Arc &Call = Graph.Arcs[A];
    const Node &Parent = Graph.Nodes[Call.Parent];
    if (Parent.Head == Receiver)
      continue;
    Heir.IsPrinted |= Parent.IsPrinted;
    if (Heir.Calls)
      Heir.Fraction +=
          Parent.Fraction * (double(Call.Count) / double(Heir.Calls));
  }
}

/// Initializes the symbols of \p Head, perhaps a cycle, by its parents.
void Propagator::inheritFlags(NodeIndex Head) {
  if (!Graph.isCycle(Head))
    return inheritFromParents(Head, Head);
  for (NodeIndex Member : Graph.membersOf(Head))
    inheritFromParents(Member, Head);
  for (NodeIndex Member : Graph.membersOf(Head)) {
    Graph.Nodes[Member].IsPrinted = Graph.Nodes[Head].IsPrinted;
    Graph.Nodes[Member].Fraction = Graph.Nodes[Head].Fraction;
  }
}

void Propagator::applySpecs(NodeIndex N) {
  Node &Sym = Graph.Nodes[N];
  uint64_t Address = Table[N].Address;
  if (!Sym.IsPrinted)
    Sym.IsPrinted = Specs.isIn(GraphInclude, GraphExclude, Address);
  else if (Specs.contains(GraphExclude, Address) &&
           !Specs.contains(GraphInclude, Address))
    Sym.IsPrinted = false;

  if (Sym.Fraction == 0)
    Sym.Fraction = Specs.isIn(TimeInclude, TimeExclude, Address) ? 1 : 0;
  else if (Specs.contains(TimeExclude, Address) &&
           !Specs.contains(TimeInclude, Address))
    Sym.Fraction = 0;
  Sym.Self = Sym.Time * Sym.Fraction;
  Graph.PrintTime += Sym.Self;
}

void Propagator::sumCycles() {
  for (NodeIndex N = Graph.NumSymbols; N < Graph.Nodes.size(); ++N) {
    Node &Cycle = Graph.Nodes[N];
    for (NodeIndex Member : Graph.membersOf(N))
      if (Graph.Nodes[Member].Fraction != 0)
        Cycle.Time += Graph.Nodes[Member].Time;
    Cycle.Self = Cycle.Fraction * Cycle.Time;
  }
}

void Propagator::inheritTimes(NodeIndex N) {
  Node &Parent = Graph.Nodes[N];
  if (Parent.Fraction == 0)
    return;
  for (ArcIndex A : reverse(Graph.Children.of(N))) {
    Arc &Call = Graph.Arcs[A];
    if (Call.Count == 0 || Graph.Nodes[Call.Child].Fraction == 0 ||
        Graph.isInternal(Call))
      continue;
    const Node &Child = Graph.Nodes[Graph.Nodes[Call.Child].Head];
    if (Child.Calls == 0)
      continue;
    double Ratio = double(Call.Count) / double(Child.Calls);
    Call.Time = Child.Time * Ratio;
    Call.ChildTime = Child.ChildTime * Ratio;
    double Share = Call.Time + Call.ChildTime;
    Parent.ChildTime += Share;
    double Shown = Parent.Fraction * Share;
    Parent.PropChild += Shown;
    Call.Time *= Parent.Fraction;
    Call.ChildTime *= Parent.Fraction;
    if (Parent.Head != N) {
      Graph.Nodes[Parent.Head].ChildTime += Share;
      Graph.Nodes[Parent.Head].PropChild += Shown;
    }
  }
}

void Propagator::run() {
  NodeIndex LastHead = Graph.Nodes.size();
  for (NodeIndex N : reverse(Sorted)) {
    if (Graph.Nodes[N].Head != LastHead) {
      LastHead = Graph.Nodes[N].Head;
      inheritFlags(LastHead);
    }
    applySpecs(N);
  }
  sumCycles();
  for (NodeIndex N : Sorted)
    inheritTimes(N);
}

void gmon::propagateTimes(CallGraph &Graph, const SymbolTable &Table,
                          const SpecTables &Specs) {
  Propagator(Graph, Table, Specs).run();
}
