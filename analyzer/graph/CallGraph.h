//===-- CallGraph.h - Symbols, arcs and cycles ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The call graph and its stages. The first one reads arcs. The following ones
// subtract the time of hooks, break cycles (CycleBreaker.h) or find them
// (Cycles.h), propagate times from callees to callers, and sort entries. Each
// stage depends on the earlier ones. Reports only read the result.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_GRAPH_CALLGRAPH_H
#define GMON_ANALYZER_GRAPH_CALLGRAPH_H

#include "counts/Samples.h"
#include "counts/Symspec.h"
#include "profile/Profile.h"

namespace gmon {

struct Transfer;

/// Index of a node: that of its symbol; of cycles, behind all symbols.
using NodeIndex = uint32_t;
/// Index of an arc, in order of first appearance.
using ArcIndex = uint32_t;

/// All calls from one symbol to another. Times are in samples.
struct Arc {
  NodeIndex Parent = 0;
  NodeIndex Child = 0;
  uint64_t Count = 0;
  double Time = 0;      ///< the parent's part of the child's own time
  double ChildTime = 0; ///< the parent's part of the time of the child's
                        ///< children
};

/// A symbol, or a cycle as a whole. Times are in samples.
struct Node {
  uint64_t Calls = 0;     ///< without SelfCalls; for a cycle, calls from
                          ///< outside
  uint64_t SelfCalls = 0; ///< recursive calls; for a cycle, calls between its
                          ///< members
  double Time = 0;        ///< its own time
  double ChildTime = 0;   ///< inherited from children
  double Fraction = 0;    ///< the part of the times that is shown
  double Self = 0;        ///< the fraction of Time
  double PropChild = 0;   ///< the fraction of ChildTime
  uint32_t Cycle = 0;     ///< number of its cycle, from 1; 0 if in none
  NodeIndex Head = 0;     ///< node of its cycle, or itself
  uint32_t TopOrder = 0;  ///< children before parents, from 1
  uint32_t Index = 0;     ///< number of its entry, from 1
  bool IsPrinted = false; ///< whether its entry is printed
  /// A line or part whose values moved to its function: it has no entry.
  bool IsCarried = false;

  /// Whether it was not called and has no time.
  bool isUnused() const {
    return Calls == 0 && SelfCalls == 0 && Self == 0 && PropChild == 0;
  }
};

/// Finds the arcs of a list by their ends. No two arcs have equal ends.
class ArcTally {
public:
  /// Makes a tally of \p Arcs; about \p NumMore will be added.
  ArcTally(std::vector<Arc> &Arcs, size_t NumMore);

  /// Returns the arc from \p Parent to \p Child; a new one has no calls.
  Arc &findOrAdd(NodeIndex Parent, NodeIndex Child) {
    auto [It, New] = IndexOf.try_emplace({Parent, Child}, Arcs.size());
    if (New)
      Arcs.push_back({Parent, Child});
    return Arcs[It->second];
  }

private:
  std::vector<Arc> &Arcs;
  llvm::DenseMap<std::pair<NodeIndex, NodeIndex>, ArcIndex> IndexOf;
};

/// The arcs of each node, in one array.
class ArcLists {
public:
  /// \p KeyOf maps each of \p NumArcs arcs to one of \p NumNodes nodes.
  template <class KeyFn>
  void build(size_t NumNodes, size_t NumArcs, KeyFn KeyOf) {
    Starts.assign(NumNodes + 1, 0);
    for (size_t I = 0; I < NumArcs; ++I)
      ++Starts[KeyOf(I) + 1];
    for (size_t I = 1; I <= NumNodes; ++I)
      Starts[I] += Starts[I - 1];
    std::vector<size_t> Next(Starts.begin(), Starts.end() - 1);
    Arcs.resize(NumArcs);
    for (size_t I = 0; I < NumArcs; ++I)
      Arcs[Next[KeyOf(I)]++] = I;
  }
  /// The arcs of \p Node, in order of index.
  llvm::ArrayRef<ArcIndex> of(NodeIndex Node) const {
    return llvm::ArrayRef(Arcs).slice(Starts[Node],
                                      Starts[Node + 1] - Starts[Node]);
  }

private:
  std::vector<size_t> Starts;
  std::vector<ArcIndex> Arcs;
};

/// An arc that was removed to break a cycle.
struct BrokenArc {
  Arc Call;
  std::string Spec; ///< a symspec that chooses it for -k; empty if there is
                    ///< none
};

struct BrokenCycles {
  std::vector<BrokenArc> Arcs;
  uint64_t NumForAll = 0; ///< number of arcs whose removal leaves no cycle
};

struct CallGraph {
  size_t NumSymbols = 0;
  std::vector<Node> Nodes; ///< symbols by address, then cycles by number
  std::vector<Arc> Arcs;   ///< in order of first appearance
  ArcLists Children;       ///< arcs by parent; propagation and search take the
  ArcLists Parents;        ///< latest first
  BrokenCycles Broken;     ///< the removed arcs
  /// The members of each cycle, in the order in which they were found.
  std::vector<std::vector<NodeIndex>> Members;
  double PrintTime = 0; ///< the base of percentages, in samples

  /// Nodes with an entry, in order of entries: Order[I].Index is I + 1.
  std::vector<NodeIndex> Order;

  /// Lists the arcs at each node.
  void indexArcs();

  bool isCycle(NodeIndex N) const { return N >= NumSymbols; }
  const std::vector<NodeIndex> &membersOf(NodeIndex Cycle) const {
    return Members[Cycle - NumSymbols];
  }
  /// Whether \p A is a call within one symbol or one cycle.
  bool isInternal(const Arc &A) const {
    return A.Parent == A.Child ||
           (Nodes[A.Child].Cycle != 0 &&
            Nodes[A.Child].Cycle == Nodes[A.Parent].Cycle);
  }
};

/// Returns the symbols at the ends of \p Raw, or nothing if an end has no
/// symbol. \p Functions are those of \p Table.
std::optional<std::pair<SymbolIndex, SymbolIndex>>
findEnds(const RawArc &Raw, const SymbolTable &Table,
         llvm::ArrayRef<SymbolIndex> Functions);

/// Makes nodes of \p Table's symbols, with times, and arcs of \p Data in \p
/// Specs.
CallGraph buildGraph(const Profile &Data, const SymbolTable &Table,
                     const Samples &Times, const SpecTables &Specs);

/// Adds an arc without calls for each of \p Calls that \p Specs choose and that
/// is missing, except for calls of hooks. \p Table must have both ends of each.
void addStaticCalls(CallGraph &Graph, llvm::ArrayRef<Transfer> Calls,
                    const SymbolTable &Table, const SpecTables &Specs);

/// Moves the arcs and times of each function's lines to the function. \p Lines
/// is a graph that was just built from \p Table with its lines.
CallGraph carryToFunctions(const CallGraph &Lines, const SymbolTable &Table);

/// Propagates times from children to parents.
void propagateTimes(CallGraph &Graph, const SymbolTable &Table,
                    const SpecTables &Specs);

/// An estimate, in samples.
struct HookTime {
  uint64_t NumCalls = 0;
  double Total = 0;
  std::vector<double> Of; ///< by symbol
};

/// Estimates the time of the hooks of each symbol of \p Graph, whose calls
/// still include recursive ones.
HookTime estimateHookTime(const CallGraph &Graph, const Profile &Data);

/// Numbers the entries, and sorts the members of cycles for printing.
void orderEntries(CallGraph &Graph, const SymbolTable &Table);

/// Returns the nodes whose entries the options show, in the order of entries.
/// \p ShowUnused keeps those without calls and time.
std::vector<NodeIndex> shownEntries(const CallGraph &Graph, bool ShowUnused);

/// Return the arcs to \p Child, or from \p Parent, in the order of an entry.
std::vector<ArcIndex> parentsInOrder(const CallGraph &Graph, NodeIndex Child);
std::vector<ArcIndex> childrenInOrder(const CallGraph &Graph, NodeIndex Parent);

} // namespace gmon

#endif // GMON_ANALYZER_GRAPH_CALLGRAPH_H
