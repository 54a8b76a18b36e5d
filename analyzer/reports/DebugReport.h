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
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <utility>

namespace gmon {

struct Transfer;

/// The stages whose work -d shows, with GNU gprof's numbers.
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

/// Each function is called after a stage and notes what the options ask for.
/// The text is printed after the last stage, since an error comes before any
/// output.
class DebugReport {
public:
  /// A report of \p Kinds, DebugKinds.
  explicit DebugReport(unsigned Kinds) : Kinds(Kinds) {}

  /// Takes the text of all calls so far.
  std::string take() { return std::exchange(Text, std::string()); }

  /// Histograms and arcs, as the files' sum has them.
  void showProfile(const Profile &Data);
  /// Symbols, and with -l those of lines.
  void showSymbols(const SymbolTable &Table);
  /// The symbols in each table of symspecs.
  void showSymspecs(const SpecTables &Specs, const SymbolTable &Table);
  /// The blocks of each symbol.
  void showBlocks(const BlockCounts &Blocks, const SymbolTable &Table);
  /// Where the ends of arcs were found, and what was added up. \p Graph is as
  /// it was built.
  void showArcs(const Profile &Data, const SymbolTable &Table,
                const CallGraph &Graph);
  /// The calls that the code has.
  void showStaticCalls(llvm::ArrayRef<Transfer> Calls,
                       const SymbolTable &Table);
  /// The finished graph: order, cycles, times, and the lines of its entries.
  void showGraph(const CallGraph &Graph, const SymbolTable &Table);
  /// The lines of source files that have symbols.
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
