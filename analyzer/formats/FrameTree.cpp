//===-- formats/FrameTree.cpp - The stacks that formats print -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A measured tree is made in two steps. The first one joins the nodes of the
// StackModel that differ in call sites only. The second one sorts nodes by
// time, the greatest first, and prunes: samples below a node that is left out
// are at their innermost function, below a frame "<pruned>" of the last caller
// that is kept. So callers keep their total time, and functions their own.
//
//===----------------------------------------------------------------------===//

#include "formats/FrameTree.h"
#include "model/CallTree.h"
#include "support/Rounding.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <numeric>

using namespace gmon;
using namespace llvm;

/// The least part of the time, in percent, of an estimated stack, unless the
/// user chooses another.
static constexpr double EstimatedPercent = 0.01;

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
  MeasuredTree(const StackModel &Stacks, double MinPercent,
               ThreadFrames Threads)
      : Stacks(Stacks), MinPercent(MinPercent), Threads(Threads) {}
  FrameTree build();

private:
  using FrameKey = std::pair<unsigned, uint32_t>;
  using NodeKey = std::tuple<uint32_t, unsigned, uint32_t>; ///< parent, frame

  void nameThreads();
  uint32_t join(uint32_t Parent, TreeFrame::Kind What, uint32_t Index);
  uint32_t joined(StackNodeIndex Node, uint32_t Name);
  void joinAll();
  void sumUp();
  uint32_t frame(TreeFrame::Kind What, uint32_t Index);
  uint32_t addNode(TreeFrame::Kind What, uint32_t Index, uint32_t Parent);
  void addSamples(const JoinedNode &From, uint32_t Node);
  void addPruned(ArrayRef<uint32_t> Tops, uint32_t Parent);
  void addAll();

  const StackModel &Stacks;
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
  std::map<FrameKey, uint32_t> Frames;
  FrameTree Tree;
};

} // namespace

/// Numbers the names of threads with samples. A single one that the user did
/// not ask for needs no frames.
void MeasuredTree::nameThreads() {
  NameOf.resize(Stacks.Threads.size());
  if (Threads == ThreadFrames::None)
    return;
  StringMap<uint32_t> Numbers;
  for (const StackSampleRow &Row : Stacks.Samples) {
    const StackThreadRow &Thread = Stacks.Threads[Row.Thread];
    std::string Name =
        Threads == ThreadFrames::ByThread ? threadName(Thread) : Thread.Name;
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
  for (StackNodeIndex N = Node; N != NoStackIndex; N = Stacks.Nodes[N].Parent) {
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
    Result = join(Result, TreeFrame::Function, Stacks.Nodes[N].Function);
    Joined[Result].IsInlined &= Stacks.Nodes[N].IsInlined;
    JoinedOf[{N, Name}] = Result;
  }
  return Result;
}

void MeasuredTree::joinAll() {
  for (const StackSampleRow &Row : Stacks.Samples) {
    if (Row.Count == 0)
      continue;
    JoinedNode &At = Joined[joined(Row.Node, NameOf[Row.Thread])];
    (Row.Kind == GMON_SAMPLE_WAITING ? At.Waiting
                                     : At.Running)[{Row.Thread, Row.Group}] +=
        Row.Count;
    At.Total += double(Row.Count);
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

/// Returns the number of a frame of the tree.
uint32_t MeasuredTree::frame(TreeFrame::Kind What, uint32_t Index) {
  auto [It, IsNew] = Frames.try_emplace({What, Index}, Tree.Frames.size());
  if (!IsNew)
    return It->second;
  TreeFrame &Made = Tree.Frames.emplace_back();
  Made.What = What;
  Made.Index = Index;
  if (What == TreeFrame::Function) {
    const StackFunction &Function = Stacks.Functions[Index];
    Made.Name = Function.Name.str();
    Made.Path = Function.Path;
    Made.Line = Function.Line;
    if (Made.Path.empty() && Function.Module != NoStackIndex)
      Made.Path = Stacks.Modules[Function.Module].Path;
  } else if (What == TreeFrame::Thread) {
    Made.Name = Names[Index].empty() ? "[thread]" : Names[Index];
  } else {
    Made.Name = What == TreeFrame::Waiting ? "[waiting]" : "<pruned>";
  }
  return It->second;
}

uint32_t MeasuredTree::addNode(TreeFrame::Kind What, uint32_t Index,
                               uint32_t Parent) {
  TreeNode Made;
  Made.Frame = frame(What, Index);
  Made.Parent = Parent;
  Tree.Nodes.push_back(Made);
  return Tree.Nodes.size() - 1;
}

void MeasuredTree::addSamples(const JoinedNode &From, uint32_t Node) {
  auto Add = [&](const ThreadSamples &Counts, uint32_t To) {
    for (auto [Key, Count] : Counts) {
      Tree.Samples.push_back({To, Key.first, Key.second, Count});
      Tree.Nodes[To].Self += double(Count);
    }
  };
  Add(From.Running, Node);
  if (!From.Waiting.empty())
    Add(From.Waiting, addNode(TreeFrame::Waiting, 0, Node));
}

/// Adds the samples of \p Tops and of all nodes below them.
void MeasuredTree::addPruned(ArrayRef<uint32_t> Tops, uint32_t Parent) {
  std::map<uint32_t, JoinedNode> Innermost; ///< by function
  SmallVector<uint32_t> Work(Tops);
  while (!Work.empty()) {
    const JoinedNode &From = Joined[Work.pop_back_val()];
    Work.append(From.Below.begin(), From.Below.end());
    for (auto Kind : {&JoinedNode::Running, &JoinedNode::Waiting})
      for (auto [Key, Count] : From.*Kind)
        (Innermost[From.Index].*Kind)[Key] += Count;
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
  auto Push = [&](ArrayRef<uint32_t> Below, uint32_t Parent, unsigned Depth) {
    size_t Kept = 0;
    while (Kept < Below.size() && Depth <= MaxStackDepth &&
           Joined[Below[Kept]].Total >= MinTotal)
      ++Kept;
    if (Kept < Below.size())
      Work.push_back({Below.drop_front(Kept), false, Parent, Depth});
    for (size_t I = Kept; I > 0; --I)
      Work.push_back({Below.slice(I - 1, 1), true, Parent, Depth});
  };
  Push(Roots, TreeNode::NoParent, 1);
  while (!Work.empty()) {
    Item Next = Work.back();
    Work.pop_back();
    if (!Next.IsKept) {
      addPruned(Next.Nodes, Next.Parent);
      continue;
    }
    const JoinedNode &From = Joined[Next.Nodes.front()];
    uint32_t Node = addNode(From.What, From.Index, Next.Parent);
    Tree.Nodes[Node].IsInlined =
        From.What == TreeFrame::Function && From.IsInlined;
    addSamples(From, Node);
    Push(From.Below, Node, Next.Depth + 1);
  }
}

FrameTree MeasuredTree::build() {
  nameThreads();
  joinAll();
  sumUp();
  addAll();
  for (TreeNode &Node : reverse(Tree.Nodes)) {
    Node.Total += Node.Self;
    if (Node.Parent != TreeNode::NoParent)
      Tree.Nodes[Node.Parent].Total += Node.Total;
  }
  Tree.IsMeasured = true;
  Tree.UnitsPerSample = Stacks.Cost.wholeUnits(1, 1e6);
  return std::move(Tree);
}

/// Returns the stacks that the call graph suggests.
static FrameTree estimatedTree(const ProfileModel &Model, double MinPercent) {
  FrameTree Tree;
  Tree.UnitsPerSample = Model.Run.Cost.wholeUnits(1, 1e6);
  std::map<std::pair<unsigned, uint32_t>, uint32_t> Frames;
  for (const CallTreeNode &Node :
       makeCallTree(Model, MinPercent, KeptTime::OfFunctions).Nodes) {
    auto [It, IsNew] =
        Frames.try_emplace({Node.What, Node.Index}, Tree.Frames.size());
    if (IsNew) {
      TreeFrame &Made = Tree.Frames.emplace_back();
      static constexpr TreeFrame::Kind Kinds[] = {
          TreeFrame::Function, TreeFrame::Cycle, TreeFrame::Pruned,
          TreeFrame::Unknown};
      Made.What = Kinds[Node.What];
      Made.Index = Node.Index;
      Made.Name = frameName(Model, Node);
      if (Node.What == CallTreeNode::Function) {
        Made.Path = Model.Functions[Node.Index].Path;
        Made.Line = Model.Functions[Node.Index].Line;
      }
    }
    Tree.Nodes.push_back({It->second, Node.Parent, Node.Self, Node.Total});
  }
  return Tree;
}

FrameTree gmon::makeFrameTree(const FormatContext &Context,
                              const FrameTreeSettings &Settings) {
  std::optional<double> MinPercent = Context.Settings.MinPercent;
  if (Context.Model.hasSampledStacks())
    return MeasuredTree(*Context.Model.Stacks,
                        MinPercent.value_or(Settings.MeasuredPercent),
                        Settings.Threads)
        .build();
  return estimatedTree(Context.Model, MinPercent.value_or(EstimatedPercent));
}

SmallVector<uint32_t> FrameTree::stackOf(uint32_t Node) const {
  SmallVector<uint32_t> Result;
  for (uint32_t N = Node; N != TreeNode::NoParent; N = Nodes[N].Parent)
    Result.push_back(Nodes[N].Frame);
  std::reverse(Result.begin(), Result.end());
  return Result;
}

/// Returns the indices of \p Items in an order in which those of one function
/// are adjacent. So rounding moves time only between them.
template <class Range, class KeyFn>
static std::vector<uint32_t> orderByFunction(const Range &Items, KeyFn Key) {
  std::vector<uint32_t> Order(Items.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return Key(Items[A]) < Key(Items[B]);
  });
  return Order;
}

std::vector<uint64_t> FrameTree::wholeTimes() const {
  std::vector<uint64_t> Result(Nodes.size());
  if (IsMeasured) {
    std::vector<uint64_t> Times = wholeSampleTimes();
    for (size_t I = 0; I < Samples.size(); ++I)
      Result[Samples[I].Node] += Times[I];
    return Result;
  }
  Rounder Round;
  for (uint32_t I : orderByFunction(Nodes, [&](const TreeNode &Node) {
         return std::pair(Frames[Node.Frame].What, Frames[Node.Frame].Index);
       }))
    Result[I] = Round(Nodes[I].Self * UnitsPerSample);
  return Result;
}

std::vector<uint64_t> FrameTree::wholeSampleTimes() const {
  std::vector<uint64_t> Result(Samples.size());
  Rounder Round;
  for (uint32_t I : orderByFunction(Samples, [&](const TreeSample &Sample) {
         return Nodes[Sample.Node].Frame;
       }))
    Result[I] = Round(double(Samples[I].Count) * UnitsPerSample);
  return Result;
}
