//===-- FunctionOrder.cpp - Orders of functions for a linker --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call joins its two functions in a chain if one of them is in no chain: that
// one goes to the nearer end of the other's chain. Calls of functions with very
// many callers are omitted, since they would join everything.
//
//===----------------------------------------------------------------------===//

#include "graph/FunctionOrder.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

/// Functions in chains, with the position of each member.
class Chains {
public:
  explicit Chains(size_t NumNodes) : Links(NumNodes) {}

  bool contains(NodeIndex N) const { return Links[N].Chain != None; }
  /// Joins \p Parent and \p Child. One of them must be in no chain.
  void join(NodeIndex Parent, NodeIndex Child);
  /// Calls \p Take for the members of the chain of \p N, from its head.
  template <class Fn> void forEachInChain(NodeIndex N, Fn Take) const {
    for (N = Ends[Links[N].Chain].Head; N != None; N = Links[N].Next)
      Take(N);
  }

private:
  static constexpr uint32_t None = NoSymbol;
  struct Link {
    uint32_t Chain = None;
    NodeIndex Next = None;
    int64_t Place = 0; ///< the preceding member's position plus 1
  };
  struct Chain {
    NodeIndex Head, Tail;
  };

  void prepend(NodeIndex N, uint32_t ToChain);
  void append(NodeIndex N, uint32_t ToChain);
  /// Returns the distance of \p N from its chain's tail, less that from the
  /// head.
  int64_t imbalance(NodeIndex N) const {
    const Chain &C = Ends[Links[N].Chain];
    return Links[C.Tail].Place + Links[C.Head].Place - 2 * Links[N].Place;
  }

  std::vector<Link> Links; ///< by node
  std::vector<Chain> Ends; ///< by chain
};

} // namespace

void Chains::prepend(NodeIndex N, uint32_t ToChain) {
  NodeIndex &Head = Ends[ToChain].Head;
  Links[N] = {ToChain, Head, Links[Head].Place - 1};
  Head = N;
}

void Chains::append(NodeIndex N, uint32_t ToChain) {
  NodeIndex &Tail = Ends[ToChain].Tail;
  Links[Tail].Next = N;
  Links[N] = {ToChain, None, Links[Tail].Place + 1};
  Tail = N;
}

void Chains::join(NodeIndex Parent, NodeIndex Child) {
  if (contains(Child)) {
    uint32_t Last = Links[Child].Chain;
    imbalance(Child) < 0 ? append(Parent, Last) : prepend(Parent, Last);
  } else if (contains(Parent)) {
    uint32_t First = Links[Parent].Chain;
    imbalance(Parent) > 0 ? prepend(Child, First) : append(Child, First);
  } else {
    Links[Parent].Chain = Ends.size();
    Ends.push_back({Parent, Parent});
    append(Child, Links[Parent].Chain);
  }
}

namespace {

class Placer {
public:
  explicit Placer(const CallGraph &Graph)
      : Graph(Graph), Joined(Graph.NumSymbols), IsPlaced(Graph.NumSymbols),
        IsDone(Graph.Arcs.size()) {}

  /// Whether a chain may include \p A.
  bool isOpen(ArcIndex A) const {
    return !IsPlaced[Graph.Arcs[A].Parent] && !IsPlaced[Graph.Arcs[A].Child];
  }
  void put(NodeIndex N) {
    IsPlaced.set(N);
    Order.push_back(N);
  }
  /// Joins the functions of \p Calls in chains and places them. Returns the
  /// calls that are left: unless \p TakesAll, those of the last percent of all
  /// counts.
  std::vector<ArcIndex> place(ArrayRef<ArcIndex> Calls, bool TakesAll);
  /// Removes functions with very many callers, and places them first.
  void placeHubs(ArrayRef<ArcIndex> ByCount);

  const CallGraph &Graph;
  std::vector<NodeIndex> Order; ///< the result

  Chains Joined;
  BitVector IsPlaced; ///< by node: in the result, or not wanted there
  BitVector IsDone;   ///< by arc: in a chain, or not wanted there
};

} // namespace

static double totalOf(const CallGraph &Graph, ArrayRef<ArcIndex> Calls) {
  double Total = 0;
  for (ArcIndex A : Calls)
    Total += double(Graph.Arcs[A].Count);
  return Total;
}

static void sortByCount(const CallGraph &Graph,
                        MutableArrayRef<ArcIndex> Calls) {
  llvm::stable_sort(Calls, [&](ArcIndex A, ArcIndex B) {
    return Graph.Arcs[A].Count > Graph.Arcs[B].Count;
  });
}

std::vector<ArcIndex> Placer::place(ArrayRef<ArcIndex> Calls, bool TakesAll) {
  constexpr double Share = 0.99;
  const double Total = totalOf(Graph, Calls);
  double Sum = 0;
  std::vector<ArcIndex> Left;
  for (ArcIndex A : Calls) {
    auto [Parent, Child] = std::pair(Graph.Arcs[A].Parent, Graph.Arcs[A].Child);
    Sum += double(Graph.Arcs[A].Count);
    if (IsDone[A])
      continue;
    if ((!TakesAll && Sum / Total > Share) || !isOpen(A) ||
        (Joined.contains(Parent) && Joined.contains(Child))) {
      Left.push_back(A);
      continue;
    }
    IsDone.set(A);
    Joined.join(Parent, Child);
  }
  for (ArcIndex A : Calls)
    if (isOpen(A) && Joined.contains(Graph.Arcs[A].Parent))
      Joined.forEachInChain(Graph.Arcs[A].Parent,
                            [this](NodeIndex N) { put(N); });
  if (TakesAll)
    for (ArcIndex A : Calls)
      if (isOpen(A))
        put(Graph.Arcs[A].Parent);
  return Left;
}

/// Returns the functions of \p Graph that others called, those with most
/// callers among the calls of 90% of all counts first. \p ByCount are the calls
/// by descending count. Sets \p NumCallers, by node.
static std::vector<NodeIndex> byCallers(const CallGraph &Graph,
                                        ArrayRef<ArcIndex> ByCount,
                                        std::vector<uint32_t> &NumCallers) {
  constexpr double Share = 0.9;
  const double Total = totalOf(Graph, ByCount);
  double Sum = 0;
  NumCallers.assign(Graph.NumSymbols, 0);
  for (ArcIndex A : ByCount) {
    Sum += double(Graph.Arcs[A].Count);
    if (Sum / Total > Share)
      break;
    ++NumCallers[Graph.Arcs[A].Child];
  }
  std::vector<NodeIndex> Called;
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N)
    if (Graph.Nodes[N].Calls)
      Called.push_back(N);
  llvm::stable_sort(Called, [&](NodeIndex A, NodeIndex B) {
    return NumCallers[A] > NumCallers[B];
  });
  return Called;
}

void Placer::placeHubs(ArrayRef<ArcIndex> ByCount) {
  // GNU gprof's rules: who has very many callers, and where their calls go.
  constexpr size_t FunctionsPerHub = 80;
  constexpr uint32_t StopAtCallers = 5;
  std::vector<uint32_t> NumCallers;
  std::vector<NodeIndex> Called = byCallers(Graph, ByCount, NumCallers);
  std::vector<ArcIndex> Calls;
  size_t NumHubs = 0;
  for (size_t I = 0; I < Called.size() / FunctionsPerHub; ++I) {
    NodeIndex Hub = Called[I];
    if (NumCallers[Hub] == StopAtCallers)
      break;
    for (const ArcLists *Lists : {&Graph.Children, &Graph.Parents})
      for (ArcIndex A : reverse(Lists->of(Hub))) {
        if (IsDone[A])
          continue;
        IsDone.set(A);
        if (Graph.Arcs[A].Parent != Graph.Arcs[A].Child)
          Calls.push_back(A);
      }
    IsPlaced.set(Hub);
    NumHubs = I;
  }
  std::vector<ArcIndex> Arcs;
  for (ArcIndex A : Calls)
    if (IsPlaced[Graph.Arcs[A].Parent] && IsPlaced[Graph.Arcs[A].Child]) {
      IsPlaced.reset(Graph.Arcs[A].Parent);
      IsPlaced.reset(Graph.Arcs[A].Child);
      Arcs.push_back(A);
    }
  for (NodeIndex Hub : ArrayRef(Called).take_front(NumHubs))
    if (IsPlaced[Hub])
      Order.push_back(Hub);
  sortByCount(Graph, Arcs);
  place(Arcs, /*TakesAll=*/true);
}

/// Returns the calls of \p Graph from one function to another.
static std::vector<ArcIndex> callsOf(const CallGraph &Graph) {
  std::vector<ArcIndex> Calls;
  for (ArcIndex A = 0; A < Graph.Arcs.size(); ++A)
    if (Graph.Arcs[A].Parent != Graph.Arcs[A].Child)
      Calls.push_back(A);
  return Calls;
}

std::vector<NodeIndex> gmon::orderFunctions(const CallGraph &Graph) {
  std::vector<ArcIndex> Calls = callsOf(Graph);
  sortByCount(Graph, Calls);
  Placer P(Graph);
  std::vector<NodeIndex> Uncalled;
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N)
    if (!Graph.Nodes[N].Calls) {
      P.IsPlaced.set(N);
      if (!Graph.Nodes[N].IsCarried)
        Uncalled.push_back(N);
    }
  P.placeHubs(Calls);
  P.place(P.place(Calls, /*TakesAll=*/false), /*TakesAll=*/true);
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N)
    if (Graph.Nodes[N].Calls && !P.IsPlaced[N])
      P.put(N);
  llvm::append_range(P.Order, Uncalled);
  return std::move(P.Order);
}

std::vector<NodeIndex> gmon::orderFiles(const CallGraph &Graph,
                                        const BitVector &IsFile) {
  Placer P(Graph);
  std::vector<ArcIndex> Calls = callsOf(Graph);
  for (ArcIndex A : Calls)
    P.IsDone[A] = !IsFile[Graph.Arcs[A].Parent] || !IsFile[Graph.Arcs[A].Child];
  P.place(Calls, /*TakesAll=*/false);
  for (NodeIndex N : IsFile.set_bits())
    if (!P.IsPlaced[N])
      P.put(N);
  return std::move(P.Order);
}
