//===-- ReportTree.cpp - Trees for a terminal -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts a tree, and prints it as a table. A row follows its parent's row.
// Siblings are sorted, by time unless the user chooses another key: so the
// first rows are the hot path. Names that are deeper than the width allows have
// the number of their level instead of more spaces.
//
//===----------------------------------------------------------------------===//

#include "commands/report/ReportTree.h"
#include "commands/CostText.h"
#include "counts/Samples.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

void ReportTree::sort(std::vector<uint32_t> &Siblings, SortKey Key) const {
  auto KeyOf = [&](const Node &N) -> double {
    switch (Key) {
    case SortKey::Self:
      return N.Self;
    case SortKey::Total:
      return N.Total.value_or(-1);
    case SortKey::Calls:
      return double(N.Calls.value_or(0));
    case SortKey::Call:
      return N.eachCall().value_or(0);
    case SortKey::Name:
      return 0;
    }
    llvm_unreachable("a key that is none");
  };
  llvm::stable_sort(Siblings, [&](uint32_t I, uint32_t J) {
    const Node &A = Nodes[I], &B = Nodes[J];
    if (double Left = KeyOf(A), Right = KeyOf(B); Left != Right)
      return Left > Right;
    if (Key != SortKey::Name && A.Calls != B.Calls)
      return A.Calls > B.Calls;
    return A.Name < B.Name;
  });
}

void ReportTree::addColumns(TextTable &Table,
                            const ReportSettings &Settings) const {
  const CostText Costs(Cost);
  if (Cost.Rate) {
    Table.addColumn(Share);
    Table.addColumn(Costs.title("total"));
    if (Settings.ShowErrors && Costs.hasErrors())
      Table.addColumn("+-");
    if (HasSelf)
      Table.addColumn(Costs.title("self"));
  }
  if (HasCalls) {
    Table.addColumn("calls");
    if (Cost.Rate) {
      Table.addOptionalColumn("total/call");
      if (IsMeasured && Costs.hasErrors())
        Table.addOptionalColumn("+-");
    }
  }
  Table.addNameColumn();
}

void ReportTree::addRow(TextTable &Table, const Node &Row, std::string Name,
                        const ReportSettings &Settings) const {
  std::vector<Cell> Cells;
  auto Add = [&](std::string Text,
                 std::optional<raw_ostream::Colors> Color = std::nullopt) {
    Cells.push_back({std::move(Text), Color});
  };
  const CostText Costs(Cost);
  const unsigned Decimals = IsMeasured ? decimalsOf(double(Cost.Rate)) : 2;
  auto Number = [&](double Samples) {
    return Costs.number(Cost.of(Samples), Decimals);
  };
  auto Error = [&](double Samples) {
    return samplingError(Samples, SamplesAtOnce);
  };
  if (Cost.Rate) {
    double Total = Row.Total.value_or(0);
    double Percent = Base > 0 ? 100 * Total / Base : 0;
    auto Heat = Row.Total ? heatOf(Percent) : std::nullopt;
    Add(Row.Total ? fixed(Percent, 1) : "", Heat);
    Add(Row.Total ? Row.Mark + Number(Total) : "", Heat);
    if (Settings.ShowErrors && Costs.hasErrors())
      Add(Row.Total ? Number(Error(Total)) : "");
    if (HasSelf)
      Add(Row.Self > 0 ? Number(Row.Self) : "");
  }
  if (HasCalls) {
    Add(Row.Calls ? (Row.HasMoreCalls ? ">=" : "") + utostr(*Row.Calls) : "");
    std::optional<double> Call = Row.eachCall();
    if (Cost.Rate) {
      Add(Call ? Row.Mark + Costs.ofCall(Cost.of(*Call)) : "");
      if (IsMeasured && Costs.hasErrors())
        Add(Call ? Costs.ofCall(Cost.of(Error(Row.TotalOfCalls)) /
                                Row.TimedCalls)
                 : "");
    }
  }
  Add(std::move(Name));
  Table.addRow(std::move(Cells));
}

/// Returns \p Name behind the spaces of \p Level.
static std::string indented(StringRef Name, size_t Level, size_t MaxLevel) {
  std::string Text(2 * std::min(Level, MaxLevel), ' ');
  if (Level > MaxLevel)
    Text += utostr(Level) + ": ";
  return Text + Name.str();
}

void ReportTree::print(raw_ostream &OS, const ReportSettings &Settings) {
  TextTable Table;
  addColumns(Table, Settings);
  const size_t MaxLevel =
      Settings.Display.Width ? std::max(2u, Settings.Display.Width / 8) : 32;
  struct Visit {
    ArrayRef<uint32_t> Left;
    uint32_t NumLeftOut;
    double LeftOut;
    bool IsDeepest;
  };
  // A tree may be deeper than this function's own stack allows.
  std::vector<Visit> Stack;
  uint64_t NumRows = 0;
  sort(Roots, Settings.Sort);
  Stack.push_back({Roots, NumLeftOut, LeftOut, false});
  while (!Stack.empty() && NumRows < Settings.Top) {
    Visit &Top = Stack.back();
    const size_t Level = Stack.size() - 1;
    if (!Top.Left.empty()) {
      Node &Next = Nodes[Top.Left.front()];
      Top.Left = Top.Left.drop_front();
      addRow(Table, Next, indented(Next.Name, Level, MaxLevel), Settings);
      ++NumRows;
      sort(Next.Below, Settings.Sort);
      Stack.push_back(
          {Next.Below, Next.NumLeftOut, Next.LeftOut, Next.IsDeepest});
      continue;
    }
    if (Top.NumLeftOut) {
      Node Rest;
      Rest.Total = Top.LeftOut;
      std::string Name =
          Top.IsDeepest ? "(deeper)" : "(" + utostr(Top.NumLeftOut) + " more)";
      addRow(Table, Rest, indented(Name, Level, MaxLevel), Settings);
    }
    Stack.pop_back();
  }
  Table.print(OS, Settings.Display);
  if (NumRows < Nodes.size() && NumRows >= Settings.Top)
    OS << Nodes.size() - NumRows << " more\n";
}
