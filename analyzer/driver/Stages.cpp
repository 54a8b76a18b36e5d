//===-- Stages.cpp - From the profile to the finished call graph ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the functions of the stages' folders, in order.
//
//===----------------------------------------------------------------------===//

#include "driver/Stages.h"
#include "code/CodeInstruction.h"
#include "driver/Sidecars.h"
#include "files/OutputFile.h"
#include "graph/CallGraph.h"
#include "graph/CycleBreaker.h"
#include "graph/Cycles.h"
#include "profile/GmonWriter.h"

using namespace gmon;
using namespace llvm;

/// Finds the counts of code, and of which lines it is.
static void addCodeCounts(const CountSettings &Settings, const Image &Program,
                          const Profile &Data, const ProgramCode &Code,
                          Warnings &Warn, BlockCounts &Blocks) {
  if (!Settings.LineCounts || !Data.HasBlocks || Code.Replaced.External)
    return;
  std::optional<DebugInfo> Inlined;
  if (!Settings.UsesGnuRules && !Code.Info.hasInlinedCalls())
    Inlined = DebugInfo::read(Program, DebugInfo::LinesAndInlinedCalls, Warn);
  const DebugInfo &Info = Inlined ? *Inlined : Code.Info;
  Blocks.Code = CodeCounts(Program, Data, Code.Table, Info, Warn);
  Blocks.Copies = LineCopies(Blocks.Code, Code.Table, Info);
}

bool gmon::warnOfDebugFile(const Image &Program, Warnings &Warn) {
  const StringRef Link = Program.debugLink();
  if (Link.empty() || !Program.section(".debug_info").empty())
    return false;
  Warn.addOnce("the debug information of '" + Program.path().str() +
                   "' is in another file; name that in its place",
               "'" + Link + "'");
  return true;
}

Counts gmon::accountCounts(const CountSettings &Settings, const Image &Program,
                           const Profile &Data, const ProgramCode &Code,
                           Warnings &Warn, DebugReport &Debug) {
  const SymbolTable &Table = Code.Table;
  SourceCounts Source;
  if (Settings.Source)
    Source = SourceCounts::read(Program, Data, Table, Warn);
  if (Settings.WantsLines && Source.lines().empty() &&
      !Code.Replaced.External && Table.files().empty() &&
      !warnOfDebugFile(Program, Warn))
    Warn.add("no debug information in '" + Program.path().str() +
             "'; was it compiled with -g?");
  SpecTables Specs(Settings.Specs, Table, Warn, Settings.UsesGnuRules, Source);
  Debug.showSymspecs(Specs, Table);
  BlockCounts Blocks;
  if (Settings.Blocks)
    Blocks = BlockCounts(Data, Table);
  else if (Data.HasBlocks && !Data.HasHistograms && !Data.HasArcs &&
           Settings.WarnOfBlocks)
    Warn.add("there are only basic-block counts, which -l prints");
  // Source counters count each line.
  if (Source.lines().empty())
    addCodeCounts(Settings, Program, Data, Code, Warn, Blocks);
  Debug.showBlocks(Blocks, Table);
  Samples Times = accountSamples(Data, Table, Specs);
  return {std::move(Source), std::move(Specs), std::move(Blocks),
          std::move(Times)};
}

/// Writes \p Arcs and \p Blocks, and the rest of \p Data, to gmon.sum, and \p
/// Stacks beside it.
static Error writeSum(FileFormat Format, const Image &Program,
                      const Profile &Data, ArrayRef<RawArc> Arcs,
                      ArrayRef<BlockCount> Blocks,
                      std::optional<StackProfile> Stacks) {
  GmonLayout Layout{Program.isLittleEndian(), Program.addressSize()};
  if (Error E = checkFits(Data, Layout, Format))
    return E;
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  writeGmon(OS, Data, Arcs, Blocks, Layout, Format);
  SumFiles Sum;
  if (Error E = Sum.add(SumFile, std::move(Bytes), std::move(Stacks)))
    return E;
  return Sum.write();
}

/// Writes the sum of the profiles like GNU gprof: by symbol.
static Error writeGnuSum(FileFormat Format, const Image &Program,
                         const Profile &Data, const SymbolTable &Table,
                         const CallGraph &Graph, const BlockCounts &Blocks) {
  std::vector<RawArc> Arcs;
  Arcs.reserve(Graph.Arcs.size());
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N)
    for (ArcIndex A : reverse(Graph.Children.of(N))) {
      const Arc &Call = Graph.Arcs[A];
      Arcs.push_back(
          {Table[Call.Parent].Address, Table[Call.Child].Address, Call.Count});
    }
  std::vector<BlockCount> All = Blocks.all().vec();
  append_range(All, sourceCounters(Data));
  return writeSum(Format, Program, Data, Arcs, All, std::nullopt);
}

/// Writes the sum of the profiles and of their stacks like `merge`.
static Error writeOwnSum(FileFormat Format, const Image &Program,
                         const InputFiles &Input, Warnings &Warn) {
  const Profile &Data = Input.Data;
  // The sum may be one of the files.
  Sidecars Files;
  for (const std::string &File : Input.Files.names())
    Files.add(File);
  std::optional<StackProfile> Stacks = Files.take(Warn);
  std::vector<RawArc> Arcs = Data.Arcs;
  std::vector<BlockCount> Blocks = Data.Blocks;
  sortByAddress(Arcs, Blocks);
  if (Stacks)
    Files.warnOfLibraries(Warn);
  return writeSum(Format, Program, Data, Arcs, Blocks, std::move(Stacks));
}

Error gmon::writeSum(const Settings &Set, const Image &Program,
                     const InputFiles &Input, const SymbolTable &Table,
                     const CallGraph &Calls, const BlockCounts &Blocks,
                     Warnings &Warn) {
  switch (Set.Sum) {
  case SumToWrite::None:
    return Error::success();
  case SumToWrite::Own:
    return writeOwnSum(Set.SumFormat, Program, Input, Warn);
  case SumToWrite::Gnu:
    return writeGnuSum(Set.SumFormat, Program, Input.Data, Table, Calls,
                       Blocks);
  }
  llvm_unreachable("a sum of no kind");
}

/// Computes the times of \p Graph, whose arcs are complete.
static void addTimes(CallGraph &Graph, const SymbolTable &Table,
                     const SpecTables &Specs) {
  findCycles(Graph);
  propagateTimes(Graph, Table, Specs);
}

CallGraphs gmon::finishGraphs(const GraphSettings &Settings, CallGraph Calls,
                              const ProgramCode &Code, const SpecTables &Specs,
                              DebugReport &Debug) {
  const SymbolTable &Table = Code.Table;
  CallGraphs Result{std::move(Calls), std::nullopt};
  if (Settings.StaticCalls) {
    std::vector<Transfer> Static = Code.Static.findCalls(Table);
    Debug.showStaticCalls(Static, Table);
    addStaticCalls(Result.Calls, Static, Table, Specs);
  }
  if (Settings.FunctionsOfLines)
    Result.Functions = carryToFunctions(Result.Calls, Table);
  CallGraph &Entries = Result.Functions ? *Result.Functions : Result.Calls;
  if (Settings.MaxBrokenArcs)
    breakCycles(Entries, Table, Settings.MaxBrokenArcs);
  addTimes(Result.Calls, Table, Specs);
  if (Result.Functions)
    addTimes(*Result.Functions, Table, Specs);
  orderEntries(Entries, Table);
  Debug.showGraph(Entries, Table);
  return Result;
}
