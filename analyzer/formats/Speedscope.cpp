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
// FrameTree, with weights in microseconds, or in the unit of another
// cost, which the name of the profile then tells.
//
//===----------------------------------------------------------------------===//

#include "formats/FrameTree.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace gmon;
using namespace llvm;

namespace {

class SpeedscopeWriter {
public:
  explicit SpeedscopeWriter(const FormatContext &Context)
      : Model(Context.Model), Tree(makeFrameTree(Context)), J(Context.OS) {}
  void write();

private:
  /// Nodes with their own time in microseconds.
  using Weights = std::vector<std::pair<uint32_t, uint64_t>>;

  void text(StringRef Name, StringRef Value) {
    std::string Fixed;
    J.attribute(Name, asUtf8(Value, Fixed));
  }
  void writeFrame(const TreeFrame &Frame);
  void writeProfile(StringRef Name, const Weights &Of);
  void writeThreads();

  const ProfileModel &Model;
  FrameTree Tree;
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

void SpeedscopeWriter::writeProfile(StringRef Name, const Weights &Of) {
  uint64_t Sum = 0;
  for (auto [Node, Time] : Of)
    Sum += Time;
  J.attribute("type", "sampled");
  const CostKind &Cost = Tree.IsMeasured ? Model.Stacks->Cost : Model.Run.Cost;
  text("name", Cost.isTime() ? Name.str()
                             : (Name + " (" + Cost.wholeName() + ")").str());
  J.attribute("unit", Cost.isTime() ? "microseconds" : "none");
  J.attribute("startValue", 0);
  J.attribute("endValue", Sum);
  J.attributeArray("samples", [&] {
    for (auto [Node, Time] : Of)
      J.array([&, Node = Node] {
        for (uint32_t Frame : Tree.stackOf(Node))
          J.value(Frame);
      });
  });
  J.attributeArray("weights", [&] {
    for (auto [Node, Time] : Of)
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
  for (const auto &[Thread, Of] : Threads)
    Order.push_back(Thread);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return Threads[A].Sum > Threads[B].Sum;
  });
  for (uint32_t Thread : Order)
    J.object([&] {
      writeProfile(threadName(Model.Stacks->Threads[Thread]),
                   Threads[Thread].OfNodes);
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
