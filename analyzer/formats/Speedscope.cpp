//===-- formats/Speedscope.cpp - Stacks for speedscope --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Profiles of the type "sampled", as specified by
// https://www.speedscope.app/file-format-schema.json: one of all samples and,
// if several threads were measured, one of each. The stacks are those of the
// CallTree, with weights in microseconds, or in the unit of another
// cost, which the name of the profile then tells.
//
// speedscope always opens a file in its view "Time Order", but a CallTree has
// no order of time. So samples are in the order of the view "Left Heavy": both
// views look the same, and the name of the profile says so.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "model/CallTree.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace gmon;
using namespace llvm;

namespace {

class SpeedscopeWriter {
public:
  explicit SpeedscopeWriter(const FormatContext &Context)
      : Model(Context.Model),
        Tree(makeCallTree(Model, Context.Settings.MinPercent)), J(Context.OS) {}
  void write();

private:
  /// Nodes with their own time in microseconds.
  using Weights = std::vector<std::pair<uint32_t, uint64_t>>;

  Weights heaviestFirst(const Weights &Times) const;

  void text(StringRef Name, StringRef Value) {
    std::string Fixed;
    J.attribute(Name, asUtf8(Value, Fixed));
  }
  void writeFrame(const TreeFrame &Frame);
  void writeProfile(StringRef Name, const Weights &Times);
  void writeThreads();

  const ProfileModel &Model;
  CallTree Tree;
  json::OStream J;
};

} // namespace

void SpeedscopeWriter::writeFrame(const TreeFrame &Frame) {
  text("name", Frame.Name);
  if (Frame.Path.empty())
    return;
  text("file", Frame.Path);
  if (Frame.Line || !Tree.IsMeasured)
    J.attribute("line", Frame.Line);
}

/// Returns the nodes of \p Times in the order in which "Left Heavy" draws them:
/// of two callees of a caller, the one with the greater total is first, and the
/// caller's own time is behind both.
SpeedscopeWriter::Weights
SpeedscopeWriter::heaviestFirst(const Weights &Times) const {
  std::map<uint32_t, uint64_t> Own(Times.begin(), Times.end());
  std::map<uint32_t, uint64_t> Totals;
  for (auto [Node, Time] : Times)
    for (uint32_t N = Node; N != TreeNode::NoParent; N = Tree.Nodes[N].Parent)
      Totals[N] += Time;
  std::vector<std::pair<uint32_t, uint64_t>> ByTotal(Totals.begin(),
                                                     Totals.end());
  llvm::stable_sort(ByTotal, [](const auto &A, const auto &B) {
    return A.second > B.second;
  });
  std::map<uint32_t, std::vector<uint32_t>> Callees;
  for (auto [Node, Total] : ByTotal)
    Callees[Tree.Nodes[Node].Parent].push_back(Node);
  Weights Ordered;
  auto Visit = [&](auto &Self, uint32_t Caller) -> void {
    if (auto Found = Callees.find(Caller); Found != Callees.end())
      for (uint32_t Callee : Found->second)
        Self(Self, Callee);
    if (auto Found = Own.find(Caller); Found != Own.end())
      Ordered.push_back(*Found);
  };
  Visit(Visit, TreeNode::NoParent);
  return Ordered;
}

void SpeedscopeWriter::writeProfile(StringRef Name, const Weights &InTree) {
  const Weights Ordered = heaviestFirst(InTree);
  uint64_t Sum = 0;
  for (auto [Node, Time] : Ordered)
    Sum += Time;
  J.attribute("type", "sampled");
  const CostKind &Cost = Model.shownCost();
  std::string Title = Name.str();
  if (!Cost.isTime())
    Title += (" (" + Cost.wholeName() + ")").str();
  text("name", Title + ", heaviest first, not in order of time");
  J.attribute("unit", Cost.isTime() ? "microseconds" : "none");
  J.attribute("startValue", 0);
  J.attribute("endValue", Sum);
  J.attributeArray("samples", [&] {
    for (auto [Node, Time] : Ordered)
      J.array([&, Node = Node] {
        for (uint32_t Frame : Tree.stackOf(Node))
          J.value(Frame);
      });
  });
  J.attributeArray("weights", [&] {
    for (auto [Node, Time] : Ordered)
      J.value(Time);
  });
}

/// Writes a profile for each thread, that with the most time first.
void SpeedscopeWriter::writeThreads() {
  struct ThreadTimes {
    uint64_t Sum = 0;
    Weights OfNodes;
  };
  std::map<uint32_t, ThreadTimes> Threads;
  std::vector<uint64_t> Times = Tree.wholeSampleTimes();
  for (auto [Sample, Time] : zip_equal(Tree.Samples, Times)) {
    if (Time == 0)
      continue;
    Threads[Sample.Thread].Sum += Time;
    Threads[Sample.Thread].OfNodes.push_back({Sample.Node, Time});
  }
  if (Threads.size() < 2)
    return;
  std::vector<uint32_t> Order;
  for (const auto &[Thread, Times] : Threads)
    Order.push_back(Thread);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return Threads[A].Sum > Threads[B].Sum;
  });
  for (uint32_t Thread : Order)
    J.object([&] {
      writeProfile(Model.Threads[Thread].wholeName(), Threads[Thread].OfNodes);
    });
}

void SpeedscopeWriter::write() {
  Weights All;
  for (auto [Node, Time] : enumerate(Tree.wholeTimes()))
    if (Time)
      All.push_back({Node, Time});
  J.object([&] {
    J.attribute("$schema",
                "https://www.speedscope.app/file-format-schema.json");
    text("name", Model.Run.Program);
    J.attribute("exporter", "llvm-gprof");
    J.attribute("activeProfileIndex", 0);
    J.attributeObject("shared", [&] {
      J.attributeArray("frames", [&] {
        for (const TreeFrame &Frame : Tree.Frames)
          J.object([&] { writeFrame(Frame); });
      });
    });
    J.attributeArray("profiles", [&] {
      J.object([&] { writeProfile(Model.Run.Program, All); });
      writeThreads();
    });
  });
}

Error gmon::writeSpeedscope(const FormatContext &Context) {
  SpeedscopeWriter(Context).write();
  Context.OS << '\n';
  return Error::success();
}
