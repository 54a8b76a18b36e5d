//===-- StackTree.cpp - Measured trees of callers and callees -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node of the tree stands for nodes of the model: its places. The tree grows
// level by level. Small nodes do not grow, so that a tree takes little time
// even if stacks are deep and many.
//
//===----------------------------------------------------------------------===//

#include "model/StackTree.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <map>
#include <tuple>

using namespace gmon;
using namespace llvm;

namespace {

/// A node of the model, with the samples that it has as part of a tree's node.
struct Place {
  StackNodeIndex Node = 0;
  double Samples = 0;
};

/// What distinguishes the children of a tree's node.
struct ChildKey {
  StackFunctionIndex Function = NoStackIndex;
  /// Of a caller: the innermost inlined function there that makes the call, if
  /// it is another one; or NoStackIndex.
  StackFunctionIndex Inlined = NoStackIndex;
  StringRef CallPath;
  uint32_t CallLine = 0;

  bool operator<(const ChildKey &Other) const {
    return std::tie(Function, Inlined, CallPath, CallLine) <
           std::tie(Other.Function, Other.Inlined, Other.CallPath,
                    Other.CallLine);
  }
};

/// A future child of a tree's node, or a part of it.
struct Candidate {
  ChildKey Key;
  Place At;
};

/// The calls of an arc that are not inlined; see StackArc.
struct ArcCalls {
  uint32_t Depth = 0; ///< how many are on the current stack
  double Total = 0;
  bool IsNested = false;
  bool HasNodes = false; ///< there are such calls on stacks
};

class TreeMaker {
public:
  TreeMaker(const StackTimes &Times, const StackTreeLimits &Limits)
      : Times(Times), Model(Times.model()), Limits(Limits) {}

  StackTree makeTree();
  StackTree makeCallers(StackFunctionIndex F);
  StackTree makeCallees(StackFunctionIndex F);

private:
  struct Growth {
    uint32_t Node; ///< of the tree
    std::vector<Place> Places;
  };

  ChildKey keyOf(StackFunctionIndex F, StackNodeIndex CallSite) const;
  ChildKey callerKey(StackNodeIndex Callee) const;
  uint32_t addNode(uint32_t Parent, const ChildKey &Key, double Total);
  void addChild(uint32_t Parent, ArrayRef<Candidate> Parts);
  void addChildren(uint32_t Parent, std::vector<Candidate> Parts);
  void addArcs(StackFunctionIndex F);
  void growAll();

  std::vector<Candidate>
  outermostArcs(StackFunctionIndex F,
                std::map<ChildKey, ArcCalls> &OfCalls) const;
  std::vector<Candidate> callersOf(ArrayRef<Place> Places) const;
  std::vector<Candidate> calleesOf(ArrayRef<Place> Places) const;
  std::map<ChildKey, uint64_t> callsOf(StackFunctionIndex F) const;
  bool isArcOf(StackFunctionIndex F, StackNodeIndex Callee) const;
  ChildKey arcKey(StackNodeIndex Callee) const;

  const StackTimes &Times;
  const StackModel &Model;
  StackTreeLimits Limits;
  bool IsUpward = false;
  bool JoinsUncounted = false; ///< callers whose calls are not counted
  StackTree Tree;
  std::deque<Growth> Queue;
};

} // namespace

/// Returns the key of a child with the function \p F that is called at, or
/// calls at, the call site of \p CallSite.
ChildKey TreeMaker::keyOf(StackFunctionIndex F, StackNodeIndex CallSite) const {
  const StackNode &Call = Model.Nodes[CallSite];
  ChildKey Key{F};
  if (Limits.ByLine)
    std::tie(Key.CallPath, Key.CallLine) =
        std::tie(Call.CallPath, Call.CallLine);
  return Key;
}

/// Returns the key of the caller of \p Callee, which has one.
ChildKey TreeMaker::callerKey(StackNodeIndex Callee) const {
  const StackNode &Node = Model.Nodes[Callee];
  const StackNode &Site = Model.Nodes[Node.Parent];
  ChildKey Key = keyOf(Model.Nodes[Model.callerOf(Callee)].Function, Callee);
  if (!Node.IsInlined && Site.IsInlined && Site.Function != Key.Function)
    Key.Inlined = Site.Function;
  return Key;
}

uint32_t TreeMaker::addNode(uint32_t Parent, const ChildKey &Key,
                            double Total) {
  uint32_t Index = Tree.Nodes.size();
  StackTreeNode &Node = Tree.Nodes.emplace_back();
  Node.Function = Key.Function;
  Node.InlinedCaller = Key.Inlined;
  Node.CallPath = Key.CallPath;
  Node.CallLine = Key.CallLine;
  Node.Parent = Parent;
  Node.Total = Total;
  if (Parent == StackTreeNode::NoParent) {
    Tree.Roots.push_back(Index);
    return Index;
  }
  Node.Depth = Tree.Nodes[Parent].Depth + 1;
  Tree.Nodes[Parent].Below.push_back(Index);
  return Index;
}

/// Adds the child of \p Parent that consists of \p Parts, which have one key,
/// and lets it grow; or leaves it out.
void TreeMaker::addChild(uint32_t Parent, ArrayRef<Candidate> Parts) {
  Growth Child;
  double Total = 0, Self = 0;
  for (const Candidate &Part : Parts) {
    Total += Part.At.Samples;
    if (!IsUpward)
      Self += Times.ofNode(Part.At.Node).Self;
    if (!Child.Places.empty() && Child.Places.back().Node == Part.At.Node)
      Child.Places.back().Samples += Part.At.Samples;
    else
      Child.Places.push_back(Part.At);
  }
  const bool IsRoot = Parent == StackTreeNode::NoParent;
  const uint32_t Depth = IsRoot ? 1 : Tree.Nodes[Parent].Depth + 1;
  if (Depth > Limits.MaxDepth && !Limits.CountsDeep)
    return;
  if (Total < Limits.MinSamples || Depth > Limits.MaxDepth ||
      Tree.Nodes.size() >= Limits.MaxNodes) {
    ++(IsRoot ? Tree.NumLeftOut : Tree.Nodes[Parent].NumLeftOut);
    (IsRoot ? Tree.LeftOut : Tree.Nodes[Parent].LeftOut) += Total;
    return;
  }
  Child.Node = addNode(Parent, Parts.front().Key, Total);
  Tree.Nodes[Child.Node].Self = Self;
  Queue.push_back(std::move(Child));
}

/// Adds the children of \p Parent that consist of \p Parts.
void TreeMaker::addChildren(uint32_t Parent, std::vector<Candidate> Parts) {
  llvm::erase_if(Parts, [](const Candidate &C) { return C.At.Samples == 0; });
  llvm::sort(Parts, [](const Candidate &A, const Candidate &B) {
    return std::tie(A.Key, A.At.Node) < std::tie(B.Key, B.At.Node);
  });
  for (auto Left = ArrayRef(Parts); !Left.empty();) {
    auto Same = Left.take_while(
        [&](const Candidate &C) { return !(Left.front().Key < C.Key); });
    addChild(Parent, Same);
    Left = Left.drop_front(Same.size());
  }
}

std::vector<Candidate> TreeMaker::callersOf(ArrayRef<Place> Places) const {
  std::vector<Candidate> Result;
  for (const Place &P : Places)
    if (Model.Nodes[P.Node].Parent != NoStackIndex)
      Result.push_back(
          {callerKey(P.Node), {Model.callerOf(P.Node), P.Samples}});
  return Result;
}

std::vector<Candidate> TreeMaker::calleesOf(ArrayRef<Place> Places) const {
  std::vector<Candidate> Result;
  for (const Place &P : Places)
    for (StackNodeIndex Callee : Times.calleesOf(P.Node))
      Result.push_back({keyOf(Model.Nodes[Callee].Function, Callee),
                        {Callee, Times.ofNode(Callee).Total}});
  return Result;
}

void TreeMaker::growAll() {
  for (; !Queue.empty(); Queue.pop_front()) {
    Growth &Next = Queue.front();
    addChildren(Next.Node,
                IsUpward ? callersOf(Next.Places) : calleesOf(Next.Places));
  }
}

StackTree TreeMaker::makeTree() {
  std::vector<Candidate> Parts;
  for (StackNodeIndex Root : Times.roots())
    Parts.push_back({keyOf(Model.Nodes[Root].Function, Root),
                     {Root, Times.ofNode(Root).Total}});
  addChildren(StackTreeNode::NoParent, std::move(Parts));
  growAll();
  return std::move(Tree);
}

/// Returns the key of the child that the arc to \p Callee, which has a caller,
/// belongs to.
ChildKey TreeMaker::arcKey(StackNodeIndex Callee) const {
  const StackNode &Node = Model.Nodes[Callee];
  if (!IsUpward)
    return keyOf(Node.Function, Callee);
  const ChildKey Key = callerKey(Callee);
  if (JoinsUncounted && !countsCalls(Model, Key.Function, Node.Function))
    return ChildKey();
  return Key;
}

/// Whether \p Callee is a call of \p F or, in a tree of callees, by it.
bool TreeMaker::isArcOf(StackFunctionIndex F, StackNodeIndex Callee) const {
  const StackNode &Node = Model.Nodes[Callee];
  if (Node.Parent == NoStackIndex)
    return false;
  if (IsUpward)
    return Node.Function == F;
  return Model.Nodes[Model.callerOf(Callee)].Function == F ||
         is_contained(inlinedCallers(Model, Callee), F);
}

/// Returns the outermost places of all arcs of \p F: the calls of it, or its
/// calls. Adds to \p OfCalls what is known of them.
std::vector<Candidate>
TreeMaker::outermostArcs(StackFunctionIndex F,
                         std::map<ChildKey, ArcCalls> &OfCalls) const {
  std::map<ChildKey, uint32_t> Depths; // how often the arc is on the stack
  std::vector<uint32_t> OnStack(Model.Functions.size());
  std::vector<Candidate> Result;
  BitVector IsArc(Model.Nodes.size());
  Times.walk(
      [&](StackNodeIndex N) {
        const StackNode &Node = Model.Nodes[N];
        const double Total = Times.ofNode(N).Total;
        const bool IsNested = OnStack[Node.Function]++ != 0;
        if (!isArcOf(F, N))
          return;
        IsArc.set(N);
        const ChildKey Key = arcKey(N);
        if (Depths[Key]++ == 0)
          Result.push_back({Key, {N, Total}});
        ArcCalls &Calls = OfCalls[Key];
        Calls.IsNested |= IsNested && Total > 0;
        if (Node.IsInlined)
          return;
        Calls.HasNodes = true;
        if (Calls.Depth++ == 0)
          Calls.Total += Total;
      },
      [&](StackNodeIndex N) {
        --OnStack[Model.Nodes[N].Function];
        if (!IsArc.test(N))
          return;
        --Depths[arcKey(N)];
        if (!Model.Nodes[N].IsInlined)
          --OfCalls[arcKey(N)].Depth;
      });
  return Result;
}

/// Returns the exact numbers of calls of \p F, or of its calls, by the keys of
/// the children.
std::map<ChildKey, uint64_t> TreeMaker::callsOf(StackFunctionIndex F) const {
  std::map<ChildKey, uint64_t> Calls;
  for (const StackSiteCalls &Each : Model.SiteCalls) {
    if (IsUpward ? Each.Callee != F : !is_contained(Each.Callers, F))
      continue;
    ChildKey Key{IsUpward ? Each.caller() : Each.Callee};
    if (IsUpward && Each.Callers.front() != Each.caller())
      Key.Inlined = Each.Callers.front();
    if (Limits.ByLine)
      std::tie(Key.CallPath, Key.CallLine) =
          std::tie(Each.CallPath, Each.CallLine);
    Calls[Key] += Each.Calls;
  }
  return Calls;
}

/// Sets what \p Calls says of the calls of \p Node.
static void describeCalls(const ArcCalls &Calls, StackTreeNode &Node) {
  Node.TotalOfCalls = Calls.Total;
  Node.IsNested = Calls.IsNested;
  Node.IsInlined = Node.Total > 0 && !Calls.HasNodes && !Node.Calls;
}

/// Adds the root \p F and below it its callers or callees: those on stacks, and
/// those that are only known from exact calls.
void TreeMaker::addArcs(StackFunctionIndex F) {
  const StackTime &Time = Times.ofFunction(F);
  addNode(StackTreeNode::NoParent, {F}, Time.Total);
  Tree.Nodes.front().Self = Time.Self;
  const std::map<ChildKey, uint64_t> Calls = callsOf(F);
  JoinsUncounted = IsUpward && Calls.count(ChildKey());

  const StackTreeLimits Chosen = Limits;
  Limits.MinSamples = 0;
  std::map<ChildKey, ArcCalls> OfCalls;
  std::vector<Candidate> Parts = outermostArcs(F, OfCalls);
  if (IsUpward)
    // The place of a caller is the caller. What represents many callers stays
    // at the callee: its callers are the next level.
    for (Candidate &Part : Parts)
      if (Part.Key.Function != NoStackIndex)
        Part.At.Node = Model.callerOf(Part.At.Node);
  addChildren(0, std::move(Parts));
  Limits = Chosen;

  if (Limits.MaxDepth < 2)
    return;
  std::map<ChildKey, uint32_t> Children;
  for (uint32_t Child : Tree.Nodes.front().Below) {
    const StackTreeNode &Node = Tree.Nodes[Child];
    Children[{Node.Function, Node.InlinedCaller, Node.CallPath,
              Node.CallLine}] = Child;
  }
  for (const auto &[Key, Count] : Calls) {
    auto [Found, IsNew] = Children.try_emplace(Key, 0);
    if (IsNew)
      Found->second = addNode(0, Key, 0);
    Tree.Nodes[Found->second].Calls = Count;
  }
  for (const auto &[Key, Child] : Children)
    describeCalls(OfCalls[Key], Tree.Nodes[Child]);
}

StackTree TreeMaker::makeCallers(StackFunctionIndex F) {
  IsUpward = true;
  addArcs(F);
  growAll();
  return std::move(Tree);
}

StackTree TreeMaker::makeCallees(StackFunctionIndex F) {
  addArcs(F);
  growAll();
  return std::move(Tree);
}

StackTree gmon::makeStackTree(const StackTimes &Times,
                              const StackTreeLimits &Limits) {
  return TreeMaker(Times, Limits).makeTree();
}

StackTree gmon::makeCallerTree(const StackTimes &Times, StackFunctionIndex F,
                               const StackTreeLimits &Limits) {
  return TreeMaker(Times, Limits).makeCallers(F);
}

StackTree gmon::makeCalleeTree(const StackTimes &Times, StackFunctionIndex F,
                               const StackTreeLimits &Limits) {
  return TreeMaker(Times, Limits).makeCallees(F);
}
