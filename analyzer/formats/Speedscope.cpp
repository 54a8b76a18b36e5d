//===-- formats/Speedscope.cpp - Stacks for speedscope --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One profile of the type "sampled", as specified by
// https://www.speedscope.app/file-format-schema.json. The stacks are those of
// the CallTree, with weights in microseconds.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "model/CallTree.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

using namespace gmon;
using namespace llvm;

namespace {

class SpeedscopeWriter {
public:
  explicit SpeedscopeWriter(const FormatContext &Context);
  void write();

private:
  using FrameKey = std::pair<unsigned, uint32_t>;

  void text(StringRef Name, StringRef Value) {
    std::string Fixed;
    J.attribute(Name, asUtf8(Value, Fixed));
  }
  void writeFrame(const CallTreeNode &Node);
  void writeProfile();
  void writeStack(uint32_t Node);

  const ProfileModel &Model;
  CallTree Tree;
  std::vector<uint64_t> Times;          ///< of nodes, in microseconds
  MapVector<FrameKey, uint32_t> Frames; ///< with the first node of each
  json::OStream J;
};

} // namespace

SpeedscopeWriter::SpeedscopeWriter(const FormatContext &Context)
    : Model(Context.Model), Tree(estimateStacks(Context)),
      Times(Tree.wholeUnits(Model.seconds(1e6))), J(Context.OS) {
  for (uint32_t I = 0; I < Tree.Nodes.size(); ++I)
    Frames.try_emplace({Tree.Nodes[I].What, Tree.Nodes[I].Index}, I);
}

void SpeedscopeWriter::writeFrame(const CallTreeNode &Node) {
  if (Node.What != CallTreeNode::Function)
    return text("name", frameName(Model, Node));
  const ModelFunction &Function = Model.Functions[Node.Index];
  text("name", Function.Name);
  if (Function.Path.empty())
    return;
  text("file", Function.Path);
  J.attribute("line", Function.Line);
}

void SpeedscopeWriter::writeStack(uint32_t Node) {
  SmallVector<int64_t> Stack;
  for (uint32_t N = Node; N != CallTreeNode::NoParent; N = Tree.Nodes[N].Parent)
    Stack.push_back(Frames.find({Tree.Nodes[N].What, Tree.Nodes[N].Index}) -
                    Frames.begin());
  J.array([&] {
    for (int64_t Frame : reverse(Stack))
      J.value(Frame);
  });
}

void SpeedscopeWriter::writeProfile() {
  uint64_t Sum = 0;
  for (uint64_t Time : Times)
    Sum += Time;
  J.attribute("type", "sampled");
  text("name", Model.Run.Program);
  J.attribute("unit", "microseconds");
  J.attribute("startValue", 0);
  J.attribute("endValue", Sum);
  J.attributeArray("samples", [&] {
    for (uint32_t I = 0; I < Tree.Nodes.size(); ++I)
      if (Times[I])
        writeStack(I);
  });
  J.attributeArray("weights", [&] {
    for (uint64_t Time : Times)
      if (Time)
        J.value(Time);
  });
}

void SpeedscopeWriter::write() {
  J.object([&] {
    J.attribute("$schema",
                "https://www.speedscope.app/file-format-schema.json");
    text("name", Model.Run.Program);
    J.attribute("exporter", "llvm-gprof");
    J.attribute("activeProfileIndex", 0);
    J.attributeObject("shared", [&] {
      J.attributeArray("frames", [&] {
        for (const auto &[Key, Node] : Frames)
          J.object([&] { writeFrame(Tree.Nodes[Node]); });
      });
    });
    J.attributeArray("profiles", [&] { J.object([&] { writeProfile(); }); });
  });
}

Error gmon::writeSpeedscope(const FormatContext &Context) {
  SpeedscopeWriter(Context).write();
  Context.OS << '\n';
  return Error::success();
}
