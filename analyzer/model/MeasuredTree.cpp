//===-- MeasuredTree.cpp - The tree of measured stacks --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree is made in two steps. The first one joins the nodes of the stacks
// that differ in call sites only. The second one sorts nodes by
// time, the greatest first, and prunes: samples below a node that is left out
// are at their innermost function, below a frame "<pruned>" of the last caller
// that is kept. So callers keep their total time, and functions their own.
//
//===----------------------------------------------------------------------===//

#include "model/CallTree.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace gmon;
using namespace llvm;

namespace {

/// Numbers of samples by thread and group.
using ThreadSamples = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;

/// A node of the first step.
struct JoinedNode {
  TreeFrame::Kind What;
  uint32_t Index;
  uint32_t Parent;
  double Total = 0;
  bool IsInlined = true; ///< wherever it occurs
  ThreadSamples Running, Waiting;
  std::vector<uint32_t> Below;
};

class MeasuredTree {
public:
  MeasuredTree(const ProfileModel &Model, double MinPercent,
               ThreadFrames Threads)
      : Model(Model), MinPercent(MinPercent), Threads(Threads) {}
  CallTree build();

private:
  using NodeKey = std::tuple<uint32_t, unsigned, uint32_t>; ///< parent, frame

  void nameThreads();
  uint32_t join(uint32_t Parent, TreeFrame::Kind What, uint32_t Index);
  uint32_t joined(StackNodeIndex Node, uint32_t Name);
  void joinAll();
  void sumUp();
  uint32_t addNode(TreeFrame::Kind What, uint32_t Index, uint32_t Parent);
  void addSamples(const JoinedNode &Source, uint32_t Node);
  void addPruned(ArrayRef<uint32_t> Tops, uint32_t Parent);
  void addAll();

  const ProfileModel &Model;
  double MinPercent;
  ThreadFrames Threads;
  double MinTotal = 0; ///< of a node that is kept
  bool HasThreadFrames = false;
  std::vector<std::string> Names; ///< of threads
  std::vector<uint32_t> NameOf;   ///< by thread: index of its name
  std::vector<JoinedNode> Joined;
  std::vector<uint32_t> Roots; ///< of Joined
  /// The joined nodes of nodes, by name of the thread.
  DenseMap<std::pair<StackNodeIndex, uint32_t>, uint32_t> JoinedOf;
  std::map<NodeKey, uint32_t> Known;
  CallTree Tree;
};

} // namespace

/// Numbers the names of threads with samples. A single one that the user did
/// not ask for needs no frames.
void MeasuredTree::nameThreads() {
  NameOf.resize(Model.Threads.size());
  if (Threads == ThreadFrames::None)
    return;
  StringMap<uint32_t> Numbers;
  for (const StackSampleRow &Row : Model.Samples) {
    const StackThreadRow &Thread = Model.Threads[Row.Thread];
    std::string Name =
        Threads == ThreadFrames::ByThread ? Thread.wholeName() : Thread.Name;
    auto [It, IsNew] = Numbers.try_emplace(Name, Names.size());
    if (IsNew)
      Names.push_back(std::move(Name));
    NameOf[Row.Thread] = It->second;
  }
  HasThreadFrames = Threads == ThreadFrames::ByThread || Names.size() > 1;
}

/// Returns the joined node of a frame below \p Parent.
uint32_t MeasuredTree::join(uint32_t Parent, TreeFrame::Kind What,
                            uint32_t Index) {
  auto [It, IsNew] = Known.try_emplace({Parent, What, Index}, Joined.size());
  if (IsNew) {
    (Parent == TreeNode::NoParent ? Roots : Joined[Parent].Below)
        .push_back(It->second);
    JoinedNode &Made = Joined.emplace_back();
    Made.What = What;
    Made.Index = Index;
    Made.Parent = Parent;
  }
  return It->second;
}

/// Returns the joined node of \p Node in threads with the name \p Name.
uint32_t MeasuredTree::joined(StackNodeIndex Node, uint32_t Name) {
  SmallVector<StackNodeIndex> Missing;
  uint32_t Result = TreeNode::NoParent;
  for (StackNodeIndex N = Node; N != NoIndex; N = Model.Nodes[N].Parent) {
    auto Found = JoinedOf.find({N, Name});
    if (Found != JoinedOf.end()) {
      Result = Found->second;
      break;
    }
    Missing.push_back(N);
  }
  if (Result == TreeNode::NoParent && HasThreadFrames)
    Result = join(TreeNode::NoParent, TreeFrame::Thread, Name);
  for (StackNodeIndex N : reverse(Missing)) {
    Result = join(Result, TreeFrame::Function, Model.Nodes[N].Function);
    Joined[Result].IsInlined &= Model.Nodes[N].IsInlined;
    JoinedOf[{N, Name}] = Result;
  }
  return Result;
}

void MeasuredTree::joinAll() {
  for (const StackSampleRow &Row : Model.Samples) {
    if (Row.Count == 0)
      continue;
    JoinedNode &Place = Joined[joined(Row.Node, NameOf[Row.Thread])];
    (Row.Kind == GMON_SAMPLE_WAITING
         ? Place.Waiting
         : Place.Running)[{Row.Thread, Row.Group}] += Row.Count;
    Place.Total += double(Row.Count);
  }
}

/// Adds up the totals, and sorts the nodes below each one by total.
void MeasuredTree::sumUp() {
  for (JoinedNode &Node : reverse(Joined))
    if (Node.Parent != TreeNode::NoParent)
      Joined[Node.Parent].Total += Node.Total;
  auto Sort = [&](std::vector<uint32_t> &List) {
    llvm::stable_sort(List, [&](uint32_t A, uint32_t B) {
      return Joined[A].Total > Joined[B].Total;
    });
  };
  for (JoinedNode &Node : Joined)
    Sort(Node.Below);
  Sort(Roots);
  double All = 0;
  for (uint32_t Root : Roots)
    All += Joined[Root].Total;
  MinTotal = All * MinPercent / 100;
}

uint32_t MeasuredTree::addNode(TreeFrame::Kind What, uint32_t Index,
                               uint32_t Parent) {
  return Tree.addNode(Model, What, Index, Parent,
                      What == TreeFrame::Thread ? Names[Index] : "");
}

void MeasuredTree::addSamples(const JoinedNode &Source, uint32_t Node) {
  auto Add = [&](const ThreadSamples &Counts, uint32_t Target) {
    for (auto [Key, Count] : Counts) {
      Tree.Samples.push_back({Target, Key.first, Key.second, Count});
      Tree.Nodes[Target].Self += double(Count);
    }
  };
  Add(Source.Running, Node);
  if (!Source.Waiting.empty())
    Add(Source.Waiting, addNode(TreeFrame::Waiting, 0, Node));
}

/// Adds the samples of \p Tops and of all nodes below them.
void MeasuredTree::addPruned(ArrayRef<uint32_t> Tops, uint32_t Parent) {
  std::map<uint32_t, JoinedNode> Innermost; ///< by function
  SmallVector<uint32_t> Work(Tops);
  while (!Work.empty()) {
    const JoinedNode &Source = Joined[Work.pop_back_val()];
    Work.append(Source.Below.begin(), Source.Below.end());
    for (auto Kind : {&JoinedNode::Running, &JoinedNode::Waiting})
      for (auto [Key, Count] : Source.*Kind)
        (Innermost[Source.Index].*Kind)[Key] += Count;
  }
  uint32_t Pruned = addNode(TreeFrame::Pruned, 0, Parent);
  for (const auto &[Function, Samples] : Innermost)
    addSamples(Samples, addNode(TreeFrame::Function, Function, Pruned));
}

/// Adds all joined nodes, from the roots on.
void MeasuredTree::addAll() {
  struct Item {
    ArrayRef<uint32_t> Nodes; ///< one that is kept, or pruned ones
    bool IsKept;
    uint32_t Parent;
    unsigned Depth;
  };
  std::vector<Item> Work;
  auto Push = [&](ArrayRef<uint32_t> Callees, uint32_t Parent, unsigned Depth) {
    size_t Kept = 0;
    while (Kept < Callees.size() && Depth <= MaxStackDepth &&
           Joined[Callees[Kept]].Total >= MinTotal)
      ++Kept;
    if (Kept < Callees.size())
      Work.push_back({Callees.drop_front(Kept), false, Parent, Depth});
    for (size_t I = Kept; I > 0; --I)
      Work.push_back({Callees.slice(I - 1, 1), true, Parent, Depth});
  };
  Push(Roots, TreeNode::NoParent, 1);
  while (!Work.empty()) {
    Item Next = Work.back();
    Work.pop_back();
    if (!Next.IsKept) {
      addPruned(Next.Nodes, Next.Parent);
      continue;
    }
    const JoinedNode &Source = Joined[Next.Nodes.front()];
    uint32_t Node = addNode(Source.What, Source.Index, Next.Parent);
    Tree.Nodes[Node].IsInlined =
        Source.What == TreeFrame::Function && Source.IsInlined;
    addSamples(Source, Node);
    Push(Source.Below, Node, Next.Depth + 1);
  }
}

CallTree MeasuredTree::build() {
  nameThreads();
  joinAll();
  sumUp();
  Tree.IsMeasured = true;
  Tree.UnitsPerSample = Model.StackCost.wholeUnits(1, 1e6);
  addAll();
  Tree.sumUp();
  return std::move(Tree);
}

CallTree gmon::makeMeasuredTree(const ProfileModel &Model, double MinPercent,
                                ThreadFrames Threads) {
  return MeasuredTree(Model, MinPercent, Threads).build();
}
