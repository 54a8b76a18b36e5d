//===-- formats/Folded.cpp - Stacks for flame graphs ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line for each stack, "main;count;is_prime 110000", as flamegraph.pl reads
// it: functions from the outermost on, then the time in microseconds. The
// stacks are those of the CallTree.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "model/CallTree.h"

using namespace gmon;
using namespace llvm;

/// Returns \p Name without the characters that end a name or a line.
static std::string foldedName(StringRef Name) {
  std::string Result = oneLine(Name);
  std::replace(Result.begin(), Result.end(), ';', ':');
  return Result;
}

Error gmon::writeFolded(const FormatContext &Context) {
  const ProfileModel &Model = Context.Model;
  CallTree Tree = estimateStacks(Context);
  std::vector<uint64_t> Times = Tree.wholeUnits(Model.seconds(1e6));
  std::vector<std::string> Names(Model.Functions.size());
  SmallVector<uint32_t> Stack;
  for (uint32_t I = 0; I < Tree.Nodes.size(); ++I) {
    if (Times[I] == 0)
      continue;
    Stack.clear();
    for (uint32_t N = I; N != CallTreeNode::NoParent; N = Tree.Nodes[N].Parent)
      Stack.push_back(N);
    for (uint32_t N : reverse(Stack)) {
      if (N != Stack.back())
        Context.OS << ';';
      const CallTreeNode &Node = Tree.Nodes[N];
      if (Node.What != CallTreeNode::Function) {
        Context.OS << frameName(Model, Node);
        continue;
      }
      std::string &Name = Names[Node.Index];
      if (Name.empty())
        Name = foldedName(Model.Functions[Node.Index].Name);
      Context.OS << Name;
    }
    Context.OS << ' ' << Times[I] << '\n';
  }
  return Error::success();
}
