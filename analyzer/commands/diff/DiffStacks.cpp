//===-- DiffStacks.cpp - The stacks of two profiles in one tree -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the nodes whose frames have the same names, from the outermost on.
//
//===----------------------------------------------------------------------===//

#include "commands/diff/DiffReport.h"
#include <map>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

class Joiner {
public:
  void add(const FrameTree &Tree, double JoinedNode::*Side);
  JoinedStacks take() { return std::move(Stacks); }

private:
  uint32_t nameOf(StringRef Name);
  uint32_t nodeOf(uint32_t Parent, uint32_t Name);

  JoinedStacks Stacks;
  StringMap<uint32_t> Names;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> Nodes; ///< parent, name
};

} // namespace

uint32_t Joiner::nameOf(StringRef Name) {
  auto [It, IsNew] = Names.try_emplace(Name, Stacks.Names.size());
  if (IsNew)
    Stacks.Names.push_back(Name.str());
  return It->second;
}

uint32_t Joiner::nodeOf(uint32_t Parent, uint32_t Name) {
  auto [It, IsNew] = Nodes.try_emplace({Parent, Name}, Stacks.Nodes.size());
  if (IsNew)
    Stacks.Nodes.push_back({Name, Parent});
  return It->second;
}

void Joiner::add(const FrameTree &Tree, double JoinedNode::*Side) {
  std::vector<uint32_t> Joined; // by node of the tree
  for (const TreeNode &Node : Tree.Nodes) {
    uint32_t Parent = Node.Parent == TreeNode::NoParent ? TreeNode::NoParent
                                                        : Joined[Node.Parent];
    Joined.push_back(nodeOf(Parent, nameOf(Tree.Frames[Node.Frame].Name)));
    Stacks.Nodes[Joined.back()].*Side += Node.Self;
  }
}

JoinedStacks command::joinStacks(const FrameTree &Old, const FrameTree &New) {
  Joiner Join;
  Join.add(Old, &JoinedNode::Old);
  Join.add(New, &JoinedNode::New);
  return Join.take();
}

void command::testStacks(const DiffSide &Old, const DiffSide &New,
                         DiffSettings Settings, JoinedStacks &Stacks) {
  std::vector<SamplePair> Totals;
  for (const JoinedNode &Node : Stacks.Nodes)
    Totals.push_back({Node.Old, Node.New});
  for (size_t I = Totals.size(); I > 0; --I)
    if (const uint32_t Parent = Stacks.Nodes[I - 1].Parent;
        Parent != TreeNode::NoParent) {
      Totals[Parent].Old += Totals[I - 1].Old;
      Totals[Parent].New += Totals[I - 1].New;
    }
  // The flame has times, whatever the tables compare.
  Settings.ByShare = false;
  for (auto [Node, ByChance] :
       zip_equal(Stacks.Nodes, chancesInAll(Old, New, Settings, Totals)))
    Node.ByChance = ByChance;
}
