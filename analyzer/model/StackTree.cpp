//===-- StackTree.cpp - Measured trees of callers and callees -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges nodes of a ProfileModel to nodes of a tree. A node of the tree stands
// for nodes of the model: its places. The tree grows level by level. Small
// nodes do not grow, so that a tree takes little time even if stacks are deep
// and many.
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
struct TreePlace {
  StackNodeIndex Node = 0;
  double Samples = 0;
};

/// What distinguishes the children of a tree's node.
struct ChildKey {
  FunctionIndex Function = NoIndex;
  bool IsInlinedCaller = false;
  StringRef CallPath = {};
  uint32_t CallLine = 0;

  bool operator<(const ChildKey &RHS) const {
    return std::tie(Function, IsInlinedCaller, CallPath, CallLine) <
           std::tie(RHS.Function, RHS.IsInlinedCaller, RHS.CallPath,
                    RHS.CallLine);
  }
};

/// The keys from a child of the root on: of a callee; or of the inlined
/// functions whose code a call is, and of the one that contains them.
using ArcPath = std::vector<ChildKey>;

/// A future child of a tree's node, or a part of it.
struct Candidate {
  ChildKey Key;
  TreePlace At;
};

/// All calls of a path, or of a start of paths; see StackArc.
struct Arc {
  std::vector<TreePlace> Outermost; ///< a sample is in one of these places
  double Self = 0, Total = 0;       ///< of the call graph, if it has the times
  uint32_t Depth = 0;               ///< how often it is on the current stack
  /// Of the calls that are not inlined.
  uint32_t DepthOfCalls = 0;
  double TotalOfCalls = 0;
  bool IsNested = false;
  bool HasCalls = false;         ///< there are such calls on stacks
  std::optional<uint64_t> Calls; ///< exact
};

using Arcs = std::map<ArcPath, Arc>;

class TreeMaker {
public:
  TreeMaker(const StackTimes &Times, const StackTreeLimits &Limits)
      : Times(Times), Model(Times.model()), Limits(Limits) {}

  StackTree makeTree();
  StackTree makeCallers(FunctionIndex F);
  StackTree makeCallees(FunctionIndex F);

private:
  struct Growth {
    uint32_t Node; ///< of the tree
    std::vector<TreePlace> Places;
  };

  ChildKey keyOf(FunctionIndex F, StackNodeIndex CallSite) const;
  ChildKey callerKey(StackNodeIndex Callee) const;
  uint32_t addNode(uint32_t Parent, const ChildKey &Key, double Total);
  void addChild(uint32_t Parent, ArrayRef<Candidate> Parts);
  void addChildren(uint32_t Parent, std::vector<Candidate> Parts);
  void addArc(uint32_t Parent, const ChildKey &Key, Arc &A);
  void addArcs(FunctionIndex F);
  void growAll();

  void enterArc(StackNodeIndex Callee, bool IsNested, Arcs &All) const;
  void leaveArc(StackNodeIndex Callee, Arcs &All) const;
  void addStacks(FunctionIndex F, Arcs &All) const;
  void addCalls(FunctionIndex F, Arcs &All) const;
  void addGraph(FunctionIndex F, Arcs &All) const;
  std::vector<Candidate> callersOf(ArrayRef<TreePlace> Places) const;
  std::vector<Candidate> calleesOf(ArrayRef<TreePlace> Places) const;
  bool isArcOf(FunctionIndex F, StackNodeIndex Callee) const;
  ArcPath pathOf(StackNodeIndex Callee) const;
  ArcPath pathOf(const StackSiteCalls &Site) const;

  const StackTimes &Times;
  const ProfileModel &Model;
  StackTreeLimits Limits;
  bool IsUpward = false;
  bool JoinsUncounted = false; ///< callers whose calls are not counted
  StackTree Tree;
  std::deque<Growth> Queue;
};

} // namespace

/// Returns the key of a child with the function \p F that is called at, or
/// calls at, the call site of \p CallSite.
ChildKey TreeMaker::keyOf(FunctionIndex F, StackNodeIndex CallSite) const {
  const StackNode &Call = Model.Nodes[CallSite];
  ChildKey Key{F};
  if (Limits.ByLine)
    std::tie(Key.CallPath, Key.CallLine) =
        std::tie(Call.CallPath, Call.CallLine);
  return Key;
}

/// Returns the key of the function that calls \p Callee, or into which that is
/// inlined; \p Callee has a parent.
ChildKey TreeMaker::callerKey(StackNodeIndex Callee) const {
  const StackNode &Caller = Model.Nodes[Model.Nodes[Callee].Parent];
  ChildKey Key = keyOf(Caller.Function, Callee);
  Key.IsInlinedCaller = Caller.IsInlined && Caller.Parent != NoIndex;
  return Key;
}

uint32_t TreeMaker::addNode(uint32_t Parent, const ChildKey &Key,
                            double Total) {
  uint32_t Index = Tree.Nodes.size();
  StackTreeNode &Node = Tree.Nodes.emplace_back();
  Node.Function = Key.Function;
  Node.IsInlinedCaller = Key.IsInlinedCaller;
  Node.CallPath = Key.CallPath;
  Node.CallLine = Key.CallLine;
  Node.Parent = Parent;
  Node.Total = Total;
  if (Parent == StackTreeNode::NoParent) {
    Tree.Roots.push_back(Index);
    return Index;
  }
  Node.Depth = Tree.Nodes[Parent].depthBelow();
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
  const uint32_t Depth = IsRoot ? 1 : Tree.Nodes[Parent].depthBelow();
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

std::vector<Candidate> TreeMaker::callersOf(ArrayRef<TreePlace> Places) const {
  std::vector<Candidate> Result;
  for (const TreePlace &P : Places)
    if (Model.Nodes[P.Node].Parent != NoIndex)
      Result.push_back(
          {callerKey(P.Node), {Model.Nodes[P.Node].Parent, P.Samples}});
  return Result;
}

std::vector<Candidate> TreeMaker::calleesOf(ArrayRef<TreePlace> Places) const {
  std::vector<Candidate> Result;
  for (const TreePlace &P : Places)
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

/// Returns the path of the arc to \p Callee, which has a caller.
ArcPath TreeMaker::pathOf(StackNodeIndex Callee) const {
  const FunctionIndex Called = Model.Nodes[Callee].Function;
  if (!IsUpward)
    return {keyOf(Called, Callee)};
  if (JoinsUncounted &&
      !countsCalls(Model, Model.Nodes[Model.callerOf(Callee)].Function, Called))
    return {ChildKey()};
  ArcPath Path = {callerKey(Callee)};
  while (Path.back().IsInlinedCaller) {
    Callee = Model.Nodes[Callee].Parent;
    Path.push_back(callerKey(Callee));
  }
  return Path;
}

/// Returns the path of the arc of \p Site.
ArcPath TreeMaker::pathOf(const StackSiteCalls &Site) const {
  ArcPath Path;
  auto Add = [&](FunctionIndex F, bool IsInlined, StringRef CallPath,
                 uint32_t CallLine) {
    Path.push_back({F, IsInlined});
    if (Limits.ByLine)
      std::tie(Path.back().CallPath, Path.back().CallLine) =
          std::tie(CallPath, CallLine);
  };
  if (!IsUpward) {
    Add(Site.Callee, false, Site.CallPath, Site.CallLine);
    return Path;
  }
  for (const auto &[I, F] : enumerate(Site.Callers))
    if (const bool IsInlined = I + 1 < Site.Callers.size(); I == 0)
      Add(F, IsInlined, Site.CallPath, Site.CallLine);
    else if (I <= Site.InlinedAt.size())
      Add(F, IsInlined, Site.InlinedAt[I - 1].first,
          Site.InlinedAt[I - 1].second);
    else
      Add(F, IsInlined, "", 0);
  return Path;
}

/// Whether \p Callee is a call of \p F or, in a tree of callees, by it.
bool TreeMaker::isArcOf(FunctionIndex F, StackNodeIndex Callee) const {
  const StackNode &Node = Model.Nodes[Callee];
  if (Node.Parent == NoIndex)
    return false;
  if (IsUpward)
    return Node.Function == F;
  return Model.Nodes[Model.callerOf(Callee)].Function == F ||
         is_contained(inlinedCallers(Model, Callee), F);
}

/// Calls \p Visit with each start of \p Path: its first key, the first two, ...
static void visitStarts(const ArcPath &Path,
                        function_ref<void(const ArcPath &)> Visit) {
  ArcPath Start;
  for (const ChildKey &Key : Path) {
    Start.push_back(Key);
    Visit(Start);
  }
}

/// Adds the call \p Callee, or call by it, to the arc of each start of its
/// path.
void TreeMaker::enterArc(StackNodeIndex Callee, bool IsNested,
                         Arcs &All) const {
  const double Total = Times.ofNode(Callee).Total;
  const bool IsCall = !Model.Nodes[Callee].IsInlined;
  // The place of a caller is the caller. What represents many callers stays at
  // the callee: its callers are the next level.
  StackNodeIndex Place = Callee;
  visitStarts(pathOf(Callee), [&](const ArcPath &Start) {
    if (IsUpward && Start.back().Function != NoIndex)
      Place = Model.Nodes[Place].Parent;
    Arc &A = All[Start];
    if (A.Depth++ == 0)
      A.Outermost.push_back({Place, Total});
    if (IsCall && A.DepthOfCalls++ == 0)
      A.TotalOfCalls += Total;
    A.HasCalls |= IsCall;
    A.IsNested |= IsNested && Total > 0;
  });
}

void TreeMaker::leaveArc(StackNodeIndex Callee, Arcs &All) const {
  visitStarts(pathOf(Callee), [&](const ArcPath &Start) {
    Arc &A = All[Start];
    --A.Depth;
    A.DepthOfCalls -= !Model.Nodes[Callee].IsInlined;
  });
}

/// Adds the arcs of \p F that are on stacks: the calls of it, or its calls.
void TreeMaker::addStacks(FunctionIndex F, Arcs &All) const {
  std::vector<uint32_t> OnStack(Model.Functions.size());
  BitVector IsArc(Model.Nodes.size());
  Times.walk(
      [&](StackNodeIndex N) {
        const bool IsNested = OnStack[Model.Nodes[N].Function]++ != 0;
        if (!isArcOf(F, N))
          return;
        IsArc.set(N);
        enterArc(N, IsNested, All);
      },
      [&](StackNodeIndex N) {
        --OnStack[Model.Nodes[N].Function];
        if (IsArc.test(N))
          leaveArc(N, All);
      });
}

/// Adds the exact numbers of calls of \p F, or of its calls.
void TreeMaker::addCalls(FunctionIndex F, Arcs &All) const {
  for (const StackSiteCalls &Site : Model.SiteCalls)
    if (IsUpward ? Site.Callee == F : is_contained(Site.Callers, F))
      visitStarts(pathOf(Site), [&](const ArcPath &Start) {
        std::optional<uint64_t> &Calls = All[Start].Calls;
        Calls = Calls.value_or(0) + Site.Calls;
      });
}

/// Adds the arcs that the call graph has.
void TreeMaker::addGraph(FunctionIndex F, Arcs &All) const {
  for (const StackArc &Known : Times.graphArcs(F, IsUpward)) {
    Arc &A = All[{ChildKey{IsUpward ? Known.Caller : Known.Callee}}];
    A.Self = Known.Self;
    A.Total = Known.Total;
    A.TotalOfCalls = Known.TotalOfCalls;
    A.IsNested = Known.IsNested;
    A.HasCalls = true;
    A.Calls = Known.Calls;
  }
}

/// Adds the child of \p Parent that \p A describes. Its ways begin at the
/// function that is not inlined.
void TreeMaker::addArc(uint32_t Parent, const ChildKey &Key, Arc &A) {
  double Total = A.Total, Self = A.Self;
  for (const TreePlace &P : A.Outermost) {
    Total += P.Samples;
    if (!IsUpward)
      Self += Times.ofNode(P.Node).Self;
  }
  const uint32_t Index = addNode(Parent, Key, Total);
  StackTreeNode &Node = Tree.Nodes[Index];
  Node.Self = Self;
  Node.Calls = A.Calls;
  Node.TotalOfCalls = A.TotalOfCalls;
  Node.IsNested = A.IsNested;
  Node.IsInlined = Total > 0 && !A.HasCalls && !A.Calls;
  if (!Key.IsInlinedCaller)
    Queue.push_back({Index, std::move(A.Outermost)});
}

/// Adds the root \p F and below it its callers or callees: those on stacks with
/// what is below them, and those that are only known from exact calls.
void TreeMaker::addArcs(FunctionIndex F) {
  const StackTime &Time = Times.ofFunction(F);
  addNode(StackTreeNode::NoParent, {F}, Time.Total);
  Tree.Nodes.front().Self = Time.Self;
  if (Limits.MaxDepth < 2)
    return;
  Arcs All;
  addGraph(F, All);
  if (All.empty())
    addCalls(F, All);
  JoinsUncounted = IsUpward && All.count({ChildKey()});
  addStacks(F, All);
  std::map<ArcPath, uint32_t> Nodes;
  // A path follows its starts.
  for (auto &[Path, A] : All) {
    auto HasSamples = [](const TreePlace &P) { return P.Samples > 0; };
    if (!A.Calls && none_of(A.Outermost, HasSamples))
      continue;
    const uint32_t Parent =
        Path.size() == 1 ? 0 : Nodes.at(ArrayRef(Path).drop_back().vec());
    Nodes[Path] = Tree.Nodes.size();
    addArc(Parent, Path.back(), A);
  }
  growAll();
}

StackTree TreeMaker::makeCallers(FunctionIndex F) {
  IsUpward = true;
  addArcs(F);
  return std::move(Tree);
}

StackTree TreeMaker::makeCallees(FunctionIndex F) {
  addArcs(F);
  return std::move(Tree);
}

StackTree gmon::makeStackTree(const StackTimes &Times,
                              const StackTreeLimits &Limits) {
  return TreeMaker(Times, Limits).makeTree();
}

StackTree gmon::makeCallerTree(const StackTimes &Times, FunctionIndex F,
                               const StackTreeLimits &Limits) {
  return TreeMaker(Times, Limits).makeCallers(F);
}

StackTree gmon::makeCalleeTree(const StackTimes &Times, FunctionIndex F,
                               const StackTreeLimits &Limits) {
  return TreeMaker(Times, Limits).makeCallees(F);
}
