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

/// Returns "1 function is" or "2 functions are".
static std::string functions(uint64_t Number, StringRef One,
                             StringRef Several) {
  return (Twine(Number) + (Number == 1 ? " function " : " functions ") +
          (Number == 1 ? One : Several))
      .str();
}

/// Returns the costs that are not exact, the least certain first.
static CostTable boundsOf(const CostReport &Costs) {
  std::vector<const FunctionCost *> Found;
  for (const FunctionCost &Function : Costs.Functions)
    if (Function.What != FunctionCost::Exact)
      Found.push_back(&Function);
  auto Width = [](const FunctionCost *Function) {
    return Function->Cost.High - Function->Cost.Low;
  };
  llvm::stable_sort(Found, [&](const FunctionCost *A, const FunctionCost *B) {
    return Width(A) > Width(B);
  });
  CostTable Result;
  if (Found.empty())
    return Result;
  Result.Header = {"at least", "at most", "estimate", "function"};
  for (const FunctionCost *Function : ArrayRef(Found).take_front(MostRows)) {
    const CountRange &Cost = Function->Cost;
    const bool IsKnown = Function->What != FunctionCost::Contradicted;
    Result.Rows.push_back(
        {IsKnown ? grouped(Cost.Low) : "?",
         IsKnown && Cost.High != NoBound ? grouped(Cost.High) : "?",
         "~" + grouped(Cost.Estimate), printable(Function->Name)});
  }
  if (Found.size() > MostRows)
    Result.Rest = "and " + utostr(Found.size() - MostRows) + " more";
  return Result;
}

/// Returns the calls of code that is not counted, the most frequent first.
static CostTable outsideCallsOf(const CostReport &Costs) {
  CostTable Result;
  if (Costs.Outside.empty() && !Costs.PointerCalls)
    return Result;
  Result.Title = "Calls of code that is not counted:";
  Result.Header = {"calls", "function"};
  std::vector<const OutsideCalls *> Found;
  for (const OutsideCalls &Calls : Costs.Outside)
    Found.push_back(&Calls);
  llvm::stable_sort(Found, [](const OutsideCalls *A, const OutsideCalls *B) {
    return A->Count > B->Count;
  });
  // A row for the rest of a single function would take as much room.
  const size_t NumShown =
      Found.size() <= MostRows + 1 ? Found.size() : MostRows;
  for (const OutsideCalls *Calls : ArrayRef(Found).take_front(NumShown))
    Result.Rows.push_back({(Calls->IsExact ? "" : "~") + grouped(Calls->Count),
                           printable(Calls->Name)});
  if (Found.size() > NumShown) {
    uint64_t Rest = 0;
    for (const OutsideCalls *Calls : drop_begin(Found, NumShown))
      Rest += Calls->Count;
    Result.Rows.push_back(
        {grouped(Rest), utostr(Found.size() - NumShown) + " other functions"});
  }
  if (Costs.PointerCalls)
    Result.Rows.push_back({grouped(Costs.PointerCalls),
                           "through pointers, to counted code or not"});
  return Result;
}

CostSummary gmon::summarize(const CostReport &Costs) {
  CostSummary Result;
  std::string First;
  raw_string_ostream OS(First);
  OS << grouped(Costs.Total) << ' ' << Costs.What.name()
     << (Costs.What.WithOwn ? ", with the profiler's" : "") << ": "
     << functions(Costs.numOf(FunctionCost::Exact), "is", "are") << " exact";
  if (size_t Num = Costs.numOf(FunctionCost::Bounded))
    OS << ", " << Num << (Num == 1 ? " has" : " have") << " bounds";
  if (size_t Num = Costs.numOf(FunctionCost::Contradicted))
    OS << ", " << Num << (Num == 1 ? " has" : " have")
       << " counts that contradict each other";
  Result.Lines.push_back(First);
  if (Costs.numOf(FunctionCost::Contradicted))
    Result.Lines.push_back(
        "Counts contradict each other where the profile began or ended within "
        "the function, as in the child of a fork");
  if (Costs.Repeated)
    Result.Lines.push_back(
        grouped(Costs.Repeated) +
        " of the instructions repeat themselves; each counts once");
  if (Costs.NumWithoutCounts)
    Result.Lines.push_back(functions(Costs.NumWithoutCounts,
                                     "was called and has",
                                     "were called and have") +
                           " no counts of blocks");
  Result.Tables = {boundsOf(Costs), outsideCallsOf(Costs)};
  return Result;
}

static void printTable(raw_ostream &OS, const CostTable &Table) {
  if (!Table.Title.empty())
    OS << Table.Title << '\n';
  auto PrintRow = [&](ArrayRef<std::string> Row) {
    for (const std::string &Number : Row.drop_back())
      OS << right_justify(Number, 18) << ' ';
    OS << Row.back() << '\n';
  };
  // A title says what the columns are.
  if (Table.Title.empty() && !Table.Rows.empty())
    PrintRow(Table.Header);
  for (const std::vector<std::string> &Row : Table.Rows)
    PrintRow(Row);
  if (!Table.Rest.empty())
    OS << Table.Rest << '\n';
}

void gmon::printCosts(raw_ostream &OS, const CostReport &Costs) {
  const CostSummary Summary = summarize(Costs);
  for (const std::string &Line : Summary.Lines)
    OS << Line << '\n';
  for (const CostTable &Table : Summary.Tables)
    printTable(OS, Table);
  OS << '\n';
}
