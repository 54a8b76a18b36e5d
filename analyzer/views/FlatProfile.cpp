//===-- FlatProfile.cpp - The rows of the flat profile --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts symbols by their own time and computes cumulative times.
//
//===----------------------------------------------------------------------===//

#include "views/FlatProfile.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

/// Chooses the unit in which the longest call still has digits before its
/// point. Without calls that is the largest unit, as in GNU gprof.
static void chooseUnit(FlatProfile &Flat, double Longest, bool Fixed) {
  static constexpr struct {
    char Prefix;
    double Factor;
  } Units[] = {{'T', 1e-12}, {'G', 1e-9}, {'M', 1e-6}, {'K', 1e-3},
               {0, 1},       {'m', 1e3},  {'u', 1e6},  {'n', 1e9},
               {'p', 1e12},  {'f', 1e15}, {'a', 1e18}};
  for (const auto &Unit : Units) {
    double Scaled = Longest * Unit.Factor;
    bool Fits = Fixed ? Unit.Prefix == 'm' : Scaled >= 1 && Scaled < 1000;
    if (!Fits)
      continue;
    Flat.Prefix = Unit.Prefix;
    Flat.Factor = Unit.Factor;
    return;
  }
  Flat.Prefix = Units[0].Prefix;
  Flat.Factor = Units[0].Factor;
}

FlatProfile gmon::makeFlatProfile(const CallGraph &Graph, const Samples &Times,
                                  const SymbolTable &Table,
                                  const SpecTables &Specs, uint32_t Rate,
                                  bool ShowUnused, bool FixedUnit) {
  FlatProfile Flat;
  Flat.Total = std::max(Times.Total, 0.0);
  double Longest = 0;
  std::vector<SymbolIndex> Order;
  for (SymbolIndex I = 0; I < Table.size(); ++I) {
    const Node &N = Graph.Nodes[I];
    if ((ShowUnused || N.Calls || N.Time != 0) && !N.IsCarried &&
        Specs.isIn(FlatInclude, FlatExclude, Table[I].Address))
      Order.push_back(I);
    if (N.Calls)
      Longest = std::max(Longest, (N.Time + N.ChildTime) / double(N.Calls));
  }
  chooseUnit(Flat, Longest / Rate, FixedUnit);

  llvm::stable_sort(Order, [&](SymbolIndex A, SymbolIndex B) {
    const Node &Left = Graph.Nodes[A];
    const Node &Right = Graph.Nodes[B];
    if (Left.Time != Right.Time)
      return Left.Time > Right.Time;
    if (Left.Calls != Right.Calls)
      return Left.Calls > Right.Calls;
    return Table[A].Name < Table[B].Name;
  });
  Flat.Rows.reserve(Order.size());
  double Whole = Flat.Total > 0 ? Flat.Total : 1;
  double Cumulative = 0;
  for (SymbolIndex I : Order) {
    const Node &N = Graph.Nodes[I];
    Cumulative += N.Time;
    Flat.Rows.push_back({I, 100 * N.Time / Whole, Cumulative, N.Time,
                         N.Time + N.ChildTime, N.Calls});
  }
  return Flat;
}

FunctionFilter gmon::makeFilter(const CallGraph &Graph, const Samples &Times,
                                const FilterLimits &Limits) {
  FunctionFilter Filter;
  for (SymbolIndex I = 0; I < Graph.NumSymbols; ++I) {
    uint64_t Calls = Graph.Nodes[I].Calls + Graph.Nodes[I].SelfCalls;
    Filter.NumCalls += Calls;
    double Percent = Times.Total > 0 ? 100 * Times.Time[I] / Times.Total : 0;
    if (Calls <= Limits.Calls || Percent >= Limits.Percent)
      continue;
    Filter.NumSkipped += Calls;
    Filter.Functions.push_back({I, Calls, Percent});
  }
  std::ranges::stable_sort(Filter.Functions, std::greater(),
                           [](const auto &E) { return E.Calls; });
  return Filter;
}
