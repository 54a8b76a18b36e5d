//===-- ProfileModel.h - The whole profile, for any output ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of all stages in one place, by function: formats and commands
// need neither symbols nor nodes. In: the results of all stages. Out: facts of
// the run, functions with their times, calls and arcs, cycles, the rows of the
// flat profile, counts of lines; and, if sidecar files belong to the data
// files, the functions of all modules, the stacks of samples and the exact
// calls that the modules' profiles counted. Nothing is computed anew here.
//
// With -l the rows are lines. Functions and arcs are still those of whole
// functions, as with --line-arcs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILEMODEL_H
#define GMON_ANALYZER_PROFILEMODEL_H

#include "costs/CodeCosts.h"
#include "graph/CallGraph.h"
#include "model/StackRows.h"
#include "profile/Profile.h"
#include "program/Image.h"
#include "program/SourceFiles.h"
#include "views/FlatProfile.h"
#include "views/LineCounts.h"
#include "views/NamePrinter.h"

namespace gmon {

class AssemblySource;
class ProfileCounter;
class ReadFiles;
struct HotCode;

/// What is known of a cost that is not exact. In samples.
struct ModelBounds {
  double Low = 0;
  double High = 0;     ///< infinity if there is no bound
  uint64_t Digest = 0; ///< of what determines the bounds
};

/// A function of the process, or what stands for one.
struct ModelFunction {
  enum Kind : uint8_t {
    Function,
    ModuleCode, ///< code of a module without a symbol: "[libm.so.6]"
    OtherCode,  ///< code in no module, such as a JIT compiler's
    Profiler,   ///< the runtime
    Unknown,    ///< unknown callers or an unknown stack
  };
  Kind What = Function;
  uint32_t Module = NoIndex;
  llvm::StringRef Name;     ///< as the options demand, without additions
  llvm::StringRef LinkName; ///< linkage name; empty if it is no function
  std::vector<llvm::StringRef> OtherNames; ///< other linkage names
  llvm::StringRef Path; ///< source file, full path; empty if unknown
  uint32_t Line = 0;    ///< where it begins; 0 if unknown
  uint64_t Address = 0; ///< its start; 0 if it only occurs inlined
  /// Exact number of calls, recursive ones included; none if its calls are not
  /// counted.
  std::optional<uint64_t> Calls;
  /// It has no hook. Calls are those that instrumented code makes by its name.
  bool IsCountedByCallers = false;
  /// Calls are a lower bound: code that was compiled without the profiler calls
  /// it, too, or may.
  bool HasMoreCalls = false;
  /// Only inlined copies of it ran: Calls are their executions, not calls that
  /// were made. Sums of calls do not have them.
  bool HasInlinedCalls = false;

  // Of the functions of the graph. Times are in samples.

  /// Whether a hook or its callers may have counted its calls.
  bool HasCounter = true;
  bool IsRuntime = false; ///< it is the profiler's
  /// What DWARF says of it; null unless inlined calls were read.
  const UnitFunction *Definition = nullptr;
  uint64_t End = 0;                  ///< its last address
  uint64_t OtherCalls = 0;           ///< in the graph, without SelfCalls
  uint64_t SelfCalls = 0;            ///< recursive calls
  double Self = 0;                   ///< its own time
  std::optional<ModelBounds> Bounds; ///< of Self, if --cost estimates it
  double Children = 0; ///< time of its callees, as far as it is attributed
                       ///< to it
  uint32_t Cycle = 0;  ///< number of its cycle, from 1; 0 if in none
  uint32_t Entry = 0;  ///< number of its entry, from 1; 0 without call graph
  /// Indices of arcs, in the order of its entry.
  std::vector<ArcIndex> Callers;
  std::vector<ArcIndex> Callees;

  /// All its calls in the graph.
  uint64_t graphCalls() const { return OtherCalls + SelfCalls; }
  /// The same, or the executions of its copies if only these ran.
  uint64_t executions() const {
    return HasInlinedCalls ? *Calls : graphCalls();
  }
};

/// All calls of one function by another. Times are in samples.
struct ModelArc {
  FunctionIndex Caller = 0;
  FunctionIndex Callee = 0;
  uint64_t Calls = 0;
  /// Calls of the callee, or of its cycle, from all callers: Calls is a share
  /// of them.
  uint64_t AllCalls = 0;
  double Self = 0;         ///< the caller's part of the callee's own time
  double Children = 0;     ///< the caller's part of the callee's Children
  bool IsInternal = false; ///< within a function or a cycle: no time
};

/// A cycle as a whole. Times are in samples.
struct ModelCycle {
  uint32_t Number = 0; ///< from 1, in order of entries
  uint32_t Entry = 0;
  uint64_t Calls = 0;         ///< from outside
  uint64_t InternalCalls = 0; ///< between its members
  double Self = 0;
  double Children = 0;
  std::vector<FunctionIndex> Members; ///< in the order of its entry
};

/// An entry of the call graph: a function, or a cycle by its index in the list.
struct ModelEntry {
  uint32_t Index = 0;
  bool IsCycle = false;
};

/// The place into which code is inlined.
struct ModelFrame {
  llvm::StringRef Name; ///< of the function into which it is
  llvm::StringRef LinkName;
  const UnitFunction *Definition = nullptr; ///< as in a function
  llvm::StringRef Path;
  uint32_t Line = 0;
};

/// A row of the flat profile: a function or, with -l, a line. Times are in
/// samples.
struct ModelRow {
  FunctionIndex Function = 0; ///< the function, or that of the line
  /// Name of the function; of a line, that of the innermost function, which may
  /// be an inlined one.
  llvm::StringRef Name;
  llvm::StringRef LinkName;
  llvm::StringRef Path;
  uint32_t Line = 0;
  const UnitFunction *Definition = nullptr; ///< that of Name, as in a function
  uint64_t Address = 0;
  /// With --inlines, the inlined calls whose code the line is, inner ones
  /// first.
  std::vector<ModelFrame> InlinedInto;
  double Percent = 0;
  double Cumulative = 0;
  double Self = 0;
  double Total = 0; ///< with its callees
  uint64_t Calls = 0;

  /// Returns Name and the line: "f (file.c:3)", if the file is known.
  std::string nameOfLine() const;
};

/// Which calls by the program nobody counted, as far as it is known.
struct UncountedCalls {
  bool AreAll = false;      ///< no code has counters
  bool AreOutgoing = false; ///< code calls functions without a hook
};

/// What some processes counted of a function.
struct FunctionCount {
  FunctionIndex Function = 0;
  double Self = 0; ///< in samples
  uint64_t Calls = 0;
};

/// What the processes of a set with one rank and one label counted.
struct ModelGroup {
  std::optional<uint32_t> Rank;
  std::string Label;
  double Program = 0; ///< samples of the program
  double Others = 0;  ///< samples of other modules
  uint64_t Calls = 0;
  std::vector<FunctionCount> Functions; ///< with time or calls
};

struct ModelRun {
  llvm::StringRef Program;     ///< its path
  const Image *File = nullptr; ///< the program
  std::string BuildId;         ///< hexadecimal; or empty
  std::string Triple;          ///< the program's target
  std::vector<CodeMapping> Mappings;
  const ReadFiles *Files = nullptr;
  bool HasTimes = false; ///< whether there were histograms
  bool HasArcs = false;
  bool IsByLine = false;    ///< whether the rows are lines
  bool IsOptimized = false; ///< line counts are those of optimized blocks
  CostKind Cost;            ///< what samples count
  bool IsExact = false;     ///< counted, and no function has bounds
  uint64_t Granularity = 0; ///< bytes of code that a bin covers
  double Total = 0;         ///< all samples of the program, including those in
                            ///< no function
  double ExcludedSamples = 0; ///< of the profiler
  double GraphTotal = 0;      ///< the base of percentages in entries
  double SamplesAtOnce = 1;   ///< mean number of samples of an interrupt
  Notes RunNotes;
  UncountedCalls Uncounted;
  uint64_t HookCalls = 0;
  double HookTime = 0; ///< an estimate, in samples

  /// The number of runs in the sum of the files, at least 1. The runtime counts
  /// runs; each file of another runtime is one run.
  uint64_t NumRuns = 1;
};

struct ProfileModel {
  ModelRun Run;
  /// The functions of the graph, in order of address, and behind them those
  /// that only stacks and the counts beside them have.
  std::vector<ModelFunction> Functions;
  /// The number of the functions of the graph: those of the program that are
  /// called, sampled or, with -z, all.
  size_t NumInGraph = 0;
  /// The runtime's mark in the graph for unknown callers, or NoIndex. Stacks
  /// have no such function.
  FunctionIndex Marker = NoIndex;
  std::vector<ModelArc> Arcs; ///< in order of first appearance
  std::vector<ModelCycle> Cycles;
  std::vector<ModelEntry> Entries; ///< those that are shown, in their order
  std::vector<FunctionIndex> ByName;
  std::vector<ModelRow> Flat;     ///< in the order of the flat profile
  ExecCounts Executions;          ///< the contents of -C
  std::vector<CountedFile> Lines; ///< with -l, by path
  /// The same of libraries with profiles; a path more than once.
  llvm::ArrayRef<CountedFile> LibraryLines;
  /// The groups of the processes of a set; none unless they were asked for, and
  /// there are several.
  std::vector<ModelGroup> Groups;
  /// The files that debug information names.
  const SourceOrigins *Origins = nullptr;
  /// With --cost: what the costs consist of; else null.
  const CostReport *Costs = nullptr;
  /// The code of functions, on demand; null unless it was asked for.
  AssemblySource *Assembly = nullptr;
  /// The counts of single profiles; null unless they were asked for.
  const ProfileCounter *Single = nullptr;
  /// The code of the hottest functions; null unless the output shows it.
  const HotCode *Code = nullptr;

  /// Whether sidecar files belong to the data files. Without them, the only
  /// module is the program, and there are no nodes and threads.
  bool HasStacks = false;
  CostKind StackCost; ///< what samples of stacks count
  bool IsElapsed = false;
  uint64_t Runs = 1;
  uint64_t UserTime = 0, SystemTime = 0, ElapsedTime = 0; ///< nanoseconds
  /// CPU time without samples: while there was no profiling, which is not in
  /// the times above, and while profiles were written, which is.
  uint64_t UnprofiledTime = 0, WritingTime = 0;
  uint64_t Folded = 0, Lost = 0; ///< samples; see StackProfile
  double StackSamplesAtOnce = 1; ///< how many count as an independent one
  std::vector<StackModuleRow> Modules;
  std::vector<StackNode> Nodes; ///< parents before children
  std::vector<StackThreadRow> Threads;
  std::vector<StackSampleRow> Samples;
  /// Whether calls of functions without hooks were counted.
  bool CountsOutgoing = false;
  /// Each pair once or, if the caller is also inlined, twice; sorted by it.
  std::vector<StackCalls> Calls;
  /// The same calls by call site, each site once.
  std::vector<StackSiteCalls> SiteCalls;
  std::vector<StackCallDoubt> Doubts; ///< of SiteCalls
  StackRanks Ranks;
  MpiCalls Mpi;
  /// Stores names that no earlier stage has.
  std::unique_ptr<llvm::BumpPtrAllocator> Storage =
      std::make_unique<llvm::BumpPtrAllocator>();

  /// Returns the functions of the graph.
  llvm::ArrayRef<ModelFunction> graphFunctions() const {
    return llvm::ArrayRef(Functions).take_front(NumInGraph);
  }
  bool isInGraph(FunctionIndex F) const { return F < NumInGraph; }

  /// Whether \p F is in the program, not in a library.
  bool isOfProgram(FunctionIndex F) const {
    const uint32_t Module = Functions[F].Module;
    return Module != NoIndex && Modules[Module].IsProgram;
  }
  /// Returns \p N or, if that is inlined, the node into which it is.
  StackNodeIndex outOfLine(StackNodeIndex N) const {
    while (Nodes[N].IsInlined && Nodes[N].Parent != NoIndex)
      N = Nodes[N].Parent;
    return N;
  }
  /// Returns the node that calls \p N, which has a parent: that of a call is
  /// out of line, that of inlined code may be inlined.
  StackNodeIndex callerOf(StackNodeIndex N) const {
    const StackNodeIndex Parent = Nodes[N].Parent;
    return Nodes[N].IsInlined ? Parent : outOfLine(Parent);
  }

  /// Whether stacks measure the times. If not, these are the call graph's,
  /// which estimates the times of calls. A run may be too short for samples;
  /// its calls are in the rest of the model. Costs are not those of samples.
  bool isMeasured() const { return !Samples.empty() && !Costs; }

  /// Returns the samples of the whole process, as the data files have them.
  double processSamples() const {
    return Run.Total + Run.ExcludedSamples + Run.RunNotes.OtherSamples;
  }

  /// Whether there are times: with sampler=off there are none.
  bool hasTimes() const {
    return isMeasured() || (Run.HasTimes && processSamples() > 0);
  }

  /// Whether the stacks have all that is known: those of a run without samples
  /// have the calls of the whole process.
  bool isOfStacks() const {
    return !Costs &&
           (!Samples.empty() || (!Calls.empty() && processSamples() == 0));
  }

  /// Returns the functions that views show: those of the process, or of the
  /// graph.
  llvm::ArrayRef<ModelFunction> shownFunctions() const {
    return isOfStacks() ? llvm::ArrayRef(Functions) : graphFunctions();
  }

  /// Returns the number of all samples of stacks.
  double numSamples() const {
    double Sum = 0;
    for (const StackSampleRow &Row : Samples)
      Sum += double(Row.Count);
    return Sum;
  }

  /// Returns the samples that are 100%: those of the process if the stacks have
  /// them, else those of the module.
  double allSamples() const { return isMeasured() ? numSamples() : Run.Total; }

  /// Returns what the samples count that views show.
  const CostKind &shownCost() const {
    return isOfStacks() ? StackCost : Run.Cost;
  }
  /// Returns how many of them count as an independent one.
  double shownAtOnce() const {
    return isOfStacks() ? StackSamplesAtOnce : Run.SamplesAtOnce;
  }

  /// Returns \p Samples of the program in units of the cost, such as seconds.
  double cost(double Samples) const { return Run.Cost.of(Samples); }
  /// Returns the same of \p Samples of stacks.
  double stackCost(double Samples) const { return StackCost.of(Samples); }

  /// Returns the standard error of \p Samples of the program, in samples.
  double errorOf(double Samples) const {
    return Run.Cost.IsCounted ? 0 : samplingError(Samples, Run.SamplesAtOnce);
  }
  /// Returns the same of \p Samples of stacks.
  double stackError(double Samples) const {
    return StackCost.IsCounted ? 0 : samplingError(Samples, StackSamplesAtOnce);
  }

  /// Returns \p Part in percent of \p Whole; 0 if \p Whole is 0.
  static double percent(double Part, double Whole) {
    return Whole > 0 ? 100 * Part / Whole : 0;
  }
};

/// The contents of a model.
struct ModelSettings {
  bool Lines = false;         ///< rows and counts of lines
  bool ShowUnused = false;    ///< functions without calls and time
  bool HasExecutions = false; ///< how often functions or lines were executed
};

/// The results of the stages, from which text reports and models are made. A
/// model refers to the symbols.
struct StageResults {
  ModelSettings Settings;
  const Image &Program;
  const Profile &Data;
  const SymbolTable &Table;
  const SpecTables &Specs;
  const Samples &Times;
  const CallGraph &Lines; ///< with -l, that of lines
  /// Lines, or the graph of whole functions: the base of the call graph's
  /// entries, orders for linkers and a model's functions. Everything else uses
  /// Lines.
  const CallGraph &Entries;
  const BlockCounts &Blocks;
  const SourceCounts &Source;
  const SourceOrigins &Origins;
  const HookTime &Hooks;
  NamePrinter &Names;
  const ReadFiles &Files;
  const CostReport *Costs; ///< null without --cost
};

/// Makes the model of the program alone.
ProfileModel makeModel(const StageResults &Stages);

} // namespace gmon

#endif // GMON_ANALYZER_PROFILEMODEL_H
