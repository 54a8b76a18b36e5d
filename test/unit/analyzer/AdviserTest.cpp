//===-- AdviserTest.cpp - Tests of the rules of advice --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts made by hand: what they suggest, and where they suggest nothing. Stacks
// made by hand: the facts that they have.
//
//===----------------------------------------------------------------------===//

#include "StackSketch.h"
#include "advice/Advice.h"
#include "gtest/gtest.h"

using namespace gmon;
using namespace llvm;

namespace {

/// Facts about functions with one letter each.
struct Facts : AdviceFacts {
  std::string Names;

  explicit Facts(double NumSamples) {
    Cost = makeCost("seconds", 100);
    All = NumSamples;
  }

  /// Adds a function that took \p Samples in \p NumCalls.
  AdviceFunction &add(char Name, double Samples, uint64_t NumCalls = 0) {
    Names += Name;
    AdviceFunction &F = Functions.emplace_back();
    F.Self = F.SelfOfCalls = F.Total = Samples;
    F.Calls = NumCalls;
    F.Size = 100;
    return F;
  }
  void call(uint32_t Caller, uint32_t Callee, uint64_t NumCalls,
            double Inlined = 0) {
    Arcs.push_back({Caller, Callee, NumCalls, Inlined});
  }

  /// Returns each advice as a line.
  std::string advice() const {
    std::string Text;
    for (const Advice &Each : adviseOn(*this))
      Text += adviceText(Each, Cost,
                         [&](uint32_t F) { return std::string(1, Names[F]); }) +
              "\n";
    return Text;
  }
};

/// A program in which 'f' is called 25 million times at 20 ns.
struct QuickCalls : Facts {
  QuickCalls() : Facts(200) {
    add('f', 50, 25'000'000);
    add('g', 1);
    call(1, 0, 25'000'000);
    CallsByName = [](uint32_t, uint32_t) { return true; };
  }
};

} // namespace

TEST(Advice, QuickCallsMayBeInlined) {
  QuickCalls F;
  EXPECT_EQ(F.advice(), "f was called 25.0 M times at about 20.0 ns, 25.0% of "
                        "all, all by g: fewer calls, or inlining.\n");
  F.Functions[0].Calls = 30'000'000;
  EXPECT_EQ(F.advice(), "f was called 30.0 M times at about 16.7 ns, 25.0% of "
                        "all, most by g: fewer calls, or inlining.\n");
}

TEST(Advice, MostQuickCallsMustBeByName) {
  QuickCalls F;
  F.add('h', 1);
  F.call(2, 0, 12'500'000);
  F.Arcs[0].Calls = 12'500'000;
  F.CallsByName = [](uint32_t Caller, uint32_t) { return Caller == 1; };
  EXPECT_EQ(F.advice(), "f was called 25.0 M times at about 20.0 ns, 25.0% of "
                        "all, most by g: fewer calls.\n");
  F.Arcs[0].Calls = 12'500'001;
  EXPECT_EQ(F.advice(), "f was called 25.0 M times at about 20.0 ns, 25.0% of "
                        "all, most by g: fewer calls, or inlining.\n");
}

TEST(Advice, QuickCallsThatCannotBeInlined) {
  const std::string Fewer = "f was called 25.0 M times at about 20.0 ns, 25.0% "
                            "of all, all by g: fewer calls.\n";
  QuickCalls Recursive;
  Recursive.Functions[0].IsRecursive = true;
  EXPECT_EQ(Recursive.advice(), Fewer);
  QuickCalls Large;
  Large.Functions[0].Size = 513;
  EXPECT_EQ(Large.advice(), Fewer);
  QuickCalls Header;
  Header.Functions[0].Origin = CodeOrigin::Header;
  EXPECT_EQ(Header.advice(), Fewer);
  QuickCalls ByItself;
  ByItself.Functions[0].SelfCalls = 24'000'000;
  ByItself.Functions[0].IsRecursive = true;
  EXPECT_EQ(ByItself.advice(), "f was called 25.0 M times, 96.0% by itself, at "
                               "about 20.0 ns, 25.0% of all: fewer calls.\n");
  // By a pointer, or from another module.
  QuickCalls ByPointer;
  ByPointer.CallsByName = [](uint32_t, uint32_t) { return false; };
  EXPECT_EQ(ByPointer.advice(), Fewer);
  QuickCalls NoCode;
  NoCode.CallsByName = nullptr;
  EXPECT_EQ(NoCode.advice(), Fewer);
  // The call is a small part of what it does.
  QuickCalls Long;
  Long.Functions[0].Calls = Long.Arcs[0].Calls = 5'000'000;
  EXPECT_EQ(Long.advice(), "f was called 5.00 M times at about 100 ns, 25.0% "
                           "of all, all by g: fewer calls.\n");
}

TEST(Advice, NothingAboutCallsThatAreNotQuick) {
  QuickCalls Slow;
  Slow.Functions[0].Calls = 2'000'000;
  EXPECT_EQ(Slow.advice(), "");
  QuickCalls Rare;
  Rare.Functions[0].Calls = 99'999;
  EXPECT_EQ(Rare.advice(), "");
  // Its time is mostly that of counting.
  QuickCalls Hooked;
  Hooked.HookSamples = 1.1e-6;
  EXPECT_EQ(Hooked.advice(), "");
  QuickCalls Small;
  Small.All = 50 / 0.05 + 1;
  EXPECT_EQ(Small.advice(), "");
  // Counts are those of all threads.
  QuickCalls Thread;
  Thread.IsOfThread = true;
  EXPECT_EQ(Thread.advice(), "");
}

TEST(Advice, NothingAboutFewSamples) {
  QuickCalls F;
  F.Functions[0].Self = F.Functions[0].SelfOfCalls = 9;
  F.All = 100;
  EXPECT_EQ(F.advice(), "");
  F.Functions[0].Self = F.Functions[0].SelfOfCalls = 10;
  EXPECT_NE(F.advice(), "");
  // Samples that were taken at once are as good as one.
  F.SamplesAtOnce = 1.01;
  EXPECT_EQ(F.advice(), "");
  F.All = 99;
  EXPECT_EQ(F.advice(),
            "There are only 99 samples: a longer run tells more.\n");
}

TEST(Advice, ManySamplesGiveExactNumbers) {
  Facts F(200);
  F.add('f', 99, 10'000'000);
  EXPECT_EQ(F.advice(), "f was called 10.0 M times at about 99.0 ns, 49.5% of "
                        "all: fewer calls.\n");
  F.Functions[0].Self = F.Functions[0].SelfOfCalls = 100;
  EXPECT_EQ(
      F.advice(),
      "f was called 10.0 M times at 100 ns, 50.0% of all: fewer calls.\n");
}

TEST(Advice, HottestLine) {
  Facts F(100);
  F.add('f', 60);
  F.add('g', 40);
  F.Lines = {{"/a/b.c", 7, 30, 0, false, 15'000'000},
             {"/a/b.c", 8, 40, 1, false, 1}};
  EXPECT_EQ(F.advice(),
            "f has the most time of its own, 60.0% of all. Its hottest line, "
            "b.c:7, ran 15.0 M times at about 20.0 ns and has 30.0%.\n");
  F.IsOptimized = true;
  EXPECT_EQ(F.advice(),
            "f has the most time of its own, 60.0% of all. Its hottest line, "
            "b.c:7, ran 15.0 M times in optimized code and has 30.0%.\n");
  F.Lines[0].Count.reset();
  F.Lines[0].IsShared = true;
  EXPECT_EQ(F.advice(),
            "f has the most time of its own, 60.0% of all. Its hottest line, "
            "b.c:7, has 30.0%, in all functions that share it.\n");
  // It never ran: the time is that of another line.
  F.Lines[0].Count = 0;
  EXPECT_EQ(F.advice(), "");
}

TEST(Advice, NoLineWhereNoneIsHot) {
  Facts F(1000);
  F.add('f', 1000);
  F.Lines = {{"b.c", 7, 199, 0, false, 1000}};
  EXPECT_EQ(F.advice(), "");
  F.Lines[0].Samples = 200;
  EXPECT_NE(F.advice(), "");
}

TEST(Advice, LinesOfHeadersAreNoPlaceForAChange) {
  Facts F(100);
  F.IsMeasured = true;
  F.add('h', 50, 1'000'000).Origin = CodeOrigin::Header;
  F.add('f', 30);
  F.add('g', 10).Total = 60;
  F.call(2, 0, 0, 50);
  F.Outside = {{0, 2, false, false, 50}};
  F.Lines = {{"/usr/include/h.h", 9, 50, 0, false, std::nullopt},
             {"f.c", 7, 30, 1, false, std::nullopt}};
  EXPECT_EQ(
      F.advice(),
      "h takes 50.0% of all in 1.00 M calls, all of it for g: fewer calls.\n"
      "f has the most time of the program's own functions, 30.0% of all. Its "
      "hottest line, f.c:7, has 30.0%.\n");
}

TEST(Advice, InlinedFunctions) {
  Facts F(100);
  F.add('f', 50);
  F.add('g', 10).Total = 60;
  F.call(1, 0, 0, 50);
  EXPECT_EQ(F.advice(), "f, inlined in g, is 83.3% of it and 50.0% of all.\n");
  F.Functions[1].Total = 251;
  EXPECT_EQ(F.advice(), "");
}

TEST(Advice, InlinedFunctionWithHottestLineIsToldOnce) {
  Facts F(100);
  F.add('f', 50);
  F.add('g', 10).Total = 60;
  F.call(1, 0, 0, 50);
  F.Lines = {{"f.c", 7, 50, 0, false, std::nullopt}};
  EXPECT_EQ(F.advice(), "f, inlined in g, has the most time of its own, 50.0% "
                        "of all. Its hottest line, f.c:7, has 50.0%.\n");
}

TEST(Advice, HottestFunctionIsInlinedInSeveral) {
  Facts F(100);
  F.add('f', 50);
  F.add('g', 10).Total = 40;
  F.add('h', 10).Total = 30;
  F.call(1, 0, 0, 30);
  F.call(2, 0, 0, 20);
  F.Lines = {{"f.c", 7, 50, 0, false, std::nullopt}};
  EXPECT_EQ(F.advice().substr(0, 52),
            "f, 60.0% of it inlined in g, has the most time of it");
}

TEST(Advice, CodeThatNobodyCanChange) {
  Facts F(1000);
  F.add('f', 100);
  F.add('L', 0, 20'000).Origin = CodeOrigin::Library;
  F.add('M', 0, 9'999).Origin = CodeOrigin::Library;
  F.add('A', 0).Origin = CodeOrigin::Allocator;
  F.NumAllocations = 1'000'000;
  F.Outside = {{1, 0, false, false, 300},
               {2, 0, false, false, 60},
               {3, 0, true, false, 100},
               {2, 0, true, false, 50},
               {1, 0, false, true, 390}};
  F.Waiting = 390;
  EXPECT_EQ(F.advice(),
            "39.0% of all threads' time is waiting, not computing: all of it "
            "in L for f.\nL takes 30.0% of all in 20.0 k calls, all of it for "
            "f: fewer calls.\nAllocating and freeing memory takes 15.0% of all "
            "in 1.00 M allocations, all of it for f: fewer allocations.\nM "
            "takes 6.0% of all in 10.0 k calls, all of it for f.\n");
}

TEST(Advice, NumbersAreThoseOfCallsWithTheTime) {
  Facts F(100);
  F.add('f', 0);
  F.add('L', 0, 100).Origin = CodeOrigin::Library;
  F.add('A', 0).Origin = CodeOrigin::Allocator;
  F.Outside = {{1, 0, false, false, 20, false},
               {1, 0, false, false, 20, true},
               {2, 0, true, false, 30, false}};
  F.NumAllocations = 1'000;
  F.NewSamples = 20;
  F.UncountedNewSamples = 10;
  EXPECT_EQ(F.advice(),
            "L takes 40.0% of all in at least 100 calls, all of it for f.\n"
            "Allocating and freeing memory takes 30.0% of all in at least 1.00 "
            "k allocations, all of it for f: fewer allocations.\n");
  // Most of the time is that of calls that nobody counted.
  F.Outside[0].Samples = 19;
  F.UncountedNewSamples = 11;
  EXPECT_EQ(F.advice(), "L takes 39.0% of all, all of it for f.\nAllocating "
                        "and freeing memory takes 30.0% of all, all of it for "
                        "f: fewer allocations.\n");
}

TEST(Advice, ConcernsOfTheProfileAreLast) {
  Facts F(200);
  F.add('f', 50, 10'000'000);
  F.AllHookSamples = 100;
  F.SystemSeconds = 0.5;
  F.UserSeconds = 1.5;
  F.Cycles.push_back({1, 2, 200, {}});
  EXPECT_EQ(F.advice(),
            "f was called 10.0 M times at about 50.0 ns, 25.0% of all: fewer "
            "calls.\n25.0% of the CPU time is in the kernel: system calls and "
            "page faults. A run with GMON_OPTIONS=event=page-faults tells who "
            "causes the latter.\nCycle 1 of 2 functions holds 100.0%: callers "
            "share its time.\nThe entry hooks take about 50.0% of the time.\n");
}

TEST(Advice, FunctionsWithoutHooks) {
  Facts F(1000);
  F.AllHookSamples = 500;
  const std::string None = "The entry hooks take about 50.0% of the time.\n";
  F.add('f', 10, 1'000'001);
  EXPECT_EQ(F.advice(), None);
  F.Functions[0].Self = 9;
  EXPECT_EQ(F.advice(),
            "The entry hooks take about 50.0%: llvm-gprof "
            "export --format=filter chooses functions to leave out.\n");
  F.Functions[0].Calls = 1'000'000;
  EXPECT_EQ(F.advice(), None);
}

TEST(Advice, CountsWithoutTimes) {
  Facts F(0);
  F.add('f', 0, 10);
  F.add('g', 0, 1'234'567);
  F.add('h', 0, 1);
  F.call(0, 1, 1'234'567);
  EXPECT_EQ(F.advice(),
            "Fewer calls are less work. Called most: g, 1.23 M times, all by "
            "f; f, 10 times; h, 1 time.\nA run without sampler=off, or a "
            "longer one, has times, too.\n");
}

TEST(Advice, OtherCostsHaveNoTimeOfACall) {
  QuickCalls F;
  F.Cost = makeCost("page-faults", 1);
  F.Functions[0].Self = 3;
  F.All = 3;
  EXPECT_EQ(F.advice(), "");
  F.Lines = {{"f.c", 7, 3, 0, false, 5}};
  EXPECT_EQ(F.advice(),
            "f has the most page-faults of its own, 100.0% of all. Its hottest "
            "line, f.c:7, ran 5 times and has 100.0%.\n");
}

namespace {

/// Returns the samples outside of the program in \p S, as "CALLER FUNCTION
/// SAMPLES".
std::vector<std::string> outsideOf(Sketch &S) {
  std::vector<std::string> Names;
  for (const ModelFunction &Function : S.Model.Functions)
    Names.push_back(Function.Name.str());
  std::vector<std::string> Result;
  for (const OutsideUse &Use : gatherFacts(S.Model).Outside)
    Result.push_back(Names[Use.Caller] + " " + Names[Use.Function] + " " +
                     std::to_string(int(Use.Samples)) +
                     (Use.IsAllocation ? " allocation" : "") +
                     (Use.IsWaiting ? " waiting" : ""));
  llvm::sort(Result);
  return Result;
}

} // namespace

TEST(AdviceFacts, CodeOutsideBelongsToTheProgramsCaller) {
  Sketch S;
  S.add({"main", "f", "Write", "Kernel"}, 3);
  S.add({"main", "f"}, 100);
  // What a library calls back is the program's again.
  S.add({"main", "Sort", "less"}, 100).add({"main", "Sort", "less", "Cmp"}, 5);
  S.add({"main", "Sort"}, 7);
  S.add({"Start", "Loop"}, 9); // nobody of the program called this
  S.add({"main", "Wait"}, 2, 0, GMON_SAMPLE_WAITING);
  EXPECT_EQ(outsideOf(S),
            (std::vector<std::string>{"f Write 3", "less Cmp 5", "main Sort 7",
                                      "main Wait 2 waiting"}));
}

TEST(AdviceFacts, AllocationIsFoundWhereverItIs) {
  Sketch S;
  S.add({"main", "f", "malloc", "Lock"}, 3); // of the program, by its module
  S.add({"main", "f", "String", "_Znwm", "malloc"}, 4);
  S.add({"main", "f", "String"}, 5);
  EXPECT_EQ(outsideOf(S),
            (std::vector<std::string>{"f String 4 allocation", "f String 5",
                                      "f malloc 3 allocation"}));
}

TEST(AdviceFacts, AllocationByLibrariesIsNotCounted) {
  Sketch S;
  S.add({"main", "f", "malloc"}, 3); // counted in its module
  S.add({"main", "f", "String", "_Znwm", "malloc"}, 4);
  S.add({"main", "f", "String", "Free"}, 5);
  const AdviceFacts Facts = gatherFacts(S.Model);
  EXPECT_EQ(Facts.NewSamples, 7);
  EXPECT_EQ(Facts.UncountedNewSamples, 4);
}

TEST(AdviceFacts, FunctionsThatStandForTheAllocator) {
  Sketch S;
  S.add({"main", "xcalloc", "xmalloc", "malloc"}, 6);
  S.add({"main", "list", "malloc"}, 6);
  S.add({"main", "node", "malloc"}, 6).add({"main", "node"}, 7);
  auto Calls = [&](const char *Caller, const char *Callee, uint64_t Num,
                   uint64_t NumOfCaller) {
    S.calls(Caller, Callee, Num);
    ModelFunction &Of = S.Model.Functions[S.function(Caller)];
    Of.Calls = NumOfCaller;
    Of.Address = 0x1000; // not inlined everywhere
  };
  Calls("xmalloc", "malloc", 100, 100);
  Calls("xcalloc", "xmalloc", 100, 100);
  Calls("list", "malloc", 101, 100); // several in a call
  Calls("node", "malloc", 100, 100); // does more than that
  EXPECT_EQ(outsideOf(S),
            (std::vector<std::string>{"list malloc 6 allocation",
                                      "main xcalloc 6 allocation",
                                      "node malloc 6 allocation"}));
}

TEST(AdviceFacts, HeadersNeedNothingThemselves) {
  Sketch S;
  S.add({"main", "f", "push_back", "_Znwm"}, 3);
  S.add({"main", "f", "push_back"}, 4);
  S.add({"main", "f", "push_back", "less"}, 5);
  S.Model.Functions[S.function("push_back")].Path =
      "/usr/include/c++/12/bits/stl_vector.h";
  EXPECT_EQ(outsideOf(S), (std::vector<std::string>{"f push_back 3 allocation",
                                                    "f push_back 4"}));
}

TEST(AdviceFacts, RecursionThroughOthers) {
  Sketch S;
  S.add({"main", "even", "odd", "even"}, 1).add({"main", "leaf"}, 1);
  const AdviceFacts Facts = gatherFacts(S.Model);
  EXPECT_FALSE(Facts.Functions[S.function("main")].IsRecursive);
  EXPECT_TRUE(Facts.Functions[S.function("even")].IsRecursive);
  EXPECT_TRUE(Facts.Functions[S.function("odd")].IsRecursive);
  EXPECT_FALSE(Facts.Functions[S.function("leaf")].IsRecursive);
}
