//===-- CallGraph.cpp - Symbols, arcs and cycles --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts arcs between addresses to arcs between symbols. The caller is the
// symbol that contains the call, which may be a line or a label. The callee is
// a function: an entry hook is in it, so each call adds the time of a hook
// there. And sorts the nodes into entries, and the lines of each entry.
//
//===----------------------------------------------------------------------===//

#include "graph/CallGraph.h"
#include "code/CodeInstruction.h"
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
  // Compilers may call a part that they split off, within the function.
  if (Functions[Parent] == Functions[Child] && Table.isInPart(Raw.Self))
    return std::nullopt;
  return std::make_pair(Parent, Functions[Child]);
}

CallGraph gmon::buildGraph(const Profile &Data, const SymbolTable &Table,
                           const Samples &Times, const SpecTables &Specs) {
  CallGraph Graph;
  Graph.NumSymbols = Table.size();
  // Room for all cycles, of two symbols or more; unused pages cost nothing.
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

HookTime gmon::estimateHookTime(const CallGraph &Graph, const Profile &Data) {
  HookTime Hooks;
  // Hooks take time, and their other costs are unknown.
  double PerCall =
      Data.cost().isTime() ? Data.RunNotes.hookSeconds() * Data.Rate : 0;
  Hooks.Of.reserve(Graph.NumSymbols);
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N) {
    Hooks.NumCalls += Graph.Nodes[N].Calls;
    Hooks.Of.push_back(double(Graph.Nodes[N].Calls) * PerCall);
  }
  Hooks.Total = double(Hooks.NumCalls) * PerCall;
  return Hooks;
}

void gmon::orderEntries(CallGraph &Graph, const SymbolTable &Table) {
  const std::vector<Node> &Nodes = Graph.Nodes;
  auto IsBefore = [&](NodeIndex A, NodeIndex B) {
    double TimeA = Nodes[A].Self + Nodes[A].PropChild;
    double TimeB = Nodes[B].Self + Nodes[B].PropChild;
    if (TimeA != TimeB)
      return TimeA > TimeB;
    if (Graph.isCycle(A) != Graph.isCycle(B))
      return Graph.isCycle(A);
    // Cycles of equal time are sorted by number.
    if (Graph.isCycle(A))
      return false;
    StringRef NameA = Table[A].Name;
    StringRef NameB = Table[B].Name;
    if (NameA.starts_with("_") != NameB.starts_with("_"))
      return NameB.starts_with("_");
    if (Nodes[A].Calls != Nodes[B].Calls)
      return Nodes[A].Calls > Nodes[B].Calls;
    return NameA < NameB;
  };
  for (NodeIndex N = 0; N < Nodes.size(); ++N)
    if (!Nodes[N].IsCarried)
      Graph.Order.push_back(N);
  llvm::stable_sort(Graph.Order, IsBefore);
  for (size_t I = 0; I < Graph.Order.size(); ++I)
    Graph.Nodes[Graph.Order[I]].Index = I + 1;

  for (std::vector<NodeIndex> &Members : Graph.Members)
    llvm::stable_sort(Members, [&](NodeIndex A, NodeIndex B) {
      double TimeA = Nodes[A].Self + Nodes[A].PropChild;
      double TimeB = Nodes[B].Self + Nodes[B].PropChild;
      if (TimeA != TimeB)
        return TimeA > TimeB;
      return Nodes[A].Calls + Nodes[A].SelfCalls >
             Nodes[B].Calls + Nodes[B].SelfCalls;
    });
}

std::vector<NodeIndex> gmon::shownEntries(const CallGraph &Graph,
                                          bool ShowUnused) {
  std::vector<NodeIndex> Shown;
  copy_if(Graph.Order, std::back_inserter(Shown), [&](NodeIndex N) {
    const Node &Entry = Graph.Nodes[N];
    return Entry.IsPrinted && (ShowUnused || !Entry.isUnused());
  });
  return Shown;
}

/// Whether the arc \p A is less than \p B: first recursive arcs, then calls
/// within a cycle by count, then others by time and count.
static bool isLess(const CallGraph &Graph, ArcIndex A, ArcIndex B) {
  const Arc &Left = Graph.Arcs[A];
  const Arc &Right = Graph.Arcs[B];
  bool LeftIsSelf = Left.Parent == Left.Child;
  bool RightIsSelf = Right.Parent == Right.Child;
  if (LeftIsSelf || RightIsSelf)
    return LeftIsSelf && !RightIsSelf;
  bool LeftIsInternal = Graph.isInternal(Left);
  bool RightIsInternal = Graph.isInternal(Right);
  if (LeftIsInternal != RightIsInternal)
    return LeftIsInternal;
  double LeftTime = Left.Time + Left.ChildTime;
  double RightTime = Right.Time + Right.ChildTime;
  if (!LeftIsInternal && LeftTime != RightTime)
    return LeftTime < RightTime;
  return Left.Count < Right.Count;
}

std::vector<ArcIndex> gmon::parentsInOrder(const CallGraph &Graph,
                                           NodeIndex Child) {
  std::vector<ArcIndex> Result = Graph.Parents.of(Child).vec();
  llvm::stable_sort(
      Result, [&](ArcIndex A, ArcIndex B) { return isLess(Graph, A, B); });
  return Result;
}

std::vector<ArcIndex> gmon::childrenInOrder(const CallGraph &Graph,
                                            NodeIndex Parent) {
  std::vector<ArcIndex> Result = Graph.Children.of(Parent).vec();
  llvm::stable_sort(
      Result, [&](ArcIndex A, ArcIndex B) { return isLess(Graph, B, A); });
  return Result;
}
