//===-- DebugReport.h - Shows the work of the stages ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the output of -d: the results of each stage, a line for each item,
// with the stage's name in brackets first. Stages themselves print nothing. In:
// their inputs and results. Out: text.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DEBUGREPORT_H
#define GMON_ANALYZER_DEBUGREPORT_H

#include "counts/BlockCounts.h"
#include "graph/CallGraph.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

namespace gmon {

struct Transfer;

/// The stages whose results -d prints, with GNU gprof's numbers.
enum DebugKind : unsigned {
  DebugTopologicalSort = 2,
  DebugCycles = 4,
  DebugTally = 16,
  DebugArcSort = 32,
  DebugRecords = 64,
  DebugSymbols = 128,
  DebugStaticCalls = 256,
  DebugLookups = 512,
  DebugPropagation = 1024,
  DebugBlocks = 2048,
  DebugSymspecs = 4096,
  DebugSource = 8192,
  DebugAll = ~0U,
};

/// Each function is called after a stage and records the chosen text, which is
/// printed after the last stage, since an error precedes all output.
class DebugReport {
public:
  /// Makes a report of \p Kinds, DebugKinds.
  explicit DebugReport(unsigned Kinds) : Kinds(Kinds) {}

  /// Moves the text of all calls so far out.
  std::string take() { return std::exchange(Text, std::string()); }

  /// Histograms and arcs, as in the sum of the files.
  void showProfile(const Profile &Data);
  /// Symbols; with -l also those of lines.
  void showSymbols(const SymbolTable &Table);
  void showSymspecs(const SpecTables &Specs, const SymbolTable &Table);
  void showBlocks(const BlockCounts &Blocks, const SymbolTable &Table);
  /// The symbols at the ends of arcs, and sums. \p Graph is as built.
  void showArcs(const Profile &Data, const SymbolTable &Table,
                const CallGraph &Graph);
  /// The calls in the code.
  void showStaticCalls(llvm::ArrayRef<Transfer> Calls,
                       const SymbolTable &Table);
  /// The finished graph: order, cycles, times, and the lines of its entries.
  void showGraph(const CallGraph &Graph, const SymbolTable &Table);
  /// The lines of source files with symbols.
  void showSource(const SymbolTable &Table, const CallGraph &Graph,
                  const SpecTables &Specs);

private:
  bool shows(DebugKind Kind) const { return Kinds & Kind; }
  void showLookups(const Profile &Data, const SymbolTable &Table);
  void showTally(const Profile &Data, const SymbolTable &Table,
                 const CallGraph &Graph);
  void showCycles(const CallGraph &Graph, const SymbolTable &Table);
  void showTopologicalSort(const CallGraph &Graph, const SymbolTable &Table);
  void showPropagation(const CallGraph &Graph, const SymbolTable &Table);
  void showArcSort(const CallGraph &Graph, const SymbolTable &Table);

  unsigned Kinds;
  std::string Text;
  llvm::raw_string_ostream OS{Text};
};

} // namespace gmon

#endif // GMON_ANALYZER_DEBUGREPORT_H
