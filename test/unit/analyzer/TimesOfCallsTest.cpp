//===-- TimesOfCallsTest.cpp - Tests of the time of a call ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A time of a call is that of the calls that are counted: inlined copies and
// recursive calls are others. Totals of incomplete stacks are lower bounds.
//
//===----------------------------------------------------------------------===//

#include "StackSketch.h"
#include "model/IncompleteStacks.h"
#include "gtest/gtest.h"

using namespace gmon;
using namespace llvm;

static const StackArc &arcOf(const std::vector<StackArc> &Arcs, Sketch &S,
                             const std::string &Caller,
                             const std::string &Callee) {
  for (const StackArc &Arc : Arcs)
    if (S.nameOf(Arc.Caller) == Caller && S.nameOf(Arc.Callee) == Callee)
      return Arc;
  ADD_FAILURE() << "no arc from " << Caller << " to " << Callee;
  return Arcs.front();
}

TEST(TimesOfCalls, InlinedCopiesAreNoCalls) {
  Sketch S;
  S.add({"main", "copies", "~square"}, 50).add({"main", "square", "x"}, 2);
  S.add({"main", "square"}, 1).add({"main", "copies", "~square", "x"}, 7);
  S.Model.Functions[S.function("square")].Calls = 4;
  StackTimes Times(S.Model);
  const FunctionIndex Square = S.function("square");
  EXPECT_EQ(S.times(Times, "square"), "51/60");
  EXPECT_EQ(Times.ofCalls(Square).Self, 1);
  EXPECT_EQ(Times.ofCalls(Square).Total, 3);
  EXPECT_EQ(Times.timedCalls(Square), 4u);
  EXPECT_EQ(Times.timedCalls(S.function("copies")), 0u);
}

TEST(TimesOfCalls, ACopyInACallCountsOnce) {
  // The samples below the copy are in a counted call of the same function.
  Sketch S;
  S.add({"main", "f", "~f"}, 3).add({"main", "~f", "f"}, 5);
  StackTimes Times(S.Model);
  EXPECT_EQ(S.times(Times, "f"), "8/8");
  EXPECT_EQ(Times.ofCalls(S.function("f")).Self, 5);
  EXPECT_EQ(Times.ofCalls(S.function("f")).Total, 8);
}

TEST(TimesOfCalls, ArcsOfInlinedCopies) {
  Sketch S;
  S.add({"main", "f", "~g"}, 6).add({"main", "f", "g"}, 4);
  S.calls("f", "g", 2);
  std::vector<StackArc> Arcs = StackTimes(S.Model).arcs();
  const StackArc &Arc = arcOf(Arcs, S, "f", "g");
  EXPECT_EQ(Arc.Total, 10);
  EXPECT_EQ(Arc.TotalOfCalls, 4);
  EXPECT_EQ(*Arc.Calls, 2u);
  EXPECT_FALSE(Arc.IsNested);
}

TEST(TimesOfCalls, RecursiveCallsHaveNoTime) {
  Sketch S;
  S.add({"main", "fib", "fib", "fib"}, 8).add({"main", "fib"}, 1);
  S.add({"main", "even", "odd", "even"}, 3);
  S.calls("main", "fib", 2);
  S.calls("fib", "fib", 20);
  S.Model.Functions[S.function("fib")].Calls = 22;
  S.Model.Functions[S.function("even")].Calls = 9;
  S.Model.Functions[S.function("odd")].Calls = 5;
  StackTimes Times(S.Model);
  EXPECT_EQ(Times.timedCalls(S.function("fib")), 2u);
  EXPECT_EQ(Times.timedCalls(S.function("even")), 0u);
  EXPECT_EQ(Times.timedCalls(S.function("odd")), 5u);
  std::vector<StackArc> Arcs = Times.arcs();
  EXPECT_TRUE(arcOf(Arcs, S, "fib", "fib").IsNested);
  EXPECT_FALSE(arcOf(Arcs, S, "main", "fib").IsNested);
  EXPECT_TRUE(arcOf(Arcs, S, "odd", "even").IsNested);
  EXPECT_FALSE(arcOf(Arcs, S, "even", "odd").IsNested);
}

TEST(TimesOfCalls, AFilterChoosesSamplesNotCalls) {
  Sketch S;
  S.add({"main", "a", "f"}, 1).add({"main", "b", "f"}, 2);
  S.Model.Functions[S.function("f")].Calls = 3;
  StackFilter Filter;
  EXPECT_FALSE(Filter.choosesStacks());
  Filter.Focus = {S.set("a")};
  EXPECT_TRUE(Filter.choosesStacks());
  StackTimes Times(S.Model, Filter);
  EXPECT_EQ(Times.ofCalls(S.function("f")).Total, 1);
  EXPECT_EQ(Times.timedCalls(S.function("f")), 3u);
}

TEST(IncompleteStacks, NodesBelowUnknownCallers) {
  Sketch S;
  S.add({"main", "f"}, 90).add({"[unreadable]", "f", "g"}, 4);
  S.add({"[unknown]"}, 2);
  BitVector Incomplete = incompleteNodes(S.Model);
  EXPECT_EQ(Incomplete.count(), 4u);
  EXPECT_EQ(samplesAt(S.Model, Incomplete), 6);
}

TEST(IncompleteStacks, TotalsAreLowerBoundsAboveFivePercent) {
  Sketch Few;
  Few.add({"main", "f"}, 95).add({"[unreadable]", "f"}, 5);
  EXPECT_FALSE(areTotalsLowerBounds(Few.Model));
  LowerBounds None(Few.Model);
  EXPECT_FALSE(None.any());
  EXPECT_FALSE(None.isOne(95));

  Sketch S;
  S.add({"main", "f"}, 94).add({"[unreadable]", "f"}, 6);
  EXPECT_TRUE(areTotalsLowerBounds(S.Model));
  LowerBounds Bounds(S.Model);
  EXPECT_TRUE(Bounds.isOne(S.function("main"), 94));
  // No total is greater than that of all stacks.
  EXPECT_FALSE(Bounds.isOne(S.function("f"), 100));
  EXPECT_FALSE(Bounds.isOne(S.function("[unreadable]"), 6));
  std::vector<StackArc> Arcs = StackTimes(S.Model).arcs();
  EXPECT_TRUE(Bounds.isOne(arcOf(Arcs, S, "main", "f"), 94));
  EXPECT_FALSE(Bounds.isOne(arcOf(Arcs, S, "[unreadable]", "f"), 6));
  EXPECT_TRUE(Bounds.isOne(arcOf(Arcs, S, "<spontaneous>", "f"), 6));
}

TEST(IncompleteStacks, NoSamples) {
  Sketch S;
  EXPECT_FALSE(areTotalsLowerBounds(S.Model));
  EXPECT_EQ(incompleteNodes(S.Model).size(), 0u);
  EXPECT_TRUE(modulesWithoutTables(S.Model).empty());
}

TEST(IncompleteStacks, ModulesWithoutTables) {
  // More than 1% of the samples go through such code of a module, which is
  // the first known frame.
  const std::string NoTable = NoUnwindTable.str();
  Sketch S;
  S.add({"main", "f"}, 97).add({"[unreadable]", "f"}, 1);
  S.add({NoTable, "Plain", "f"}, 2);
  EXPECT_EQ(modulesWithoutTables(S.Model), std::vector<uint32_t>{1});
  S.add({"main"}, 100);
  EXPECT_TRUE(modulesWithoutTables(S.Model).empty());
}
