//===-- Samples.cpp - Time of symbols -------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bins and symbols are both sorted, so each histogram is accounted in one pass
// over the two. Addresses are halved, as they are in the scale of a histogram;
// sums are built in the order that GNU gprof has, since ties depend on it.
//
//===----------------------------------------------------------------------===//

#include "counts/Samples.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>

using namespace gmon;
using namespace llvm;

namespace {

class Accountant {
public:
  Accountant(const Profile &Data, const SymbolTable &Table,
             const SpecTables &Specs);
  void account(const Histogram &Hist);

  Samples Result;
  double All = 0; ///< samples, those of excluded symbols included

private:
  uint64_t startOf(size_t I) const { return Table[I].Address / 2; }
  /// The end of a symbol is the start of the next. The last one is in .text, or
  /// behind it and empty.
  uint64_t endOf(size_t I) const {
    return I + 1 < Table.size() ? startOf(I + 1)
                                : std::max(startOf(I), Table[I].End / 2 + 1);
  }
  void credit(uint64_t Low, uint64_t High, uint64_t Count, size_t First);

  const Profile &Data;
  const SymbolTable &Table;
  std::vector<bool> IsIn; ///< whether the flat profile shows a symbol
};

} // namespace

Accountant::Accountant(const Profile &Data, const SymbolTable &Table,
                       const SpecTables &Specs)
    : Data(Data), Table(Table) {
  Result.Time.resize(Table.size());
  IsIn.reserve(Table.size());
  for (SymbolIndex I = 0; I < Table.size(); ++I)
    IsIn.push_back(Specs.isIn(FlatInclude, FlatExclude,
                              Table[Table.accountOf(I)].Address));
}

void Accountant::account(const Histogram &Hist) {
  uint64_t Base = Hist.Low / 2;
  // Ends ascend, and a profile may have many small histograms.
  auto Indices = llvm::seq<size_t>(0, Table.size());
  size_t First = *llvm::partition_point(
      Indices, [&](size_t I) { return endOf(I) <= Base; });
  for (size_t I = Hist.Bins.nextCounted(0); I < Hist.Bins.size();
       I = Hist.Bins.nextCounted(I + 1)) {
    uint64_t Count = Hist.Bins[I];
    All += double(Count);
    Result.Total += double(Count);
    uint64_t Low = Base + uint64_t(Data.Scale * double(I));
    uint64_t High = Base + uint64_t(Data.Scale * double(I + 1));
    while (First < Table.size() && endOf(First) <= Low)
      ++First;
    credit(Low, High, Count, First);
  }
}

/// Splits \p Count samples of [Low, High) among the symbols from \p First on.
void Accountant::credit(uint64_t Low, uint64_t High, uint64_t Count,
                        size_t First) {
  for (size_t I = First; I < Table.size() && startOf(I) <= High; ++I) {
    uint64_t Start = std::max(Low, startOf(I));
    uint64_t End = std::min(High, endOf(I));
    if (Start >= End)
      continue;
    double Credit = double(End - Start) * double(Count) / Data.Scale;
    if (IsIn[I])
      Result.Time[Table.accountOf(I)] += Credit;
    else
      Result.Total -= Credit;
  }
}

Samples gmon::accountSamples(const Profile &Data, const SymbolTable &Table,
                             const SpecTables &Specs) {
  Accountant Work(Data, Table, Specs);
  for (const Histogram &Hist : Data.Histograms)
    Work.account(Hist);
  if (auto Late = double(Data.LateSamples); Late < Work.All)
    Work.Result.AtOnce = Work.All / (Work.All - Late);
  return std::move(Work.Result);
}
