//===-- CounterPlacement.h - Edges of a flow graph to count -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knuth's theorem, as Ball and Larus apply it ("Optimally profiling and
// tracing programs", TOPLAS 16(4), 1994, section 3): where flow is conserved at
// every node, counting the edges outside a spanning tree gives the count of
// every edge, and the cost is least if the tree has the greatest weight.
//
// In: a graph with weights, in which some edges cannot be counted. Out: the
// edges to count, and how the other counts follow from them. It knows nothing
// of LLVM's IR.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_PLACEMENT_COUNTERPLACEMENT_H
#define GMON_PASS_PLACEMENT_COUNTERPLACEMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace gmon {

class CounterPlacement {
public:
  using Node = unsigned;
  using Edge = unsigned;

  /// An earlier count, added or subtracted.
  struct Term {
    unsigned Count;
    bool Subtracted;
  };

  Node addNode() { return NumNodes++; }

  /// Adds an edge. Edges that cannot be counted must not form a cycle, taken as
  /// undirected; place() could not derive them. \p Weight is an estimate of how
  /// often the edge is taken, in any unit.
  Edge addEdge(Node Source, Node Target, uint64_t Weight, bool Countable);

  /// Chooses the edges to count, and derives the counts of the edges \p Wanted
  /// from them. Every connected part of the graph must be closed: the flow into
  /// each node equals the flow out of it.
  void place(llvm::ArrayRef<Edge> Wanted);

  /// Chooses the edges to count in a graph from which edges with known counts
  /// are missing. Edges that cannot be counted may form cycles; what these
  /// carry stays unknown. Derives nothing.
  void placeBesideKnown();

  /// The edges to count, in the order of their counts: the i-th has count i.
  llvm::ArrayRef<Edge> counted() const { return Counted; }

  /// How often counting is done, in the unit of weights.
  uint64_t cost() const;

  /// The derived counts: the i-th has the number counted().size() + i, and is
  /// the sum of its terms, which have lower numbers.
  llvm::ArrayRef<llvm::SmallVector<Term, 4>> derived() const { return Derived; }

  /// The number of the count of \p E, an edge that is counted or was wanted.
  /// Edges that always carry the same have the same count.
  unsigned countOf(Edge E) const { return Edges[E].Count; }

private:
  static constexpr unsigned None = ~0u;

  struct EdgeInfo {
    Node Source, Target;
    uint64_t Weight;
    bool Countable;
    bool InTree = false;
    unsigned Count = None;
  };

  /// A tree edge, and the node at which it is the last that is not known.
  struct Derivation {
    Edge Unknown;
    Node N;
  };

  void growTree();
  std::vector<Derivation> orderDerivations() const;
  void emit(const Derivation &D);

  unsigned NumNodes = 0;
  std::vector<EdgeInfo> Edges;
  std::vector<llvm::SmallVector<Edge, 4>> Incident;
  std::vector<Edge> Counted;
  std::vector<llvm::SmallVector<Term, 4>> Derived;
};

} // namespace gmon

#endif // GMON_PASS_PLACEMENT_COUNTERPLACEMENT_H
