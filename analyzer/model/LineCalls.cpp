//===-- model/LineCalls.cpp - What lines call -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up the calls of each line of source, in the order of a walk through the
// tree of stacks.
//
//===----------------------------------------------------------------------===//

#include "model/StackTimes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace gmon;
using namespace llvm;

std::vector<LineCall> gmon::lineCalls(const StackTimes &Times) {
  const StackModel &Model = Times.model();
  std::vector<LineCall> Calls;
  DenseMap<StringRef, uint32_t> Files;
  DenseMap<std::pair<uint64_t, uint32_t>, uint32_t> Numbers;
  auto NumberOf = [&](StringRef Path, uint32_t Line,
                      StackFunctionIndex Callee) {
    uint32_t File = Files.try_emplace(Path, Files.size()).first->second;
    auto [It, IsNew] =
        Numbers.try_emplace({(uint64_t(File) << 32) | Line, Callee}, 0);
    if (IsNew) {
      It->second = Calls.size();
      Calls.push_back({Path, Line, Callee, 0, 0, std::nullopt});
    }
    return It->second;
  };

  for (const StackSiteCalls &Site : Model.SiteCalls)
    if (!Site.CallPath.empty() && Site.CallLine) {
      std::optional<uint64_t> &Sum =
          Calls[NumberOf(Site.CallPath, Site.CallLine, Site.Callee)].Calls;
      Sum = Sum.value_or(0) + Site.Calls;
    }

  std::vector<uint32_t> OfNode(Model.Nodes.size(), NoStackIndex);
  for (StackNodeIndex N = 0; N < Model.Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    if (!Node.CallPath.empty() && Node.CallLine && Times.ofNode(N).Total > 0)
      OfNode[N] = NumberOf(Node.CallPath, Node.CallLine, Node.Function);
  }
  std::vector<uint32_t> Depth(Calls.size()); // of calls on the stack
  Times.walk(
      [&](StackNodeIndex N) {
        if (OfNode[N] == NoStackIndex || Depth[OfNode[N]]++ != 0)
          return;
        LineCall &Call = Calls[OfNode[N]];
        Call.Total += Times.ofNode(N).Total;
        if (Model.Nodes[N].IsInlined)
          Call.Inlined += Times.ofNode(N).Total;
      },
      [&](StackNodeIndex N) {
        if (OfNode[N] != NoStackIndex)
          --Depth[OfNode[N]];
      });
  llvm::sort(Calls, [](const LineCall &A, const LineCall &B) {
    return std::tie(A.Path, A.Line, A.Callee) <
           std::tie(B.Path, B.Line, B.Callee);
  });
  return Calls;
}
