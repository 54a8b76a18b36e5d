//===-- Reports.h - The printed reports -------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the results of earlier stages. In: their results. Out: text. Under -b
// it is GNU gprof's text to the byte; the explanations without -b are our own.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_REPORTS_H
#define GMON_ANALYZER_REPORTS_H

#include "graph/CallGraph.h"
#include "profile/Profile.h"
#include "support/Errors.h"
#include "views/FlatProfile.h"
#include "views/LineCounts.h"
#include "views/NamePrinter.h"
#include "views/SourceProfile.h"
#include "llvm/Support/Format.h"

namespace gmon {

struct CostReport;
struct FunctionFilter;
struct HookTime;

/// Settings of printing.
struct TextSettings {
  bool IsBsd = false; ///< 4.3BSD's style, by -T
  bool Brief = false; ///< without explanations
  bool ShowUnused = false;
  bool Lines = false;
  bool SeparateFiles = false; ///< write a file for each annotated source file
  uint64_t TableLength = 10;  ///< of the table below annotated source
  unsigned Width = 80;        ///< of the index
};

/// The data that all reports need.
struct ReportContext {
  const TextSettings &Settings;
  const Profile &Data;
  const SymbolTable &Table;
  NamePrinter &Names;
  llvm::raw_ostream &OS;
  bool HasOutput = false; ///< whether something was printed before

  /// Separates a report from the output before it.
  void startPage() {
    if (HasOutput)
      OS << "\f\n";
    HasOutput = true;
  }
  /// Returns \p Samples in units of the cost, such as seconds. Without a rate,
  /// if there are only calls, it is -nan, which GNU gprof prints.
  double cost(double Samples) const;
  /// Prints the granularity of samples, without the end of the line.
  void printGranularity();
};

void printFileInfo(ReportContext &Context, const FileContents &File);
/// Prints an estimate of the time of the profile's hooks.
void printHookTime(ReportContext &Context, const HookTime &Hooks,
                   const CallGraph &Graph);

/// A table of the head of a report of --cost. The last column is text.
struct CostTable {
  std::string Title; ///< or empty
  std::vector<std::string> Header;
  std::vector<std::vector<std::string>> Rows;
  std::string Rest; ///< a line behind the rows, or empty
};
/// The head of a report of --cost.
struct CostSummary {
  std::vector<std::string> Lines;
  std::vector<CostTable> Tables; ///< some may be empty
};
/// Returns what \p Costs consist of and which of them are estimates.
CostSummary summarize(const CostReport &Costs);
/// Prints what \p Costs consist of and which of them are estimates.
void printCosts(llvm::raw_ostream &OS, const CostReport &Costs);
void printFlat(ReportContext &Context, const FlatProfile &Flat,
               const CallGraph &Graph);
void printGraph(ReportContext &Context, const CallGraph &Graph);
void printIndex(ReportContext &Context, const CallGraph &Graph);
/// Prints the linkage names of \p Order, then \p More names, one on each line.
void printOrder(ReportContext &Context, llvm::ArrayRef<NodeIndex> Order,
                llvm::ArrayRef<llvm::StringRef> More = {});
/// Prints a filter file of the pass.
void printFilter(ReportContext &Context, const FunctionFilter &Filter);
void printExecCounts(ReportContext &Context, const ExecCounts &Counts);
/// Prints \p Profile to the context's stream, or to a file for each source
/// file. Warns of sources that cannot be found.
llvm::Error printAnnotatedSource(ReportContext &Context,
                                 const SourceProfile &Profile, Warnings &Warn);

/// Prints \p Value like "%Width.Precisionf".
void printFixed(llvm::raw_ostream &OS, double Value, unsigned Width,
                unsigned Precision);

/// The explanations of the flat profile and the call graph.
void explainFlat(ReportContext &Context);
void explainGraph(ReportContext &Context);

} // namespace gmon

#endif // GMON_ANALYZER_REPORTS_H
