//===-- FunctionRules.cpp - Advice about functions of the program ---------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts tell what a function's time consists of. Where they do not, the table
// of functions says the same, and there is no advice.
//
//===----------------------------------------------------------------------===//

#include "advice/AdviceRules.h"
#include "llvm/ADT/SmallSet.h"
#include <numeric>

using namespace gmon;
using namespace llvm;
using enum AdvicePart::Kind;

std::vector<FunctionIndex>
AdviceRules::byColumn(function_ref<double(FunctionIndex)> Value) const {
  std::vector<FunctionIndex> Order(Functions.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::erase_if(Order, [&](FunctionIndex F) { return !(Value(F) > 0); });
  llvm::stable_sort(Order, [&](FunctionIndex A, FunctionIndex B) {
    return Value(A) > Value(B);
  });
  return Order;
}

namespace {

/// The other function that makes most calls of one.
struct MostCalls {
  FunctionIndex Caller = NoIndex;
  double Share = 0; ///< of the calls by others
};

} // namespace

static MostCalls mostCallsOf(const AdviceRules &Rules, FunctionIndex F) {
  const AdviceArc *Most = nullptr;
  for (const AdviceArc &Arc : Rules.Arcs)
    if (Arc.Callee == F && Arc.Caller != F && Arc.Calls &&
        (!Most || Arc.Calls > Most->Calls))
      Most = &Arc;
  const AdviceFunction &Candidate = Rules.Functions[F];
  if (!Most || Candidate.Calls <= Candidate.SelfCalls)
    return {};
  return {Most->Caller,
          double(Most->Calls) / double(Candidate.Calls - Candidate.SelfCalls)};
}

/// Returns the line that has most samples of those that are mostly of \p F, if
/// it tells something. One that never ran has the time of the code in front.
static const AdviceLine *hottestLineOf(const AdviceRules &Rules,
                                       FunctionIndex F) {
  const AdviceLine *Hottest = nullptr;
  for (const AdviceLine &Line : Rules.Facts.Lines)
    if (Line.Owner == F && Line.Count != uint64_t(0) &&
        (!Hottest || Line.Samples > Hottest->Samples))
      Hottest = &Line;
  constexpr double LeastOfFunction = 0.2;
  if (!Hottest || !Rules.isSure(Hottest->Samples) ||
      Hottest->Samples < LeastOfFunction * Rules.Functions[F].Self)
    return nullptr;
  return Hottest;
}

/// Whether \p F is called very often, takes little time in each call, and most
/// of its time in these calls, not in inlined copies.
static bool isQuick(const AdviceRules &Rules, FunctionIndex F) {
  const AdviceFunction &Candidate = Rules.Functions[F];
  const AdviceFacts &Facts = Rules.Facts;
  constexpr uint64_t LeastCalls = 100'000;
  constexpr double MostSeconds = 250e-9;
  if (Facts.IsOfThread || Facts.Cost.Name != "seconds" ||
      Candidate.Calls < LeastCalls || !Rules.isSure(Candidate.SelfOfCalls) ||
      !Rules.isLarge(Candidate.SelfOfCalls) ||
      Candidate.SelfOfCalls < Candidate.Self / 2)
    return false;
  // Most of the time may be that of counting.
  const double Hooks = double(Candidate.Calls) * Facts.HookSamples;
  return Hooks <= Candidate.SelfOfCalls / 2 &&
         Facts.Cost.of(Candidate.SelfOfCalls) <
             MostSeconds * double(Candidate.Calls);
}

/// Whether most calls of \p F by others are made by its name in its own module.
static bool isCalledByName(const AdviceRules &Rules, FunctionIndex F) {
  if (!Rules.Facts.CallsByName)
    return false;
  uint64_t Calls = 0;
  for (const AdviceArc &Arc : Rules.Arcs)
    if (Arc.Callee == F && Arc.Caller != F && Arc.Calls &&
        Rules.Facts.CallsByName(Arc.Caller, F))
      Calls += Arc.Calls;
  const AdviceFunction &Candidate = Rules.Functions[F];
  return 2 * double(Calls) > double(Candidate.Calls - Candidate.SelfCalls);
}

/// Whether inlining the quick function \p F is possible and may gain something:
/// a call takes a few nanoseconds.
static bool mayBeInlined(const AdviceRules &Rules, FunctionIndex F) {
  const AdviceFunction &Candidate = Rules.Functions[F];
  constexpr double MostSeconds = 25e-9;
  constexpr uint64_t MostBytes = 512;
  return Candidate.Origin == CodeOrigin::Program && !Candidate.IsRecursive &&
         Candidate.Size <= MostBytes &&
         Rules.Facts.Cost.of(Candidate.SelfOfCalls) <
             MostSeconds * double(Candidate.Calls) &&
         isCalledByName(Rules, F);
}

static void addQuickCalls(Advice &Item, const AdviceRules &Rules,
                          FunctionIndex F) {
  const AdviceFunction &Quick = Rules.Functions[F];
  Item.say("% was called % times",
           {{Function, "function", F}, {Count, "calls", Quick.Calls}});
  if (Quick.SelfCalls)
    Item.say(", % by itself,",
             {{Percent, "by_itself_percent",
               100 * double(Quick.SelfCalls) / double(Quick.Calls)}});
  Item.say(" at %%, % of all",
           {{Words, Rules.about(Quick.SelfOfCalls)},
            {Each, "seconds_per_call",
             Rules.Facts.Cost.of(Quick.SelfOfCalls) / double(Quick.Calls)},
            {Percent, "percent", Rules.shareOf(Quick.SelfOfCalls)}});
  const MostCalls Most = mostCallsOf(Rules, F);
  if (Most.Share >= 0.5 && !Quick.SelfCalls)
    Item.say(Most.Share >= 1 ? ", all by %" : ", most by %",
             {{Function, "caller", Most.Caller}});
  Item.say(mayBeInlined(Rules, F) ? ": fewer calls, or inlining."
                                  : ": fewer calls.");
}

static void addMostTime(Advice &Item, const AdviceRules &Rules,
                        FunctionIndex F) {
  const AdviceFunction &Hot = Rules.Functions[F];
  const CostKind &Cost = Rules.Facts.Cost;
  Item.say("%", {{Function, "function", F}});
  const auto Copy = find_if(Rules.Arcs, [&](const AdviceArc &Arc) {
    return Arc.Callee == F && Arc.Caller != F && Arc.Inlined > Hot.Self / 2;
  });
  if (Copy != Rules.Arcs.end()) {
    Item.say(", ");
    if (Copy->Inlined < Hot.Total)
      Item.say("% of it ", {{Portion, "caller_percent",
                             ProfileModel::percent(Copy->Inlined, Hot.Total)}});
    Item.say("inlined in %,", {{Function, "caller", Copy->Caller}});
  }
  const bool IsFirst =
      all_of(Rules.Functions, [&](const AdviceFunction &Other) {
        return Other.Self <= Hot.Self || Other.Origin == CodeOrigin::None;
      });
  Item.say(IsFirst
               ? " has the most % of its own, % of all."
               : " has the most % of the program's own functions, % of all.",
           {{Words, Cost.isTime() ? "time" : StringRef(Cost.Name)},
            {Percent, "percent", Rules.shareOf(Hot.Self)}});
}

static void addLine(Advice &Item, const AdviceRules &Rules,
                    const AdviceLine &Hottest) {
  const AdviceFacts &Facts = Rules.Facts;
  AdvicePart Place(Line, "line", Hottest.Line);
  Place.Text = Hottest.Path.str();
  Item.say(" Its hottest line, %", Place);
  const uint64_t Executions = Hottest.Count.value_or(0);
  if (Executions) {
    Item.say(Executions == 1 ? ", ran % time" : ", ran % times",
             {{Count, "executions", Executions}});
    // An iteration of optimized code may be several of the source.
    if (Facts.IsOptimized)
      Item.say(" in optimized code");
    else if (Facts.Cost.Name == "seconds")
      Item.say(" at %%",
               {{Words, Rules.about(Hottest.Samples)},
                {Each, "seconds_per_execution",
                 Facts.Cost.of(Hottest.Samples) / double(Executions)}});
  }
  Item.say(Executions ? " and has %" : ", has %",
           {{Percent, "line_percent", Rules.shareOf(Hottest.Samples)}})
      .say(Hottest.IsShared ? ", in all functions that share it." : ".");
}

/// Advises about the functions with the most time of their own, of which the
/// first has its hottest line told. Returns that function, or NoIndex.
static FunctionIndex adviseHottest(AdviceRules &Rules) {
  constexpr size_t MostTried = 20, MostQuick = 3;
  size_t NumQuick = 0;
  FunctionIndex First = NoIndex, WithLine = NoIndex;
  // Measured time of a header belongs to the function that needs it.
  const auto Order = Rules.byColumn([&](FunctionIndex F) {
    const AdviceFunction &Candidate = Rules.Functions[F];
    const bool IsCandidate = Candidate.Origin == CodeOrigin::Program ||
                             (!Rules.Facts.IsMeasured &&
                              (Candidate.Origin == CodeOrigin::Header ||
                               Candidate.Origin == CodeOrigin::Allocator));
    return IsCandidate ? Candidate.Self : 0;
  });
  for (FunctionIndex F : ArrayRef(Order).take_front(MostTried)) {
    const AdviceFunction &Candidate = Rules.Functions[F];
    if (!Rules.isLarge(Candidate.Self))
      break;
    const AdviceLine *Hottest = nullptr;
    // The lines of an installed header are no place for a change.
    if (First == NoIndex && Candidate.Origin == CodeOrigin::Program) {
      First = F;
      Hottest = hottestLineOf(Rules, F);
    }
    const bool IsQuick = NumQuick < MostQuick && isQuick(Rules, F);
    if (!IsQuick && !Hottest)
      continue;
    NumQuick += IsQuick;
    Advice &Item =
        Rules.add(IsQuick ? "quick_calls" : "hot_line", Candidate.Self,
                  Hottest ? AdviceView::Source : AdviceView::Callers, F);
    (IsQuick ? addQuickCalls : addMostTime)(Item, Rules, F);
    if (!Hottest)
      continue;
    addLine(Item, Rules, *Hottest);
    WithLine = F;
  }
  return WithLine;
}

/// Advises about inlined functions with a large part of the function that
/// contains them, except \p WithLine.
static void adviseInlined(AdviceRules &Rules, FunctionIndex WithLine) {
  std::vector<const AdviceArc *> Found;
  for (const AdviceArc &Arc : Rules.Arcs) {
    const AdviceFunction &Caller = Rules.Functions[Arc.Caller];
    constexpr double LeastOfCaller = 0.2, LeastOwn = 0.4;
    const AdviceFunction &Callee = Rules.Functions[Arc.Callee];
    if (Caller.Origin == CodeOrigin::Program &&
        Callee.Origin == CodeOrigin::Program && Arc.Callee != WithLine &&
        Rules.isLarge(Arc.Inlined) &&
        Arc.Inlined >= LeastOfCaller * Caller.Total &&
        Callee.Self >= LeastOwn * Arc.Inlined)
      Found.push_back(&Arc);
  }
  llvm::stable_sort(Found, [](const AdviceArc *A, const AdviceArc *B) {
    return A->Inlined > B->Inlined;
  });
  SmallSet<FunctionIndex, 2> Told;
  for (const AdviceArc *Arc : Found) {
    if (Told.size() == 2 || !Told.insert(Arc->Callee).second)
      continue;
    Rules.add("inlined", Arc->Inlined, AdviceView::Source, Arc->Callee)
        .say("%, inlined in %, is % of it and % of all.",
             {{Function, "function", Arc->Callee},
              {Function, "caller", Arc->Caller},
              {Percent, "percent_of_caller",
               ProfileModel::percent(Arc->Inlined,
                                     Rules.Functions[Arc->Caller].Total)},
              {Percent, "percent", Rules.shareOf(Arc->Inlined)}});
  }
}

void gmon::adviseFunctions(AdviceRules &Rules) {
  adviseInlined(Rules, adviseHottest(Rules));
}

void gmon::adviseMostCalls(AdviceRules &Rules) {
  const auto Order = Rules.byColumn(
      [&](FunctionIndex F) { return double(Rules.Functions[F].Calls); });
  if (Order.empty())
    return;
  Advice &Item = Rules.add("most_calls", 0, AdviceView::Callers, Order.front())
                     .say("Fewer calls are less work. Called most: ");
  for (FunctionIndex F : ArrayRef(Order).take_front(3)) {
    const AdviceFunction &Candidate = Rules.Functions[F];
    const MostCalls Most = mostCallsOf(Rules, F);
    Item.say(F == Order.front() ? "" : "; ")
        .say(Candidate.Calls == 1 ? "%, % time" : "%, % times",
             {{Function, "", F}, {Count, "", Candidate.Calls}});
    if (2 * double(Candidate.SelfCalls) > double(Candidate.Calls))
      Item.say(", most by itself");
    else if (Most.Share > 0.5 && !Candidate.SelfCalls)
      Item.say(Most.Share >= 1 ? ", all by %" : ", most by %",
               {{Function, "", Most.Caller}});
  }
  Item.say(".");
}
