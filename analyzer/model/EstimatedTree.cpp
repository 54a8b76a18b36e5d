//===-- EstimatedTree.cpp - Estimated ways to functions -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divides the time of functions among the paths of calls. A unit is a function
// outside of cycles, or a cycle; arcs between units form no cycle. The weight
// of a node is its part of its unit's time. A unit without known callers has
// weight 1. Other nodes have their caller's weight times their share of the
// calls. So the weights of each unit's nodes add up to 1.
//
// Pruned weight is not lost: to keep the time of functions, it is recorded for
// its unit. When all callers of that unit are done, one node gets all of it. So
// each unit has at most one such node, and all other nodes take at least
// MinPercent each.
//
//===----------------------------------------------------------------------===//

#include "model/CallTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

/// The tree's greatest depth and size: nobody looks at more, and lists of
/// stacks repeat each node's ancestors.
static constexpr unsigned MaxDepth = 128;
static constexpr size_t MaxNodes = 200'000;

namespace {

class TreeBuilder {
public:
  TreeBuilder(const ProfileModel &Model, double MinPercent, KeptTime Keep);
  CallTree build();

private:
  using Unit = uint32_t; ///< a function, or, behind all functions, a cycle

  struct Call {
    Unit Callee;
    double Share; ///< of the callee's time, if this were its only caller
  };

  bool isCycle(Unit U) const { return U >= Model.NumInGraph; }
  const ModelCycle &cycle(Unit U) const {
    return Model.Cycles[U - Model.NumInGraph];
  }
  Unit unitOf(FunctionIndex F) const {
    uint32_t Cycle = Model.Functions[F].Cycle;
    return Cycle ? Model.NumInGraph + Cycle - 1 : F;
  }
  template <class VisitFn> void visitMembers(Unit U, VisitFn Visit) const;
  std::vector<Call> callsOf(FunctionIndex F) const;
  void sortUnits();
  void sumTimes();
  uint32_t addNode(TreeFrame::Kind What, uint32_t Index, uint32_t Parent) {
    return Tree.addNode(Model, What, Index, Parent);
  }
  void expandFunction(FunctionIndex F, double Weight, uint32_t Parent,
                      unsigned Depth);
  void expand(Unit U, double Weight, uint32_t Parent, unsigned Depth);
  void prune(Unit U, double Weight, uint32_t Caller);
  void addRest();

  const ProfileModel &Model;
  const KeptTime Keep;
  double MinTime;                       ///< of a node, in samples
  std::vector<std::vector<Call>> Calls; ///< of each function
  std::vector<Unit> Sorted;             ///< callers before callees
  std::vector<double> Total; ///< of each function and unit, with callees
  std::vector<bool> IsCalled;
  std::vector<double> Cut; ///< pruned weights of each function and unit
  uint32_t CutRoot = TreeNode::NoParent;
  CallTree Tree;
};

} // namespace

TreeBuilder::TreeBuilder(const ProfileModel &Model, double MinPercent,
                         KeptTime Keep)
    : Model(Model), Keep(Keep), MinTime(Model.Run.Total * MinPercent / 100) {
  size_t NumUnits = Model.NumInGraph + Model.Cycles.size();
  Total.resize(NumUnits);
  IsCalled.resize(NumUnits);
  Cut.resize(NumUnits);
  for (FunctionIndex F = 0; F < Model.NumInGraph; ++F)
    Calls.push_back(callsOf(F));
}

/// Calls \p Visit with each function of \p U.
template <class VisitFn>
void TreeBuilder::visitMembers(Unit U, VisitFn Visit) const {
  if (!isCycle(U))
    return Visit(FunctionIndex(U));
  for (FunctionIndex Member : cycle(U).Members)
    Visit(Member);
}

/// Returns the units that \p F calls outside of its own, in the order of its
/// entry, each once.
std::vector<TreeBuilder::Call> TreeBuilder::callsOf(FunctionIndex F) const {
  std::vector<Call> Result;
  for (ArcIndex A : Model.Functions[F].Callees) {
    const ModelArc &Arc = Model.Arcs[A];
    if (Arc.IsInternal || Arc.Calls == 0 || Arc.AllCalls == 0)
      continue;
    Unit Callee = unitOf(Arc.Callee);
    double Share = double(Arc.Calls) / double(Arc.AllCalls);
    // Only cycles can occur more than once.
    auto Known = Result.end();
    if (isCycle(Callee))
      Known = llvm::find_if(Result,
                            [&](const Call &C) { return C.Callee == Callee; });
    if (Known != Result.end())
      Known->Share += Share;
    else
      Result.push_back({Callee, Share});
  }
  return Result;
}

/// Sorts the units by a depth-first search with a stack of its own.
void TreeBuilder::sortUnits() {
  struct Visit {
    Unit U;
    std::vector<Unit> Callees;
  };
  std::vector<bool> IsSeen(Total.size());
  std::vector<Visit> Stack;
  auto Enter = [&](Unit U) {
    IsSeen[U] = true;
    Visit V{U, {}};
    visitMembers(U, [&](FunctionIndex F) {
      for (const Call &C : Calls[F]) {
        V.Callees.push_back(C.Callee);
        IsCalled[C.Callee] = true;
      }
    });
    Stack.push_back(std::move(V));
  };
  for (Unit U = 0; U < Total.size(); ++U) {
    if (IsSeen[U] || (!isCycle(U) && Model.Functions[U].Cycle))
      continue;
    for (Enter(U); !Stack.empty();) {
      std::vector<Unit> &Callees = Stack.back().Callees;
      if (Callees.empty()) {
        Sorted.push_back(Stack.back().U);
        Stack.pop_back();
        continue;
      }
      Unit Next = Callees.back();
      Callees.pop_back();
      if (!IsSeen[Next])
        Enter(Next);
    }
  }
  std::reverse(Sorted.begin(), Sorted.end());
}

void TreeBuilder::sumTimes() {
  for (Unit U : reverse(Sorted))
    visitMembers(U, [&](FunctionIndex F) {
      double Time = Model.Functions[F].Self;
      for (const Call &C : Calls[F])
        Time += C.Share * Total[C.Callee];
      Total[F] = Time;
      if (isCycle(U))
        Total[U] += Time;
    });
}

/// Leaves out a path to \p U below the node \p Caller.
void TreeBuilder::prune(Unit U, double Weight, uint32_t Caller) {
  if (Keep == KeptTime::OfFunctions) {
    Cut[U] += Weight;
    return;
  }
  Tree.Nodes[Caller].LeftOut += Weight * Total[U];
  ++Tree.Nodes[Caller].NumLeftOut;
}

/// Adds \p F and its callees.
void TreeBuilder::expandFunction(FunctionIndex F, double Weight,
                                 uint32_t Parent, unsigned Depth) {
  uint32_t Node = addNode(TreeFrame::Function, F, Parent);
  Tree.Nodes[Node].Self = Weight * Model.Functions[F].Self;
  for (const Call &C : Calls[F]) {
    double Part = Weight * C.Share;
    double Time = Part * Total[C.Callee];
    if (Time == 0)
      continue;
    if (Time < MinTime || Depth >= MaxDepth || Tree.Nodes.size() >= MaxNodes)
      prune(C.Callee, Part, Node);
    else
      expand(C.Callee, Part, Node, Depth + 1);
  }
}

void TreeBuilder::expand(Unit U, double Weight, uint32_t Parent,
                         unsigned Depth) {
  if (!isCycle(U))
    return expandFunction(U, Weight, Parent, Depth);
  uint32_t Node = addNode(TreeFrame::Cycle, U - Model.NumInGraph, Parent);
  bool IsAboveCut = Parent != TreeNode::NoParent && Parent == CutRoot;
  for (FunctionIndex Member : cycle(U).Members) {
    // Weight that was pruned at members belongs below the node for pruned
    // weight.
    double Part = Weight + (IsAboveCut ? Cut[Member] : 0);
    double Time = Part * Total[Member];
    if (Time == 0)
      continue;
    if (!IsAboveCut && (Time < MinTime || Tree.Nodes.size() >= MaxNodes))
      prune(Member, Part, Node);
    else
      expandFunction(Member, Part, Node, Depth + 1);
  }
}

/// Adds the pruned weight, and the samples in no function.
void TreeBuilder::addRest() {
  for (Unit U : Sorted) {
    bool IsCut = Cut[U] != 0;
    if (isCycle(U))
      IsCut |= any_of(cycle(U).Members,
                      [&](FunctionIndex Member) { return Cut[Member] != 0; });
    if (!IsCut)
      continue;
    if (CutRoot == TreeNode::NoParent)
      CutRoot = addNode(TreeFrame::Pruned, 0, TreeNode::NoParent);
    expand(U, Cut[U], CutRoot, 1);
  }
  double InFunctions = 0;
  for (const ModelFunction &Function : Model.graphFunctions())
    InFunctions += Function.Self;
  // A smaller rest is a rounding error.
  if (double Rest = Model.Run.Total - InFunctions; Rest > 1e-6)
    Tree.Nodes[addNode(TreeFrame::Unknown, 0, TreeNode::NoParent)].Self = Rest;
}

CallTree TreeBuilder::build() {
  sortUnits();
  sumTimes();
  std::vector<Unit> Roots;
  for (Unit U : Sorted)
    if (!IsCalled[U] && Total[U] != 0)
      Roots.push_back(U);
  llvm::stable_sort(Roots, [&](Unit A, Unit B) { return Total[A] > Total[B]; });
  for (Unit U : Roots)
    expand(U, 1, TreeNode::NoParent, 1);
  addRest();
  Tree.sumUp();
  Tree.UnitsPerSample = Model.Run.Cost.wholeUnits(1, 1e6);
  return std::move(Tree);
}

CallTree gmon::makeEstimatedTree(const ProfileModel &Model, double MinPercent,
                                 KeptTime Keep) {
  return TreeBuilder(Model, MinPercent, Keep).build();
}
