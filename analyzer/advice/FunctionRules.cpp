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
  const AdviceFunction &Of = Rules.Functions[F];
  if (!Most || Of.Calls <= Of.SelfCalls)
    return {};
  return {Most->Caller, double(Most->Calls) / double(Of.Calls - Of.SelfCalls)};
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
  const AdviceFunction &Of = Rules.Functions[F];
  const AdviceFacts &Facts = Rules.Facts;
  constexpr uint64_t LeastCalls = 100'000;
  constexpr double MostSeconds = 250e-9;
  if (Facts.IsOfThread || Facts.Cost.Name != "seconds" ||
      Of.Calls < LeastCalls || !Rules.isSure(Of.SelfOfCalls) ||
      !Rules.isLarge(Of.SelfOfCalls) || Of.SelfOfCalls < Of.Self / 2)
    return false;
  // Most of the time may be that of counting.
  const double Hooks = double(Of.Calls) * Facts.HookSamples;
  return Hooks <= Of.SelfOfCalls / 2 &&
         Facts.Cost.of(Of.SelfOfCalls) < MostSeconds * double(Of.Calls);
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
  const AdviceFunction &Of = Rules.Functions[F];
  return 2 * double(Calls) > double(Of.Calls - Of.SelfCalls);
}

/// Whether inlining the quick function \p F is possible and may gain something:
/// a call takes a few nanoseconds.
static bool mayBeInlined(const AdviceRules &Rules, FunctionIndex F) {
  const AdviceFunction &Of = Rules.Functions[F];
  constexpr double MostSeconds = 25e-9;
  constexpr uint64_t MostBytes = 512;
  return Of.Origin == CodeOrigin::Program && !Of.IsRecursive &&
         Of.Size <= MostBytes &&
         Rules.Facts.Cost.of(Of.SelfOfCalls) < MostSeconds * double(Of.Calls) &&
         isCalledByName(Rules, F);
}

static void addQuickCalls(Sentence &To, const AdviceRules &Rules,
                          FunctionIndex F) {
  const AdviceFunction &Of = Rules.Functions[F];
  To.function("function", F)
      .words(" was called ")
      .count("calls", Of.Calls)
      .words(" times");
  if (Of.SelfCalls)
    To.words(", ")
        .percent("by_itself_percent",
                 100 * double(Of.SelfCalls) / double(Of.Calls))
        .words(" by itself,");
  To.words(" at ")
      .words(Rules.about(Of.SelfOfCalls))
      .each("seconds_per_call",
            Rules.Facts.Cost.of(Of.SelfOfCalls) / double(Of.Calls))
      .words(", ")
      .percent("percent", Rules.shareOf(Of.SelfOfCalls))
      .words(" of all");
  const MostCalls Most = mostCallsOf(Rules, F);
  if (Most.Share >= 0.5 && !Of.SelfCalls)
    To.words(Most.Share >= 1 ? ", all by " : ", most by ")
        .function("caller", Most.Caller);
  To.words(mayBeInlined(Rules, F) ? ": fewer calls, or inlining."
                                  : ": fewer calls.");
}

static void addMostTime(Sentence &To, const AdviceRules &Rules,
                        FunctionIndex F) {
  const AdviceFunction &Of = Rules.Functions[F];
  const CostKind &Cost = Rules.Facts.Cost;
  To.function("function", F);
  const auto Copy = find_if(Rules.Arcs, [&](const AdviceArc &Arc) {
    return Arc.Callee == F && Arc.Caller != F && Arc.Inlined > Of.Self / 2;
  });
  if (Copy != Rules.Arcs.end()) {
    To.words(", ");
    if (Copy->Inlined < Of.Total)
      To.portion("caller_percent",
                 ProfileModel::percent(Copy->Inlined, Of.Total))
          .words(" of it ");
    To.words("inlined in ").function("caller", Copy->Caller).words(",");
  }
  const bool IsFirst =
      all_of(Rules.Functions, [&](const AdviceFunction &Other) {
        return Other.Self <= Of.Self || Other.Origin == CodeOrigin::None;
      });
  To.words(" has the most ")
      .words(Cost.isTime() ? "time" : StringRef(Cost.Name))
      .words(IsFirst ? " of its own, " : " of the program's own functions, ")
      .percent("percent", Rules.shareOf(Of.Self))
      .words(" of all.");
}

static void addLine(Sentence &To, const AdviceRules &Rules,
                    const AdviceLine &Line) {
  const AdviceFacts &Facts = Rules.Facts;
  To.words(" Its hottest line, ").line(Line.Path, Line.Line);
  const uint64_t Count = Line.Count.value_or(0);
  if (Count) {
    To.words(", ran ")
        .count("executions", Count)
        .words(Count == 1 ? " time" : " times");
    // An iteration of optimized code may be several of the source.
    if (Facts.IsOptimized)
      To.words(" in optimized code");
    else if (Facts.Cost.Name == "seconds")
      To.words(" at ")
          .words(Rules.about(Line.Samples))
          .each("seconds_per_execution",
                Facts.Cost.of(Line.Samples) / double(Count));
  }
  To.words(Count ? " and has " : ", has ")
      .percent("line_percent", Rules.shareOf(Line.Samples))
      .words(Line.IsShared ? ", in all functions that share it." : ".");
}

/// Advises about the functions with the most time of their own, of which the
/// first has its hottest line told. Returns that function, or NoIndex.
static FunctionIndex adviseHottest(AdviceRules &Rules) {
  constexpr size_t MostTried = 20, MostQuick = 3;
  size_t NumQuick = 0;
  FunctionIndex First = NoIndex, WithLine = NoIndex;
  // Measured time of a header belongs to the function that needs it.
  const auto Order = Rules.byColumn([&](FunctionIndex F) {
    const AdviceFunction &Of = Rules.Functions[F];
    const bool IsCandidate =
        Of.Origin == CodeOrigin::Program ||
        (!Rules.Facts.IsMeasured && (Of.Origin == CodeOrigin::Header ||
                                     Of.Origin == CodeOrigin::Allocator));
    return IsCandidate ? Of.Self : 0;
  });
  for (FunctionIndex F : ArrayRef(Order).take_front(MostTried)) {
    const AdviceFunction &Of = Rules.Functions[F];
    if (!Rules.isLarge(Of.Self))
      break;
    const AdviceLine *Line = nullptr;
    // The lines of an installed header are no place for a change.
    if (First == NoIndex && Of.Origin == CodeOrigin::Program) {
      First = F;
      Line = hottestLineOf(Rules, F);
    }
    const bool IsQuick = NumQuick < MostQuick && isQuick(Rules, F);
    if (!IsQuick && !Line)
      continue;
    NumQuick += IsQuick;
    Sentence &To =
        Rules.add(IsQuick ? "quick_calls" : "hot_line", Of.Self,
                  Line ? AdviceView::Source : AdviceView::Callers, F);
    (IsQuick ? addQuickCalls : addMostTime)(To, Rules, F);
    if (!Line)
      continue;
    addLine(To, Rules, *Line);
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
        .function("function", Arc->Callee)
        .words(", inlined in ")
        .function("caller", Arc->Caller)
        .words(", is ")
        .percent("percent_of_caller",
                 ProfileModel::percent(Arc->Inlined,
                                       Rules.Functions[Arc->Caller].Total))
        .words(" of it and ")
        .percent("percent", Rules.shareOf(Arc->Inlined))
        .words(" of all.");
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
  Sentence &To = Rules.add("most_calls", 0, AdviceView::Callers, Order.front())
                     .words("Fewer calls are less work. Called most: ");
  for (FunctionIndex F : ArrayRef(Order).take_front(3)) {
    const AdviceFunction &Of = Rules.Functions[F];
    const MostCalls Most = mostCallsOf(Rules, F);
    To.words(F == Order.front() ? "" : "; ")
        .function("", F)
        .words(", ")
        .count("", Of.Calls)
        .words(Of.Calls == 1 ? " time" : " times");
    if (2 * double(Of.SelfCalls) > double(Of.Calls))
      To.words(", most by itself");
    else if (Most.Share > 0.5 && !Of.SelfCalls)
      To.words(Most.Share >= 1 ? ", all by " : ", most by ")
          .function("", Most.Caller);
  }
  To.words(".");
}
