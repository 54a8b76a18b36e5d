//===-- Components.cpp - Strongly connected parts of a graph --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graph/Components.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/SCCIterator.h"

using namespace gmon;
using namespace llvm;

namespace {

/// A node with the interface of LLVM's graph algorithms.
struct Vertex {
  std::vector<Vertex *> Children;
};

} // namespace

template <> struct llvm::GraphTraits<Vertex *> {
  using NodeRef = Vertex *;
  using ChildIteratorType = std::vector<Vertex *>::iterator;
  static NodeRef getEntryNode(Vertex *Root) { return Root; }
  // NOLINTBEGIN(readability-identifier-naming): so LLVM calls them.
  static ChildIteratorType child_begin(NodeRef N) {
    return N->Children.begin();
  }
  static ChildIteratorType child_end(NodeRef N) { return N->Children.end(); }
  // NOLINTEND(readability-identifier-naming)
};

std::vector<std::vector<uint32_t>>
gmon::findComponents(uint32_t NumNodes, ArrayRef<NodePair> Arcs) {
  std::vector<Vertex> Vertices(NumNodes + 1);
  Vertex *Root = &Vertices.back();
  for (uint32_t N = 0; N < NumNodes; ++N)
    Root->Children.push_back(&Vertices[N]);
  for (const NodePair &Arc : Arcs)
    Vertices[Arc.From].Children.push_back(&Vertices[Arc.To]);
  std::vector<std::vector<uint32_t>> Result;
  for (auto It = scc_begin(Root); !It.isAtEnd(); ++It) {
    if (It->size() < 2)
      continue;
    std::vector<uint32_t> &Members = Result.emplace_back();
    for (const Vertex *V : *It)
      Members.push_back(V - Vertices.data());
  }
  return Result;
}
