//===-- ReportSettings.h - The options of llvm-gprof report -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What to report, and how. In: the command line. Out: settings without
// contradictions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_REPORTSETTINGS_H
#define GMON_ANALYZER_COMMANDS_REPORT_REPORTSETTINGS_H

#include "commands/TextTable.h"
#include "driver/ProfileGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace gmon::command {

enum class ReportView {
  Functions,
  Lines,
  Modules,
  Threads,
  Ranks,
  Mpi,
  Groups,
  Tree,
  Callers,
  Callees
};

enum class SortKey { Self, Total, Calls, Call, Name };

struct ReportSettings {
  ReportView View = ReportView::Functions;
  std::optional<GroupKey> Groups; ///< of labels, ranks or processes
  bool IsJson = false;            ///< of groups
  std::string Function;           ///< of --callers or --callees
  SortKey Sort = SortKey::Self;
  bool ChoosesSort = false; ///< the user chooses Sort
  uint64_t Top = UINT64_MAX;
  /// Whether a long table ends before rows that matter little: the user chooses
  /// no number of rows.
  bool LeavesOutSmall = false;
  std::vector<std::string> Focus, Ignore;
  bool IsSummary = false; ///< with the hot path and what to ask next
  bool ByLine = false;    ///< in a tree, too
  bool ShowErrors = false;
  uint32_t Depth = 0;        ///< of a tree, in levels of calls
  bool ChoosesDepth = false; ///< the user chooses Depth
  double MinPercent = 0;     ///< of the time of a tree
  Terminal Display;

  bool isTree() const {
    return View == ReportView::Tree || View == ReportView::Callers ||
           View == ReportView::Callees;
  }

  bool isOfRanks() const {
    return View == ReportView::Ranks || View == ReportView::Mpi;
  }

  static llvm::Expected<ReportSettings> of(const CommandLine &Line,
                                           llvm::raw_ostream &OS);
};

/// Sorts rows with members self(), total(), calls(), selfOfCall() and Name: the
/// greatest first, equal ones by self, total and calls, then by name.
template <class RowT> void sortRows(std::vector<RowT> &Rows, SortKey Key) {
  auto KeyOf = [](const RowT &Row, SortKey Key) -> double {
    switch (Key) {
    case SortKey::Self:
      return Row.self();
    case SortKey::Total:
      return Row.total();
    case SortKey::Calls:
      return Row.calls();
    case SortKey::Call:
      return Row.selfOfCall();
    case SortKey::Name:
      return 0;
    }
    llvm_unreachable("a key that is none");
  };
  auto Precedes = [&](const RowT &A, const RowT &B) {
    if (double Left = KeyOf(A, Key), Right = KeyOf(B, Key); Left != Right)
      return Left > Right;
    if (Key != SortKey::Name)
      for (auto NextKey : {SortKey::Self, SortKey::Total, SortKey::Calls})
        if (double Left = KeyOf(A, NextKey), Right = KeyOf(B, NextKey);
            Left != Right)
          return Left > Right;
    return A.Name < B.Name;
  };
  // Rows are large: each one moves once.
  std::vector<RowT *> Order;
  Order.reserve(Rows.size());
  for (RowT &Row : Rows)
    Order.push_back(&Row);
  llvm::stable_sort(
      Order, [&](const RowT *A, const RowT *B) { return Precedes(*A, *B); });
  std::vector<RowT> Sorted;
  Sorted.reserve(Rows.size());
  for (RowT *Row : Order)
    Sorted.push_back(std::move(*Row));
  Rows = std::move(Sorted);
}

/// The first rows of a table, and a line about the others. All is the time that
/// is 100%, in samples.
template <class RowT> class ShownRows {
public:
  ShownRows(llvm::ArrayRef<RowT> Rows, const ReportSettings &Settings,
            double All)
      : Rows(Rows), Settings(Settings),
        Num(std::min<uint64_t>(Rows.size(), Settings.Top)) {
    // So many rows are there always.
    constexpr size_t Least = 40;
    constexpr double LeastShare = 0.005;
    if (!Settings.LeavesOutSmall || Rows.size() <= Least)
      return;
    auto IsSmall = [&](const RowT &Row) {
      if (Settings.Sort == SortKey::Total)
        return Row.total() < LeastShare * All;
      return Settings.Sort != SortKey::Self || All == 0 ||
             Row.self() < LeastShare * All;
    };
    for (Num = Least; Num < Rows.size() && !IsSmall(Rows[Num]);)
      ++Num;
  }

  llvm::ArrayRef<RowT> rows() const { return Rows.take_front(Num); }

  /// Prints how many other rows there are. \p Amount prints a
  /// number of samples with its unit.
  template <class AmountFn>
  void printRest(llvm::raw_ostream &OS, AmountFn Amount) {
    if (Num == Rows.size())
      return;
    OS << Rows.size() - Num << " more";
    if (Settings.LeavesOutSmall) {
      double Self = 0;
      for (const RowT &Row : Rows.drop_front(Num))
        Self += Row.self();
      OS << (Settings.View == ReportView::Lines ? " lines"
             : Settings.View == ReportView::Mpi ||
                     Settings.View == ReportView::Groups
                 ? " rows"
                 : " functions");
      if (Self > 0)
        OS << ", " << Amount(Self);
      OS << "; --all lists them";
    }
    OS << '\n';
  }

private:
  llvm::ArrayRef<RowT> Rows;
  const ReportSettings &Settings;
  size_t Num;
};

/// Returns the decimals of seconds that distinguish one sample from none, of
/// \p Rate samples a second.
inline unsigned decimalsOf(double Rate) { return Rate > 100 ? 3 : 2; }

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_REPORTSETTINGS_H
