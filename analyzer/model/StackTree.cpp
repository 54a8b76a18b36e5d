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

using KeyTuple = std::tuple<StackFunctionIndex, StringRef, uint32_t>;

/// What distinguishes the children of a tree's node.
struct ChildKey {
  StackFunctionIndex Function;
  StringRef CallPath;
  uint32_t CallLine;

  ChildKey(StackFunctionIndex F, StringRef Path, uint32_t Line)
      : Function(F), CallPath(Path), CallLine(Line) {}
  explicit ChildKey(const KeyTuple &Key)
      : ChildKey(std::get<0>(Key), std::get<1>(Key), std::get<2>(Key)) {}

  KeyTuple tuple() const { return {Function, CallPath, CallLine}; }
};

/// A future child of a tree's node, or a part of it.
struct Candidate {
  ChildKey Key;
  Place At;
  /// Of a caller: the innermost inlined function there that makes the call.
  StackFunctionIndex Inlined = NoStackIndex;
};

/// Functions that are inlined into a caller, with the calls that they make: how
/// many were counted, and their samples.
using InlinedCalls = std::map<StackFunctionIndex, std::pair<uint64_t, double>>;

/// The calls of an arc that are not inlined; see StackArc.
struct ArcCalls {
  uint32_t Depth = 0; ///< how many are on the current stack
  double Total = 0;
  bool IsNested = false;
  bool HasNodes = false; ///< there are such calls on stacks
  InlinedCalls Inlined;  ///< in a tree of callers
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
  uint32_t addNode(uint32_t Parent, const ChildKey &Key, double Total);
  void addChild(uint32_t Parent, ArrayRef<Candidate> Parts);
  void addChildren(uint32_t Parent, std::vector<Candidate> Parts);
  void addArcs(StackFunctionIndex F);
  void growAll();

  std::vector<Candidate>
  outermostArcs(StackFunctionIndex F,
                std::map<KeyTuple, ArcCalls> &OfCalls) const;
  std::vector<Candidate> callersOf(ArrayRef<Place> Places) const;
  std::vector<Candidate> calleesOf(ArrayRef<Place> Places) const;
  std::map<KeyTuple, uint64_t> callsOf(StackFunctionIndex F) const;
  void addInlinedCallers(StackFunctionIndex F,
                         std::map<KeyTuple, ArcCalls> &OfCalls) const;
  StackFunctionIndex inlinedCallerOf(StackNodeIndex N) const;
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
  return Limits.ByLine ? ChildKey{F, Call.CallPath, Call.CallLine}
                       : ChildKey{F, "", 0};
}

uint32_t TreeMaker::addNode(uint32_t Parent, const ChildKey &Key,
                            double Total) {
  uint32_t Index = Tree.Nodes.size();
  StackTreeNode &Node = Tree.Nodes.emplace_back();
  Node.Function = Key.Function;
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

/// Lists the functions of \p Calls in \p Node.
static void nameInlined(const InlinedCalls &Calls, StackTreeNode &Node) {
  std::vector<std::pair<StackFunctionIndex, std::pair<uint64_t, double>>> All(
      Calls.begin(), Calls.end());
  llvm::stable_sort(
      All, [](const auto &A, const auto &B) { return A.second > B.second; });
  Node.InlinedCallers.clear();
  for (const auto &[Function, Weight] : All)
    if (Function != Node.Function)
      Node.InlinedCallers.push_back(Function);
}

/// Adds the child of \p Parent that consists of \p Parts, which have one key,
/// and lets it grow; or leaves it out.
void TreeMaker::addChild(uint32_t Parent, ArrayRef<Candidate> Parts) {
  Growth Child;
  double Total = 0, Self = 0;
  InlinedCalls Inlined;
  for (const Candidate &Part : Parts) {
    if (Part.Inlined != NoStackIndex)
      Inlined[Part.Inlined].second += Part.At.Samples;
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
  nameInlined(Inlined, Tree.Nodes[Child.Node]);
  Queue.push_back(std::move(Child));
}

/// Adds the children of \p Parent that consist of \p Parts.
void TreeMaker::addChildren(uint32_t Parent, std::vector<Candidate> Parts) {
  llvm::erase_if(Parts, [](const Candidate &C) { return C.At.Samples == 0; });
  llvm::sort(Parts, [](const Candidate &A, const Candidate &B) {
    return std::pair(A.Key.tuple(), A.At.Node) <
           std::pair(B.Key.tuple(), B.At.Node);
  });
  for (auto Left = ArrayRef(Parts); !Left.empty();) {
    auto Same = Left.take_while([&](const Candidate &C) {
      return C.Key.tuple() == Left.front().Key.tuple();
    });
    addChild(Parent, Same);
    Left = Left.drop_front(Same.size());
  }
}

std::vector<Candidate> TreeMaker::callersOf(ArrayRef<Place> Places) const {
  std::vector<Candidate> Result;
  for (const Place &P : Places)
    if (Model.Nodes[P.Node].Parent != NoStackIndex) {
      const StackNodeIndex Caller = Model.callerOf(P.Node);
      Result.push_back({keyOf(Model.Nodes[Caller].Function, P.Node),
                        {Caller, P.Samples},
                        inlinedCallerOf(P.Node)});
    }
  return Result;
}

/// Returns the innermost inlined function whose code calls \p N, which has a
/// caller; or NoStackIndex.
StackFunctionIndex TreeMaker::inlinedCallerOf(StackNodeIndex N) const {
  const StackNode &Node = Model.Nodes[N];
  return !Node.IsInlined && Model.Nodes[Node.Parent].IsInlined
             ? Model.Nodes[Node.Parent].Function
             : NoStackIndex;
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
  const StackFunctionIndex Caller =
      Model.Nodes[Model.callerOf(Callee)].Function;
  if (JoinsUncounted && !countsCalls(Model, Caller, Node.Function))
    return {NoStackIndex, "", 0};
  return keyOf(Caller, Callee);
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
                         std::map<KeyTuple, ArcCalls> &OfCalls) const {
  std::map<KeyTuple, uint32_t> Depths; // how often the arc is on the stack
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
        if (Depths[Key.tuple()]++ == 0)
          Result.push_back({Key, {N, Total}});
        ArcCalls &Calls = OfCalls[Key.tuple()];
        Calls.IsNested |= IsNested && Total > 0;
        if (Node.IsInlined)
          return;
        Calls.HasNodes = true;
        if (Calls.Depth++ == 0)
          Calls.Total += Total;
        if (StackFunctionIndex Inlined = inlinedCallerOf(N);
            IsUpward && Inlined != NoStackIndex)
          Calls.Inlined[Inlined].second += Total;
      },
      [&](StackNodeIndex N) {
        --OnStack[Model.Nodes[N].Function];
        if (!IsArc.test(N))
          return;
        --Depths[arcKey(N).tuple()];
        if (!Model.Nodes[N].IsInlined)
          --OfCalls[arcKey(N).tuple()].Depth;
      });
  return Result;
}

/// Returns the exact numbers of calls of \p F, or of its calls, by the keys of
/// the children.
std::map<KeyTuple, uint64_t> TreeMaker::callsOf(StackFunctionIndex F) const {
  std::map<KeyTuple, uint64_t> Calls;
  if (Limits.ByLine) {
    for (const StackSiteCalls &Each : Model.SiteCalls)
      if (IsUpward ? Each.Callee == F : is_contained(Each.Callers, F))
        Calls[{IsUpward ? Each.caller() : Each.Callee, Each.CallPath,
               Each.CallLine}] += Each.Calls;
    return Calls;
  }
  for (const StackCalls &Each : Model.Calls)
    if (IsUpward ? Each.Callee == F && !Each.IsInlined : Each.Caller == F)
      Calls[{IsUpward ? Each.Caller : Each.Callee, "", 0}] += Each.Calls;
  return Calls;
}

/// Adds to \p OfCalls, for each caller of \p F, the inlined functions whose
/// calls of \p F were counted.
void TreeMaker::addInlinedCallers(StackFunctionIndex F,
                                  std::map<KeyTuple, ArcCalls> &OfCalls) const {
  for (const StackSiteCalls &Each : Model.SiteCalls) {
    if (Each.Callee != F || Each.Callers.front() == Each.caller())
      continue;
    KeyTuple Key = {Each.caller(), "", 0};
    if (Limits.ByLine)
      Key = {Each.caller(), Each.CallPath, Each.CallLine};
    OfCalls[Key].Inlined[Each.Callers.front()].first += Each.Calls;
  }
}

/// Sets what \p Calls says of the calls of \p Node.
static void describeCalls(const ArcCalls &Calls, StackTreeNode &Node) {
  Node.TotalOfCalls = Calls.Total;
  Node.IsNested = Calls.IsNested;
  Node.IsInlined = Node.Total > 0 && !Calls.HasNodes && !Node.Calls;
  nameInlined(Calls.Inlined, Node);
}

/// Adds the root \p F and below it its callers or callees: those on stacks, and
/// those that are only known from exact calls.
void TreeMaker::addArcs(StackFunctionIndex F) {
  const StackTime &Time = Times.ofFunction(F);
  addNode(StackTreeNode::NoParent, {F, "", 0}, Time.Total);
  Tree.Nodes.front().Self = Time.Self;
  const std::map<KeyTuple, uint64_t> Calls = callsOf(F);
  JoinsUncounted = IsUpward && Calls.count({NoStackIndex, "", 0});

  const StackTreeLimits Chosen = Limits;
  Limits.MinSamples = 0;
  std::map<KeyTuple, ArcCalls> OfCalls;
  std::vector<Candidate> Parts = outermostArcs(F, OfCalls);
  if (IsUpward) {
    addInlinedCallers(F, OfCalls);
    // The place of a caller is the caller. What represents many callers stays
    // at the callee: its callers are the next level.
    for (Candidate &Part : Parts)
      if (Part.Key.Function != NoStackIndex)
        Part.At.Node = Model.callerOf(Part.At.Node);
  }
  addChildren(0, std::move(Parts));
  Limits = Chosen;

  if (Limits.MaxDepth < 2)
    return;
  std::map<KeyTuple, uint32_t> Children;
  for (uint32_t Child : Tree.Nodes.front().Below) {
    const StackTreeNode &Node = Tree.Nodes[Child];
    Children[{Node.Function, Node.CallPath, Node.CallLine}] = Child;
  }
  for (const auto &[Key, Count] : Calls) {
    auto [Found, IsNew] = Children.try_emplace(Key, 0);
    if (IsNew)
      Found->second = addNode(0, ChildKey(Key), 0);
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
