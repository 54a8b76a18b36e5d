//===-- SumEquations.cpp - Wholes and the sums of their parts -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two methods in turn. Propagation narrows the bounds of one equation's counts
// by the bounds of its other counts; it solves an equation with one unknown.
// Elimination solves equations that have only common solutions, and finds
// contradictions around loops, where propagation would count up to them.
//
//===----------------------------------------------------------------------===//

#include "costs/SumEquations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace gmon;
using namespace llvm;

/// The bounds of a count change at most so often: around a loop they can
/// approach a limit by one each time.
static constexpr uint32_t MostChanges = 40;

/// Elimination ends after so many terms; what it found by then is true.
static constexpr uint64_t MostTerms = 20'000'000;

void LinearForm::add(const LinearForm &Other, int64_t Factor) {
  Constant += Other.Constant * uint64_t(Factor);
  if (Other.Terms.empty())
    return;
  std::vector<Term> Sum;
  Sum.reserve(Terms.size() + Other.Terms.size());
  auto Mine = Terms.begin();
  for (const Term &Its : Other.Terms) {
    while (Mine != Terms.end() && Mine->Variable > Its.Variable)
      Sum.push_back(*Mine++);
    uint64_t Added = uint64_t(Its.Factor) * uint64_t(Factor);
    if (Mine != Terms.end() && Mine->Variable == Its.Variable)
      Added += uint64_t((Mine++)->Factor);
    if (Added)
      Sum.push_back({Its.Variable, int64_t(Added)});
  }
  Sum.insert(Sum.end(), Mine, Terms.end());
  Terms = std::move(Sum);
}

void SumEquations::reserve(size_t NumCounts, size_t NumEquations) {
  Known.reserve(NumCounts);
  NumChanges.reserve(NumCounts);
  Equations.reserve(NumEquations);
  IsQueued.reserve(NumEquations);
  Queue.reserve(2 * NumEquations);
  Parts.reserve(NumCounts + NumEquations);
}

uint32_t SumEquations::addCount(Bounds Count) {
  Known.push_back(Count);
  NumChanges.push_back(0);
  return uint32_t(Known.size() - 1);
}

void SumEquations::addEquation(uint32_t Whole, ArrayRef<uint32_t> Summands) {
  auto Number = uint32_t(Equations.size());
  const auto First = uint32_t(Parts.size());
  append_range(Parts, Summands);
  Equations.push_back({Whole, First, uint32_t(Parts.size())});
  IsQueued.push_back(false);
  enqueue(Number);
}

/// Makes the table of the equations of each count.
void SumEquations::indexUses() {
  FirstUse.assign(Known.size() + 1, 0);
  for (const Equation &E : Equations)
    ++FirstUse[E.Whole + 1];
  for (uint32_t Part : Parts)
    ++FirstUse[Part + 1];
  for (size_t I = 1; I < FirstUse.size(); ++I)
    FirstUse[I] += FirstUse[I - 1];
  Uses.resize(FirstUse.back());
  std::vector<uint32_t> Next(FirstUse.begin(), FirstUse.end() - 1);
  for (auto [Number, E] : enumerate(Equations)) {
    Uses[Next[E.Whole]++] = uint32_t(Number);
    for (uint32_t Part : partsOf(E))
      Uses[Next[Part]++] = uint32_t(Number);
  }
}

void SumEquations::enqueue(size_t Number) {
  if (IsQueued[Number])
    return;
  IsQueued[Number] = true;
  Queue.push_back(uint32_t(Number));
}

/// Narrows the bounds of \p Count. Returns false if nothing is left.
bool SumEquations::narrow(uint32_t Count, uint64_t Low, uint64_t High) {
  Bounds &Mine = Known[Count];
  Low = std::max(Low, Mine.Low);
  High = std::min(High, Mine.High);
  if (Low > High)
    return false;
  if (Low == Mine.Low && High == Mine.High)
    return true;
  if (Low != High && NumChanges[Count] >= MostChanges)
    return true;
  ++NumChanges[Count];
  Trail.push_back({Count, Mine});
  Mine = {Low, High};
  for (uint32_t Number : usesOf(Count))
    enqueue(Number);
  return true;
}

/// Narrows the bounds in \p E. Returns false if they contradict.
bool SumEquations::tighten(const Equation &E) {
  auto Add = [](uint64_t A, uint64_t B) { return std::min(A + B, NoBound); };
  uint64_t Low = 0, High = 0; // of the sum; High of the parts with a bound
  size_t NumUnbounded = 0;
  for (uint32_t Part : partsOf(E)) {
    Low = Add(Low, Known[Part].Low);
    if (Known[Part].High == NoBound)
      ++NumUnbounded;
    else
      High = Add(High, Known[Part].High);
  }
  if (!narrow(E.Whole, Low, NumUnbounded ? NoBound : High))
    return false;
  const Bounds Whole = Known[E.Whole];
  const bool HasLimit = Whole.High != NoBound;
  const uint64_t Spare = Whole.High - Low;
  for (uint32_t Part : partsOf(E)) {
    const Bounds Mine = Known[Part];
    uint64_t Least = 0, Most = HasLimit ? Mine.Low + Spare : NoBound;
    const bool IsUnbounded = Mine.High == NoBound;
    if (NumUnbounded == size_t(IsUnbounded) && High != NoBound) {
      uint64_t Others = IsUnbounded ? High : High - Mine.High;
      Least = Whole.Low > Others ? Whole.Low - Others : 0;
    }
    // What changes queues the equation again.
    if (!narrow(Part, Least, Most))
      return false;
  }
  return true;
}

/// Tightens the equations in the queue until nothing changes. Returns the
/// number of one that contradicts others.
std::optional<size_t> SumEquations::propagate() {
  std::optional<size_t> Wrong;
  while (NextInQueue < Queue.size()) {
    uint32_t Number = Queue[NextInQueue++];
    IsQueued[Number] = false;
    if (!tighten(Equations[Number])) {
      Wrong = Number;
      break;
    }
  }
  for (; NextInQueue < Queue.size(); ++NextInQueue)
    IsQueued[Queue[NextInQueue]] = false;
  Queue.clear();
  NextInQueue = 0;
  return Wrong;
}

/// Returns \p E as a form that is zero, of the counts that are not exact.
LinearForm SumEquations::rowOf(const Equation &E) const {
  SmallVector<LinearForm::Term, 8> Factors;
  LinearForm Row;
  auto Add = [&](uint32_t Count, int64_t Factor) {
    if (Known[Count].isExact())
      Row.Constant += Known[Count].Low * uint64_t(Factor);
    else
      Factors.push_back({Count, Factor});
  };
  Add(E.Whole, 1);
  for (uint32_t Part : partsOf(E))
    Add(Part, -1);
  llvm::sort(Factors, [](const LinearForm::Term &A, const LinearForm::Term &B) {
    return A.Variable > B.Variable;
  });
  for (auto It = Factors.begin(); It != Factors.end();) {
    LinearForm::Term Sum{It->Variable, 0};
    for (; It != Factors.end() && It->Variable == Sum.Variable; ++It)
      Sum.Factor += It->Factor;
    if (Sum.Factor)
      Row.Terms.push_back(Sum);
  }
  return Row;
}

/// Expresses counts by others. Sets \p HasFound if one has only one value.
/// Returns the number of an equation that contradicts others.
std::optional<size_t> SumEquations::eliminate(bool &HasFound) {
  // Propagation has checked equations of exact counts.
  if (all_of(Known, [](const Bounds &B) { return B.isExact(); })) {
    HasForm.assign(Known.size(), false);
    return std::nullopt;
  }
  Forms.assign(Known.size(), {});
  HasForm.assign(Known.size(), false);
  uint64_t NumTerms = 0;
  // Each form here is zero, has the factor 1 for its greatest count, and no
  // other form has that count as its greatest.
  for (auto [Number, E] : enumerate(Equations)) {
    LinearForm Row = rowOf(E);
    while (!Row.Terms.empty() && HasForm[Row.Terms.front().Variable]) {
      const LinearForm &Pivot = Forms[Row.Terms.front().Variable];
      NumTerms += Row.Terms.size() + Pivot.Terms.size();
      Row.add(Pivot, -Row.Terms.front().Factor);
    }
    if (Row.Terms.empty()) {
      if (Row.Constant)
        return Number;
      continue;
    }
    const LinearForm::Term First = Row.Terms.front();
    // Half a count is no count; such equations remain for propagation.
    if (First.Factor != 1 && First.Factor != -1)
      continue;
    LinearForm &Form = Forms[First.Variable];
    Form.add(Row, First.Factor);
    HasForm[First.Variable] = true;
    if (NumTerms > MostTerms)
      break;
  }
  // From the smallest count on, replace counts by their forms.
  for (uint32_t Count = 0; Count < Known.size(); ++Count) {
    if (!HasForm[Count])
      continue;
    LinearForm Zero = std::move(Forms[Count]);
    LinearForm Form;
    Form.Constant = -Zero.Constant;
    for (const LinearForm::Term &Term : drop_begin(Zero.Terms)) {
      if (NumTerms > MostTerms)
        break;
      const LinearForm Its = HasForm[Term.Variable]
                                 ? Forms[Term.Variable]
                                 : LinearForm{0, {{Term.Variable, 1}}};
      NumTerms += Form.Terms.size() + Its.Terms.size();
      Form.add(Its, -Term.Factor);
    }
    if (NumTerms > MostTerms) {
      HasForm[Count] = false;
      continue;
    }
    Forms[Count] = std::move(Form);
    if (!Forms[Count].Terms.empty())
      continue;
    HasFound = true;
    if (!narrow(Count, Forms[Count].Constant, Forms[Count].Constant))
      return usesOf(Count).front();
  }
  return std::nullopt;
}

std::optional<size_t> SumEquations::solve() {
  indexUses();
  for (bool HasFound = true; HasFound;) {
    if (auto Wrong = propagate())
      return Wrong;
    HasFound = false;
    if (auto Wrong = eliminate(HasFound))
      return Wrong;
  }
  return std::nullopt;
}

bool SumEquations::assume(uint32_t Count, uint64_t Value) {
  Trail.clear();
  bool IsPossible = narrow(Count, Value, Value) && !propagate();
  for (const Change &C : reverse(Trail)) {
    NumChanges[C.Count] = 0;
    if (!IsPossible)
      Known[C.Count] = C.Before;
  }
  return IsPossible;
}

void SumEquations::tryOut(function_ref<void()> Try) {
  const std::vector<Bounds> Earlier = Known;
  const std::vector<uint32_t> ChangesBefore = NumChanges;
  Try();
  Known = Earlier;
  NumChanges = ChangesBefore;
}

LinearForm SumEquations::formOf(uint32_t Count) const {
  if (Known[Count].isExact())
    return {Known[Count].Low, {}};
  return HasForm[Count] ? Forms[Count] : LinearForm{0, {{Count, 1}}};
}
