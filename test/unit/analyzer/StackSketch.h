//===-- StackSketch.h - Models of stacks made by hand -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: names of functions. Out: a ProfileModel, and times of it as text.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_TEST_UNIT_ANALYZER_STACKSKETCH_H
#define GMON_TEST_UNIT_ANALYZER_STACKSKETCH_H

#include "model/StackTimes.h"
#include "model/StackTree.h"
#include <map>
#include <tuple>

namespace gmon {

/// Makes a model of stacks that are lists of function names, outermost first.
/// Functions of the module "lib" begin with a capital letter; its calls are not
/// counted. A function behind "~" is inlined there. One that begins with a
/// bracket stands for unknown callers. The line of a call is the column of the
/// callee in its list.
struct Sketch {
  ProfileModel Model;
  std::map<std::string, FunctionIndex> Functions;
  using NodeKey = std::tuple<StackNodeIndex, FunctionIndex, bool>;
  std::map<NodeKey, StackNodeIndex> Nodes;

  Sketch() {
    Model.HasStacks = true;
    Model.StackCost = makeCost("seconds", 100);
    Model.Modules = {{"/bin/prog", "prog", true, true, {}, "", 0, 0, 0},
                     {"/lib/lib", "lib", false, false, {}, "", 0, 0, 0}};
    Model.Threads.resize(2);
  }

  FunctionIndex function(const std::string &Name) {
    auto [It, IsNew] = Functions.try_emplace(Name, Model.Functions.size());
    if (IsNew) {
      ModelFunction &F = Model.Functions.emplace_back();
      F.Name = F.LinkName = It->first;
      F.Module = isupper(Name[0]) ? 1 : 0;
      if (Name[0] == '[') {
        F.What = ModelFunction::Unknown;
        F.Module = NoIndex;
      }
    }
    return It->second;
  }

  Sketch &add(const std::vector<std::string> &Stack, uint64_t Count,
              uint32_t Thread = 0,
              gmon_sample_kind Kind = GMON_SAMPLE_RUNNING) {
    StackNodeIndex At = NoIndex;
    uint32_t Line = 0;
    for (const std::string &Name : Stack) {
      const bool IsInlined = Name[0] == '~';
      FunctionIndex F = function(Name.substr(IsInlined));
      auto [It, IsNew] =
          Nodes.try_emplace({At, F, IsInlined}, Model.Nodes.size());
      if (IsNew) {
        StackNode Node;
        Node.Parent = At;
        Node.Function = F;
        if (At != NoIndex)
          Node.CallPath = "a.c";
        Node.CallLine = Line;
        Node.IsInlined = IsInlined;
        Model.Nodes.push_back(Node);
      }
      At = It->second;
      ++Line;
    }
    StackSampleRow Row;
    Row.Node = At;
    Row.Thread = Thread;
    Row.Kind = Kind;
    Row.Path = "a.c";
    Row.Line = Line;
    Row.Module = Model.Functions[Model.Nodes[At].Function].Module;
    Row.Count = Count;
    Model.Samples.push_back(Row);
    return *this;
  }

  void calls(const std::string &Caller, const std::string &Callee,
             uint64_t Count) {
    const FunctionIndex By = Caller.empty() ? NoIndex : function(Caller);
    Model.Calls.push_back({By, function(Callee), Count});
    Model.SiteCalls.push_back({{By}, function(Callee), "", 0, Count});
  }

  llvm::BitVector set(const std::string &Name) {
    llvm::BitVector Result(Model.Functions.size());
    Result.set(function(Name));
    return Result;
  }

  std::string times(const StackTimes &Times, const std::string &Name) {
    const StackTime &Time = Times.ofFunction(function(Name));
    return std::to_string(int(Time.Self)) + "/" +
           std::to_string(int(Time.Total));
  }

  std::string nameOf(FunctionIndex F) const {
    return F == NoIndex ? "<spontaneous>" : Model.Functions[F].Name.str();
  }

  double arc(const StackTimes &Times, const std::string &Caller,
             const std::string &Callee) {
    for (const StackArc &Arc : Times.arcs())
      if (nameOf(Arc.Caller) == Caller && nameOf(Arc.Callee) == Callee)
        return Arc.Total;
    return -1;
  }

  /// Returns the tree as "f 3 (g 2, h 1 [5 calls])".
  std::string text(const StackTree &Tree, uint32_t N = 0) const {
    const StackTreeNode &Node = Tree.Nodes[N];
    std::string Result =
        nameOf(Node.Function) + " " + std::to_string(int(Node.Total));
    if (Node.CallLine)
      Result += " :" + std::to_string(Node.CallLine);
    if (Node.Calls)
      Result += " [" + std::to_string(*Node.Calls) + "]";
    std::string Below;
    for (uint32_t Child : Node.Below)
      Below += (Below.empty() ? "" : ", ") + text(Tree, Child);
    if (Node.NumLeftOut)
      Below += (Below.empty() ? "" : ", ") + std::string("...") +
               std::to_string(Node.NumLeftOut) + " " +
               std::to_string(int(Node.LeftOut));
    return Below.empty() ? Result : Result + " (" + Below + ")";
  }
};

} // namespace gmon

#endif // GMON_TEST_UNIT_ANALYZER_STACKSKETCH_H
