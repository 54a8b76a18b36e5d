//===-- StackTimesTest.cpp - Tests of times that stacks measure -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models made by hand: each sample counts once in each total, whatever the
// recursion is, and trees add up.
//
//===----------------------------------------------------------------------===//

#include "StackSketch.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace gmon;
using namespace llvm;

TEST(StackTimes, SelfAndTotal) {
  Sketch S;
  S.add({"main", "f", "g"}, 5).add({"main", "f"}, 2).add({"main", "h"}, 1);
  StackTimes Times(S.Model);
  EXPECT_EQ(Times.total(), 8);
  EXPECT_EQ(S.times(Times, "main"), "0/8");
  EXPECT_EQ(S.times(Times, "f"), "2/7");
  EXPECT_EQ(S.times(Times, "g"), "5/5");
  EXPECT_EQ(S.arc(Times, "main", "f"), 7);
  EXPECT_EQ(S.arc(Times, "f", "g"), 5);
  EXPECT_EQ(S.arc(Times, "main", "g"), -1);
}

TEST(StackTimes, RecursionCountsOnce) {
  Sketch S;
  S.add({"main", "fib", "fib", "fib"}, 8).add({"main", "fib"}, 1);
  StackTimes Times(S.Model);
  EXPECT_EQ(S.times(Times, "fib"), "9/9");
  EXPECT_EQ(S.arc(Times, "main", "fib"), 9);
  EXPECT_EQ(S.arc(Times, "fib", "fib"), 8);
  EXPECT_FALSE(Times.isIndirectlyRecursive(S.function("fib")));
}

TEST(StackTimes, MutualRecursionCountsOnce) {
  Sketch S;
  S.add({"main", "even", "odd", "even", "odd"}, 3);
  S.add({"main", "odd", "even"}, 2).add({"main", "even"}, 1);
  StackTimes Times(S.Model);
  EXPECT_EQ(S.times(Times, "even"), "3/6");
  EXPECT_EQ(S.times(Times, "odd"), "3/5");
  EXPECT_EQ(S.arc(Times, "even", "odd"), 3);
  EXPECT_EQ(S.arc(Times, "odd", "even"), 5);
  EXPECT_TRUE(Times.isIndirectlyRecursive(S.function("even")));
  EXPECT_FALSE(Times.isIndirectlyRecursive(S.function("main")));
}

TEST(StackTimes, ModulesAndThreads) {
  Sketch S;
  S.add({"main", "Sort", "less", "Copy"}, 3, 0).add({"main", "less"}, 4, 1);
  StackTimes Times(S.Model);
  EXPECT_EQ(Times.ofModule(0).Self, 4);
  EXPECT_EQ(Times.ofModule(0).Total, 7);
  EXPECT_EQ(Times.ofModule(1).Self, 3);
  EXPECT_EQ(Times.ofModule(1).Total, 3);
  EXPECT_EQ(Times.ofModule(NoIndex).Total, 0);
  EXPECT_EQ(Times.ofThread(0), 3);
  EXPECT_EQ(Times.ofThread(1), 4);
}

TEST(StackTimes, FiltersChooseSamples) {
  Sketch S;
  S.add({"main", "a", "x"}, 1).add({"main", "b", "x"}, 2, 1);
  S.add({"main", "a", "b"}, 4).add({"main", "Wait"}, 8, 1, GMON_SAMPLE_WAITING);
  auto Total = [&](const StackFilter &F) {
    return StackTimes(S.Model, F).total();
  };
  StackFilter Filter;
  EXPECT_EQ(Total(Filter), 15);
  Filter.Focus = {S.set("a")};
  EXPECT_EQ(Total(Filter), 5);
  Filter.Focus.push_back(S.set("b"));
  EXPECT_EQ(Total(Filter), 4);
  Filter.Focus.clear();
  Filter.Ignore = S.set("a");
  EXPECT_EQ(Total(Filter), 10);
  Filter.HasWaiting = false;
  EXPECT_EQ(Total(Filter), 2);
  Filter = {};
  Filter.HasRunning = false;
  EXPECT_EQ(Total(Filter), 8);
  Filter = {};
  Filter.Threads.resize(2);
  Filter.Threads.set(0);
  EXPECT_EQ(Total(Filter), 5);
  Filter = {};
  Filter.Modules.resize(2);
  Filter.Modules.set(1);
  EXPECT_EQ(Total(Filter), 8);
}

TEST(StackTimes, LinesIncludeCallSites) {
  Sketch S;
  S.add({"main", "f", "f"}, 6).add({"main", "f"}, 2);
  // main calls f in line 1, f calls f in line 2; samples are in lines 3 and 2.
  std::string Text;
  for (const StackLine &Line : StackTimes(S.Model).lines())
    Text += S.nameOf(Line.Function) + ":" + std::to_string(Line.Line) + " " +
            std::to_string(int(Line.Time.Self)) + "/" +
            std::to_string(int(Line.Time.Total)) + " ";
  EXPECT_EQ(Text, "main:1 0/8 f:2 2/8 f:3 6/6 ");
}

TEST(StackTimes, NoSamples) {
  Sketch S;
  StackTimes Empty(S.Model);
  EXPECT_EQ(Empty.total(), 0);
  EXPECT_TRUE(Empty.arcs().empty());
  EXPECT_TRUE(Empty.lines().empty());
  EXPECT_TRUE(makeStackTree(Empty, {}).Nodes.empty());
  S.calls("f", "g", 3);
  StackTimes Times(S.Model);
  ASSERT_EQ(Times.arcs().size(), 1u);
  EXPECT_EQ(*Times.arcs().front().Calls, 3u);
  EXPECT_EQ(S.text(makeCallerTree(Times, S.function("g"), {})),
            "g 0 (f 0 [3])");
}

TEST(StackTree, CallersHaveExactCallsAndMeasuredTimes) {
  Sketch S;
  S.add({"main", "easy", "work"}, 1).add({"main", "hard", "work"}, 99);
  S.calls("easy", "work", 1000);
  S.calls("hard", "work", 1000);
  S.calls("never", "work", 1);
  EXPECT_EQ(
      S.text(makeCallerTree(StackTimes(S.Model), S.function("work"), {})),
      "work 100 (easy 1 [1000] (main 1), hard 99 [1000] (main 99), never 0 "
      "[1])");
}

TEST(StackTree, CallersOfRecursiveFunction) {
  Sketch S;
  S.add({"main", "fib", "fib", "fib"}, 8).add({"main", "fib"}, 1);
  S.calls("main", "fib", 1);
  S.calls("fib", "fib", 20);
  EXPECT_EQ(S.text(makeCallerTree(StackTimes(S.Model), S.function("fib"), {})),
            "fib 9 (main 9 [1], fib 8 [20] (main 8))");
}

TEST(StackTree, CallersThatAreNotCounted) {
  Sketch S;
  S.add({"main", "Qsort", "Merge", "less"}, 3);
  S.add({"main", "Bsearch", "less"}, 2).add({"main", "less"}, 1);
  S.calls("", "less", 50);
  S.calls("main", "less", 7);
  EXPECT_EQ(
      S.text(makeCallerTree(StackTimes(S.Model), S.function("less"), {})),
      "less 6 (main 1 [7], <spontaneous> 5 [50] (Merge 3 (Qsort 3 (main 3)), "
      "Bsearch 2 (main 2)))");
}

TEST(StackTree, CallersInAnotherModuleAreCountedTogether) {
  // The library counts calls, too, and knows that they come from outside of it.
  Sketch S;
  S.Model.Modules[1].HasProfile = true;
  S.add({"main", "easy", "Work", "Work"}, 1).add({"main", "hard", "Work"}, 99);
  S.calls("", "Work", 2000);
  S.calls("Work", "Work", 5);
  EXPECT_EQ(S.text(makeCallerTree(StackTimes(S.Model), S.function("Work"), {})),
            "Work 100 (Work 1 [5] (easy 1 (main 1)), <spontaneous> 100 [2000] "
            "(easy 1 "
            "(main 1), hard 99 (main 99)))");
  EXPECT_EQ(S.arc(StackTimes(S.Model), "<spontaneous>", "Work"), 100);
}

TEST(StackTree, CallersInAnotherModuleHaveTheirCalls) {
  // The time of callers without calls remains with the calls without a caller.
  Sketch S;
  S.Model.Modules[1].HasProfile = true;
  S.add({"main", "easy", "Work"}, 1).add({"main", "hard", "Work"}, 99);
  S.add({"main", "jit", "Work"}, 7);
  S.calls("easy", "Work", 1000);
  S.calls("hard", "Work", 1000);
  S.calls("", "Work", 5);
  EXPECT_EQ(S.text(makeCallerTree(StackTimes(S.Model), S.function("Work"), {})),
            "Work 107 (easy 1 [1000] (main 1), hard 99 [1000] (main 99), "
            "<spontaneous> 7 [5] (jit 7 (main 7)))");
  EXPECT_EQ(S.arc(StackTimes(S.Model), "<spontaneous>", "Work"), 7);
}

TEST(StackTree, CalleesAddUp) {
  Sketch S;
  S.add({"main", "f", "g", "h"}, 3).add({"main", "f", "h"}, 2);
  S.add({"main", "f"}, 1).add({"x", "f", "g"}, 4);
  S.calls("f", "g", 10);
  S.calls("f", "k", 5);
  EXPECT_EQ(S.text(makeCalleeTree(StackTimes(S.Model), S.function("f"), {})),
            "f 10 (g 7 [10] (h 3), h 2, k 0 [5])");
}

TEST(StackTree, CallsOfInlinedCodeAreTheFunctions) {
  Sketch S;
  S.add({"main", "~x", "f"}, 3).add({"main", "f"}, 2).add({"g", "~x", "f"}, 1);
  StackTimes Times(S.Model);
  StackTree Callers = makeCallerTree(Times, S.function("f"), {});
  // Calls by inlined code are apart.
  EXPECT_EQ(S.text(Callers), "f 6 (main 2, x 4 (main 3, g 1))");
  EXPECT_FALSE(Callers.Nodes[1].IsInlinedCaller);
  EXPECT_TRUE(Callers.Nodes[2].IsInlinedCaller);
  EXPECT_EQ(Callers.Nodes[2].Depth, Callers.Nodes[3].Depth);
  StackTree Callees = makeCalleeTree(Times, S.function("main"), {});
  EXPECT_EQ(S.text(Callees), "main 5 (x 3 (f 3), f 5)");
  EXPECT_TRUE(Callees.Nodes[1].IsInlined);
  EXPECT_FALSE(Callees.Nodes[2].IsInlined);
  EXPECT_EQ(S.text(makeCalleeTree(Times, S.function("x"), {})), "x 4 (f 4)");
  for (const StackArc &Arc : Times.arcs())
    EXPECT_EQ(Arc.IsInlined, S.nameOf(Arc.Caller) == "x");
  EXPECT_EQ(S.arc(Times, "main", "f"), 5);
  EXPECT_EQ(S.arc(Times, "x", "f"), 4);
  EXPECT_EQ(S.arc(Times, "main", "x"), 3);
}

TEST(StackTree, EachInlinedLevelIsANode) {
  Sketch S;
  S.add({"main", "f", "~y", "~x", "g"}, 6)
      .add({"main", "h", "~z", "~x", "g"}, 3);
  S.add({"main", "h", "~x", "g"}, 1);
  auto Site = [&](std::vector<std::string> Names, uint64_t Calls) {
    std::vector<FunctionIndex> Callers;
    for (const std::string &Name : Names)
      Callers.push_back(S.function(Name));
    S.Model.SiteCalls.push_back({Callers, S.function("g"), "", 0, Calls});
  };
  Site({"x", "y", "f"}, 60);
  Site({"x", "z", "h"}, 30);
  Site({"x", "h"}, 10);
  Site({"x", "w", "k"}, 5);
  const StackTimes Times(S.Model);
  const char *const All =
      "g 10 (x 10 [105] (y 6 [60] (f 6 [60] (main 6)), h 1 [10] (main 1), z 3 "
      "[30] (h 3 [30] (main 3)), w 0 [5] (k 0 [5])))";
  EXPECT_EQ(S.text(makeCallerTree(Times, S.function("g"), {})), All);
  // No limit hides the function that makes a call.
  StackTreeLimits Limits;
  Limits.MinSamples = 100;
  Limits.MaxDepth = 2;
  EXPECT_EQ(S.text(makeCallerTree(Times, S.function("g"), Limits)),
            "g 10 (x 10 [105] (y 6 [60] (f 6 [60] (...1 6)), h 1 [10] (...1 "
            "1), z 3 [30] (h 3 [30] (...1 3)), w 0 [5] (k 0 [5])))");
}

TEST(StackTree, RecursionThroughInlinedCode) {
  Sketch S;
  S.add({"main", "outer", "~go", "work", "inner", "~go", "work"}, 12);
  S.add({"main", "outer", "~go", "work"}, 1);
  EXPECT_EQ(S.text(makeCallerTree(StackTimes(S.Model), S.function("work"), {})),
            "work 13 (go 13 (outer 13 (main 13), inner 12 (work 12 (go 12 "
            "(outer 12 (main 12))))))");
  EXPECT_EQ(S.arc(StackTimes(S.Model), "inner", "work"), 12);
  EXPECT_EQ(S.arc(StackTimes(S.Model), "outer", "work"), 13);
}

/// Returns the samples of each way from a call of \p F to the first caller that
/// is not inlined, and of each start of it: a stack counts once in each.
static std::map<std::string, double> levelsOfCallers(const ProfileModel &Model,
                                                     FunctionIndex F) {
  std::map<std::string, double> Result;
  for (const StackSampleRow &Sample : Model.Samples) {
    std::set<std::string> Levels;
    for (auto N = Sample.Node; N != NoIndex; N = Model.Nodes[N].Parent) {
      if (Model.Nodes[N].Function != F)
        continue;
      std::string Way;
      for (auto At = Model.Nodes[N].Parent; At != NoIndex;
           At = Model.Nodes[At].Parent) {
        const StackNode &Caller = Model.Nodes[At];
        Way += (Caller.IsInlined ? "~" : "") +
               Model.Functions[Caller.Function].Name.str();
        Levels.insert(Way);
        if (!Caller.IsInlined)
          break;
      }
    }
    for (const std::string &Way : Levels)
      Result[Way] += Sample.Count;
  }
  return Result;
}

/// Returns the same from \p Tree.
static std::map<std::string, double> levelsOf(const ProfileModel &Model,
                                              const StackTree &Tree) {
  std::map<std::string, double> Result;
  std::vector<std::string> Ways(Tree.Nodes.size());
  for (const auto &[I, Node] : enumerate(Tree.Nodes)) {
    if (!I || Node.Depth > 2)
      continue;
    Ways[I] = Ways[Node.Parent] + (Node.IsInlinedCaller ? "~" : "") +
              Model.Functions[Node.Function].Name.str();
    Result[Ways[I]] = Node.Total;
  }
  return Result;
}

TEST(StackTree, LevelsOfRandomRecursion) {
  std::mt19937 Random(20261127);
  for (int Round = 0; Round < 300; ++Round) {
    Sketch S;
    for (int I = 0; I < 8; ++I) {
      std::vector<std::string> Stack = {"main"};
      for (unsigned Left = Random() % 9; Left; --Left)
        Stack.push_back((Random() % 2 ? "~" : "") +
                        std::string(1, "abc"[Random() % 3]));
      S.add(Stack, 1 + Random() % 9);
    }
    const StackTimes Times(S.Model);
    for (const std::string Name : {"a", "b", "c"}) {
      const StackTree Tree = makeCallerTree(Times, S.function(Name), {});
      EXPECT_EQ(levelsOf(S.Model, Tree),
                levelsOfCallers(S.Model, S.function(Name)))
          << S.text(Tree);
    }
  }
}

TEST(StackTree, CallsByLine) {
  Sketch S;
  S.add({"main", "f"}, 3).add({"main", "g", "f"}, 2);
  S.Model.SiteCalls.push_back(
      {{S.function("main")}, S.function("f"), "a.c", 1, 4});
  S.Model.SiteCalls.push_back(
      {{S.function("main")}, S.function("f"), "a.c", 9, 1});
  StackTreeLimits Limits;
  Limits.ByLine = true;
  EXPECT_EQ(
      S.text(makeCallerTree(StackTimes(S.Model), S.function("f"), Limits)),
      "f 5 (main 3 :1 [4], main 0 :9 [1], g 2 :2 (main 2 :1))");
}

TEST(StackTree, SmallPartsAreLeftOut) {
  Sketch S;
  S.add({"main", "f", "g"}, 90).add({"main", "h"}, 2).add({"main", "i"}, 3);
  StackTreeLimits Limits;
  Limits.MinSamples = 5;
  EXPECT_EQ(S.text(makeStackTree(StackTimes(S.Model), Limits)),
            "main 95 (f 90 (g 90), ...2 5)");
  Limits.MaxDepth = 2;
  EXPECT_EQ(S.text(makeStackTree(StackTimes(S.Model), Limits)),
            "main 95 (f 90 (...1 90), ...2 5)");
  Limits.MaxNodes = 1;
  EXPECT_EQ(S.text(makeStackTree(StackTimes(S.Model), Limits)),
            "main 95 (...3 95)");
}

TEST(StackTree, DeepAndWideStacks) {
  // A recursion of two functions, 200,000 deep, with samples at each depth.
  ProfileModel Model;
  Model.StackCost = makeCost("seconds", 100);
  Model.Functions.resize(2);
  Model.Threads.resize(1);
  constexpr uint32_t Depth = 200'000;
  for (uint32_t N = 0; N < Depth; ++N) {
    StackNode Node;
    Node.Parent = N ? N - 1 : NoIndex;
    Node.Function = N % 2;
    Model.Nodes.push_back(Node);
    StackSampleRow Row;
    Row.Node = N;
    Row.Count = 1;
    Model.Samples.push_back(Row);
  }
  StackTimes Times(Model);
  EXPECT_EQ(Times.ofFunction(0).Total, Depth);
  EXPECT_EQ(Times.ofFunction(1).Total, Depth - 1);
  std::vector<StackArc> Arcs = Times.arcs();
  ASSERT_EQ(Arcs.size(), 2u);
  EXPECT_EQ(Arcs[0].Total, Depth - 1);
  EXPECT_EQ(Arcs[1].Total, Depth - 2);
  EXPECT_EQ(makeStackTree(Times, {}).Nodes.size(), Depth);
  StackTree Callers = makeCallerTree(Times, 1, {});
  EXPECT_EQ(Callers.Nodes.size(), 2u);
  EXPECT_EQ(Callers.Nodes[1].Total, Depth - 1);
}
