//===-- CostSummary.cpp - What costs consist of ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The head of a report of --cost: the total, how many functions have exact
// costs, the bounds of others, and the calls of code that is not counted.
//
//===----------------------------------------------------------------------===//

#include "costs/CodeCosts.h"
#include "reports/Reports.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

/// The rows of a table; others are one line.
static constexpr size_t MostRows = 10;

static std::string grouped(uint64_t Number) {
  std::string Digits = utostr(Number);
  for (size_t End = Digits.size(); End > 3; End -= 3)
    Digits.insert(End - 3, ",");
  return Digits;
}

static void printColumn(raw_ostream &OS, const Twine &Text) {
  OS << right_justify(Text.str(), 18) << ' ';
}

/// Prints the costs that are not exact, the least certain first.
static void printBounds(raw_ostream &OS, const CostReport &Costs) {
  std::vector<const FunctionCost *> Rows;
  for (const FunctionCost &Each : Costs.Functions)
    if (Each.What != FunctionCost::Exact)
      Rows.push_back(&Each);
  if (Rows.empty())
    return;
  auto Width = [](const FunctionCost *Each) {
    return Each->Cost.High - Each->Cost.Low;
  };
  llvm::stable_sort(Rows, [&](const FunctionCost *A, const FunctionCost *B) {
    return Width(A) > Width(B);
  });
  for (const char *Title : {"at least", "at most", "estimate"})
    printColumn(OS, Title);
  OS << "function\n";
  for (const FunctionCost *Each : ArrayRef(Rows).take_front(MostRows)) {
    const CountRange &Cost = Each->Cost;
    if (Each->What == FunctionCost::Contradicted) {
      printColumn(OS, "?");
      printColumn(OS, "?");
    } else {
      printColumn(OS, grouped(Cost.Low));
      printColumn(OS, Cost.High == NoBound ? "?" : grouped(Cost.High));
    }
    printColumn(OS, "~" + grouped(Cost.Estimate));
    OS << printable(Each->Name) << '\n';
  }
  if (Rows.size() > MostRows)
    OS << "and " << Rows.size() - MostRows << " more\n";
}

/// Prints the calls of code that is not counted, the most frequent first.
static void printOutside(raw_ostream &OS, const CostReport &Costs) {
  if (Costs.Outside.empty() && !Costs.PointerCalls)
    return;
  OS << "Calls of code that is not counted:\n";
  std::vector<const OutsideCalls *> Rows;
  for (const OutsideCalls &Each : Costs.Outside)
    Rows.push_back(&Each);
  llvm::stable_sort(Rows, [](const OutsideCalls *A, const OutsideCalls *B) {
    return A->Count > B->Count;
  });
  for (const OutsideCalls *Each : ArrayRef(Rows).take_front(MostRows)) {
    printColumn(OS, (Each->IsExact ? "" : "~") + grouped(Each->Count));
    OS << printable(Each->Name) << '\n';
  }
  if (Rows.size() > MostRows) {
    uint64_t Rest = 0;
    for (const OutsideCalls *Each : drop_begin(Rows, MostRows))
      Rest += Each->Count;
    printColumn(OS, grouped(Rest));
    OS << Rows.size() - MostRows << " other functions\n";
  }
  if (Costs.PointerCalls) {
    printColumn(OS, grouped(Costs.PointerCalls));
    OS << "through pointers, to counted code or not\n";
  }
}

void gmon::printCosts(raw_ostream &OS, const CostReport &Costs) {
  OS << grouped(Costs.Total) << ' ' << Costs.What.name()
     << (Costs.What.WithOwn ? ", with the profiler's" : "") << ": "
     << Costs.numOf(FunctionCost::Exact) << " functions are exact";
  if (size_t Num = Costs.numOf(FunctionCost::Bounded))
    OS << ", " << Num << " have bounds";
  if (size_t Num = Costs.numOf(FunctionCost::Contradicted))
    OS << ", " << Num << " have counts that contradict each other";
  OS << '\n';
  if (Costs.Repeated)
    OS << grouped(Costs.Repeated)
       << " of the instructions repeat themselves; each counts once\n";
  if (Costs.NumWithoutCounts)
    OS << Costs.NumWithoutCounts
       << " functions were called and have no counts of blocks\n";
  printBounds(OS, Costs);
  printOutside(OS, Costs);
  OS << '\n';
}
