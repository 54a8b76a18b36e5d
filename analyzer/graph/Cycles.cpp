//===-- Cycles.cpp - Finds the cycles of the call graph -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A depth-first search. At an arc back into the path it merges the path from
// there on into one cycle, and it numbers symbols when it leaves them: Tarjan's
// algorithm as used by Graham, Kessler and McKusick ("gprof: a Call Graph
// Execution Profiler", 1982). The members of cycles are a property of the
// graph; their order, which reports show, is the order of merging.
//
// The search keeps its own stack, since a hostile profile may nest calls as
// deep as it has symbols. It finds heads by union-find, and the heads of the
// path by a second stack. So its time is almost linear.
//
//===----------------------------------------------------------------------===//

#include "graph/Cycles.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/SCCIterator.h"

using namespace gmon;
using namespace llvm;

namespace {

/// A node with the interface of LLVM's graph algorithms.
struct Vertex {
  std::vector<Vertex *> Children;
};

} // namespace

template <> struct llvm::GraphTraits<Vertex *> {
  using NodeRef = Vertex *;
  using ChildIteratorType = std::vector<Vertex *>::iterator;
  static NodeRef getEntryNode(Vertex *Root) { return Root; }
  // NOLINTBEGIN(readability-identifier-naming): so LLVM calls them.
  static ChildIteratorType child_begin(NodeRef N) {
    return N->Children.begin();
  }
  static ChildIteratorType child_end(NodeRef N) { return N->Children.end(); }
  // NOLINTEND(readability-identifier-naming)
};

std::vector<std::vector<uint32_t>>
gmon::findComponents(uint32_t NumNodes, ArrayRef<NodePair> Arcs) {
  std::vector<Vertex> Vertices(NumNodes + 1);
  Vertex *Root = &Vertices.back();
  for (uint32_t N = 0; N < NumNodes; ++N)
    Root->Children.push_back(&Vertices[N]);
  for (const NodePair &Arc : Arcs)
    Vertices[Arc.From].Children.push_back(&Vertices[Arc.To]);
  std::vector<std::vector<uint32_t>> Result;
  for (auto It = scc_begin(Root); !It.isAtEnd(); ++It) {
    if (It->size() < 2)
      continue;
    std::vector<uint32_t> &Members = Result.emplace_back();
    for (const Vertex *V : *It)
      Members.push_back(V - Vertices.data());
  }
  return Result;
}

namespace {

constexpr uint32_t Nowhere = std::numeric_limits<uint32_t>::max();

class CycleFinder {
public:
  explicit CycleFinder(CallGraph &Graph)
      : Graph(Graph), States(Graph.NumSymbols) {}

  void run() {
    for (const Arc &Call : Graph.Arcs)
      if (Call.Parent == Call.Child) {
        Graph.Nodes[Call.Child].Calls -= Call.Count;
        Graph.Nodes[Call.Child].SelfCalls = Call.Count;
      }
    for (NodeIndex N = 0; N < Graph.NumSymbols; ++N)
      if (!States[N].IsSeen)
        search(N);
    makeCycles();
  }

private:
  /// The search's data about a symbol. A cycle under construction is a chain of
  /// symbols that starts at its head.
  struct State {
    NodeIndex Up = Nowhere;   ///< towards the head; Nowhere at a head
    NodeIndex Next = Nowhere; ///< next symbol of its chain
    NodeIndex Tail = Nowhere; ///< last symbol of the chain; only at a head of
                              ///< several symbols
    uint32_t Depth = Nowhere; ///< position in the path, if in it
    bool IsSeen = false;
  };
  /// A symbol of the path, and the number of its finished children.
  struct Step {
    NodeIndex Symbol;
    size_t NumDone = 0;
  };

  NodeIndex headOf(NodeIndex N) {
    NodeIndex Head = N;
    while (States[Head].Up != Nowhere)
      Head = States[Head].Up;
    while (States[N].Up != Nowhere) {
      NodeIndex Up = States[N].Up;
      States[N].Up = Head;
      N = Up;
    }
    return Head;
  }

  void enter(NodeIndex N) {
    States[N].IsSeen = true;
    States[N].Depth = Path.size();
    HeadDepths.push_back(Path.size());
    Path.push_back({N});
  }

  void leave() {
    NodeIndex N = Path.back().Symbol;
    Path.pop_back();
    States[N].Depth = Nowhere;
    if (States[N].Up != Nowhere)
      return;
    HeadDepths.pop_back();
    ++NumLeft;
    for (NodeIndex Member = N; Member != Nowhere; Member = States[Member].Next)
      Graph.Nodes[Member].TopOrder = NumLeft;
  }

  void search(NodeIndex Root) {
    enter(Root);
    while (!Path.empty()) {
      Step &Top = Path.back();
      ArrayRef<ArcIndex> Children = Graph.Children.of(Top.Symbol);
      if (Top.NumDone == Children.size()) {
        leave();
        continue;
      }
      // The latest arc is first.
      ArcIndex Next = Children[Children.size() - ++Top.NumDone];
      NodeIndex Child = Graph.Arcs[Next].Child;
      if (!States[Child].IsSeen)
        enter(Child);
      else if (Graph.Nodes[Child].TopOrder == 0)
        closeCycle(Child);
    }
  }

  /// An arc leads from the top of the path to \p N, which was visited but whose
  /// cycle is not finished: the path above it joins its cycle.
  void closeCycle(NodeIndex N) {
    NodeIndex Head = headOf(N);
    // The head of a member that has left the path is in the path.
    uint32_t Depth = States[Head].Depth;
    if (States[N].Depth != Nowhere)
      Depth = std::max(Depth, States[N].Depth);
    if (States[Head].Tail == Nowhere)
      States[Head].Tail = Head;
    size_t First = HeadDepths.size();
    while (First && HeadDepths[First - 1] > Depth)
      --First;
    for (size_t I = First; I < HeadDepths.size(); ++I) {
      NodeIndex Member = Path[HeadDepths[I]].Symbol;
      States[States[Head].Tail].Next = Member;
      States[Head].Tail =
          States[Member].Tail == Nowhere ? Member : States[Member].Tail;
      States[Member].Up = Head;
    }
    HeadDepths.resize(First);
  }

  /// Makes a node for each chain of several symbols.
  void makeCycles() {
    for (NodeIndex Head = 0; Head < Graph.NumSymbols; ++Head) {
      if (States[Head].Up != Nowhere || States[Head].Next == Nowhere)
        continue;
      NodeIndex Cycle = Graph.Nodes.size();
      uint32_t Number = Cycle - Graph.NumSymbols + 1;
      std::vector<NodeIndex> Members;
      for (NodeIndex N = Head; N != Nowhere; N = States[N].Next) {
        Members.push_back(N);
        Graph.Nodes[N].Cycle = Number;
        Graph.Nodes[N].Head = Cycle;
      }
      Node Whole;
      Whole.Cycle = Number;
      Whole.Head = Cycle;
      Whole.TopOrder = Graph.Nodes[Head].TopOrder;
      for (NodeIndex N : Members)
        for (ArcIndex A : Graph.Parents.of(N)) {
          const Arc &Call = Graph.Arcs[A];
          if (Call.Parent == N)
            continue;
          if (Graph.Nodes[Call.Parent].Cycle == Number)
            Whole.SelfCalls += Call.Count;
          else
            Whole.Calls += Call.Count;
        }
      Graph.Nodes.push_back(Whole);
      Graph.Members.push_back(std::move(Members));
    }
  }

  CallGraph &Graph;
  std::vector<State> States;
  std::vector<Step> Path;
  std::vector<uint32_t> HeadDepths; ///< positions in the path whose symbols are
                                    ///< heads
  uint32_t NumLeft = 0;
};

} // namespace

void gmon::findCycles(CallGraph &Graph) { CycleFinder(Graph).run(); }
