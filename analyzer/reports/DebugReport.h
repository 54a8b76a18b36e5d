//===-- DebugReport.h - Shows the work of the stages ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what -d asks for: what a stage made of its input, a line for each
// thing, with the stage's name in brackets in front. Stages print nothing
// themselves. In: their inputs and results. Out: text.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DEBUGREPORT_H
#define GMON_ANALYZER_DEBUGREPORT_H

#include "counts/BlockCounts.h"
#include "graph/CallGraph.h"
#include "options/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// Each function is called behind a stage, and prints nothing but what the
/// options ask for.
class DebugReport {
public:
  DebugReport(const Options &Opts, llvm::raw_ostream &OS)
      : Kinds(Opts.Debug), OS(OS) {}

  /// Histograms and arcs, as the files' sum has them.
  void showProfile(const Profile &Data) const;
  /// Symbols, and with -l those of lines.
  void showSymbols(const SymbolTable &Table) const;
  /// The symbols in each table of symspecs.
  void showSymspecs(const SpecTables &Specs, const SymbolTable &Table) const;
  /// The blocks of each symbol.
  void showBlocks(const BlockCounts &Blocks, const SymbolTable &Table) const;
  /// Where the ends of arcs were found, and what was added up. \p Graph is as
  /// it was built.
  void showArcs(const Profile &Data, const SymbolTable &Table,
                const CallGraph &Graph) const;
  /// The calls that the code has.
  void showStaticCalls(llvm::ArrayRef<Transfer> Calls,
                       const SymbolTable &Table) const;
  /// The finished graph: order, cycles, times, and the lines of its entries.
  void showGraph(const CallGraph &Graph, const SymbolTable &Table) const;
  /// The lines of source files that have symbols.
  void showSource(const SymbolTable &Table, const CallGraph &Graph,
                  const SpecTables &Specs) const;

private:
  bool shows(DebugKind Kind) const { return Kinds & Kind; }
  void showLookups(const Profile &Data, const SymbolTable &Table) const;
  void showTally(const Profile &Data, const SymbolTable &Table,
                 const CallGraph &Graph) const;
  void showCycles(const CallGraph &Graph, const SymbolTable &Table) const;
  void showTopologicalSort(const CallGraph &Graph,
                           const SymbolTable &Table) const;
  void showPropagation(const CallGraph &Graph, const SymbolTable &Table) const;
  void showArcSort(const CallGraph &Graph, const SymbolTable &Table) const;

  unsigned Kinds;
  llvm::raw_ostream &OS;
};

} // namespace gmon

#endif // GMON_ANALYZER_DEBUGREPORT_H
