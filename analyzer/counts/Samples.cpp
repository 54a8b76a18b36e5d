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
// instructions. Sums are formed in GNU gprof's order: ties depend on it.
//
//===----------------------------------------------------------------------===//

#include "counts/Samples.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>

using namespace gmon;
using namespace llvm;

namespace {

class Distributor {
public:
  Distributor(const Profile &Data, const SymbolTable &Table, SamplePartFn Take)
      : Table(Table), Unit(Data.IsOfInstructions ? 1 : 2),
        Width(Data.Scale * 2 / double(Unit)), Take(Take) {}
  /// Returns the number of samples.
  double distribute(const Histogram &Hist) const;

private:
  uint64_t startOf(size_t I) const { return Table[I].Address / Unit; }
  /// A symbol ends where the next one starts; the last may be behind .text.
  uint64_t endOf(size_t I) const {
    return I + 1 < Table.size() ? startOf(I + 1)
                                : std::max(startOf(I), Table[I].End / Unit + 1);
  }
  void credit(uint64_t Low, uint64_t High, uint64_t Count, size_t First) const;

  const SymbolTable &Table;
  const uint64_t Unit; ///< bytes of code that are distinguished
  const double Width;  ///< of a bin, in units
  SamplePartFn Take;
};

} // namespace

double Distributor::distribute(const Histogram &Hist) const {
  double All = 0;
  uint64_t Base = Hist.Low / Unit;
  // Ends ascend, and a profile may have many small histograms.
  auto Indices = llvm::seq<size_t>(0, Table.size());
  size_t First = *llvm::partition_point(
      Indices, [&](size_t I) { return endOf(I) <= Base; });
  for (size_t I = Hist.Bins.nextCounted(0); I < Hist.Bins.size();
       I = Hist.Bins.nextCounted(I + 1)) {
    uint64_t Low = Base + uint64_t(Width * double(I));
    uint64_t High = Base + uint64_t(Width * double(I + 1));
    while (First < Table.size() && endOf(First) <= Low)
      ++First;
    All += double(Hist.Bins[I]);
    credit(Low, High, Hist.Bins[I], First);
  }
  return All;
}

/// Distributes \p Count samples of [Low, High) from symbol \p First on.
void Distributor::credit(uint64_t Low, uint64_t High, uint64_t Count,
                         size_t First) const {
  for (size_t I = First; I < Table.size() && startOf(I) <= High; ++I) {
    uint64_t Start = std::max(Low, startOf(I));
    uint64_t End = std::min(High, endOf(I));
    if (Start < End)
      Take(SymbolIndex(I), double(End - Start) * double(Count) / Width);
  }
}

double gmon::distributeSamples(const Profile &Data, const SymbolTable &Table,
                               SamplePartFn Take) {
  const Distributor Work(Data, Table, Take);
  double All = 0;
  for (const Histogram &Hist : Data.Histograms)
    All += Work.distribute(Hist);
  return All;
}

std::vector<bool> gmon::symbolsOfProfile(const SymbolTable &Table,
                                         const SpecTables &Specs) {
  std::vector<bool> IsIn;
  IsIn.reserve(Table.size());
  for (SymbolIndex I = 0; I < Table.size(); ++I)
    IsIn.push_back(Specs.isIn(FlatInclude, FlatExclude,
                              Table[Table.accountOf(I)].Address));
  return IsIn;
}

Samples gmon::accountSamples(const Profile &Data, const SymbolTable &Table,
                             const SpecTables &Specs) {
  const std::vector<bool> IsIn = symbolsOfProfile(Table, Specs);
  Samples Result;
  Result.Time.resize(Table.size());
  const double All =
      distributeSamples(Data, Table, [&](SymbolIndex I, double Credit) {
        if (IsIn[I])
          Result.Time[Table.accountOf(I)] += Credit;
        else
          Result.Excluded += Credit;
      });
  Result.Total = All - Result.Excluded;
  if (auto Late = double(Data.RunNotes.LateSamples); Late < All)
    Result.AtOnce = All / (All - Late);
  return Result;
}
