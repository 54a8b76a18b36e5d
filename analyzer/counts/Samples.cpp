//===-- Samples.cpp - Time of symbols -------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bins and symbols are both sorted, so one pass over both accounts a histogram.
// Addresses are halved, like the scale of a histogram, unless it is of single
// instructions. Sums are formed in GNU gprof's order, because ties depend on
// it.
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
  double All = 0; ///< all samples, including those of excluded symbols

private:
  uint64_t startOf(size_t I) const { return Table[I].Address / Unit; }
  /// A symbol ends where the next one starts. The last one is in .text, or
  /// empty and behind it.
  uint64_t endOf(size_t I) const {
    return I + 1 < Table.size() ? startOf(I + 1)
                                : std::max(startOf(I), Table[I].End / Unit + 1);
  }
  void credit(uint64_t Low, uint64_t High, uint64_t Count, size_t First);

  const SymbolTable &Table;
  const uint64_t Unit;    ///< bytes of code that are distinguished
  const double Width;     ///< of a bin, in units
  std::vector<bool> IsIn; ///< for each symbol, whether the flat profile has it
};

} // namespace

Accountant::Accountant(const Profile &Data, const SymbolTable &Table,
                       const SpecTables &Specs)
    : Table(Table), Unit(Data.IsOfInstructions ? 1 : 2),
      Width(Data.Scale * 2 / double(Unit)) {
  Result.Time.resize(Table.size());
  IsIn.reserve(Table.size());
  for (SymbolIndex I = 0; I < Table.size(); ++I)
    IsIn.push_back(Specs.isIn(FlatInclude, FlatExclude,
                              Table[Table.accountOf(I)].Address));
}

void Accountant::account(const Histogram &Hist) {
  uint64_t Base = Hist.Low / Unit;
  // Ends ascend, and a profile may have many small histograms.
  auto Indices = llvm::seq<size_t>(0, Table.size());
  size_t First = *llvm::partition_point(
      Indices, [&](size_t I) { return endOf(I) <= Base; });
  for (size_t I = Hist.Bins.nextCounted(0); I < Hist.Bins.size();
       I = Hist.Bins.nextCounted(I + 1)) {
    uint64_t Count = Hist.Bins[I];
    All += double(Count);
    Result.Total += double(Count);
    uint64_t Low = Base + uint64_t(Width * double(I));
    uint64_t High = Base + uint64_t(Width * double(I + 1));
    while (First < Table.size() && endOf(First) <= Low)
      ++First;
    credit(Low, High, Count, First);
  }
}

/// Distributes \p Count samples of [Low, High) over the symbols from \p First
/// on.
void Accountant::credit(uint64_t Low, uint64_t High, uint64_t Count,
                        size_t First) {
  for (size_t I = First; I < Table.size() && startOf(I) <= High; ++I) {
    uint64_t Start = std::max(Low, startOf(I));
    uint64_t End = std::min(High, endOf(I));
    if (Start >= End)
      continue;
    double Credit = double(End - Start) * double(Count) / Width;
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
  Work.Result.Excluded = Work.All - Work.Result.Total;
  if (auto Late = double(Data.RunNotes.LateSamples); Late < Work.All)
    Work.Result.AtOnce = Work.All / (Work.All - Late);
  return std::move(Work.Result);
}
