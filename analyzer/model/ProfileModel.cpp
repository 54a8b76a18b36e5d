//===-- ProfileModel.cpp - The whole profile, for any output --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the symbols that are functions of the model, and converts the stages'
// results from nodes and symbols to functions.
//
//===----------------------------------------------------------------------===//

#include "model/ProfileModel.h"
#include "code/StaticCalls.h"
#include "counts/Instrumented.h"
#include "graph/CallGraph.h"
#include "profile/GmonReader.h"
#include "stacks/RuntimeCode.h"
#include "support/Printable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/StringSaver.h"
#include <limits>

using namespace gmon;
using namespace llvm;

namespace gmon {

class ModelBuilder {
public:
  explicit ModelBuilder(const StageResults &Stages)
      : Stages(Stages), Graph(Stages.Entries), Table(Stages.Table),
        Saver(*Model.Storage) {}
  ProfileModel build();

private:
  StringRef nameOf(StringRef LinkName);
  void addRun();
  void addFunctions();
  void locateFunctions();
  void addArcs();
  void addCycles();
  void addEntries();
  void addFlat();
  void addBounds();
  void addUncounted();
  ModelRow makeRow(const FlatRow &Row, FunctionIndex Function);

  const StageResults &Stages;
  const CallGraph &Graph;
  const SymbolTable &Table;
  ProfileModel Model;
  StringSaver Saver;
  DenseMap<StringRef, StringRef> Names;  ///< names that were made, by linkage
                                         ///< name
  std::vector<FunctionIndex> FunctionOf; ///< by node, or NoIndex
};

} // namespace gmon

StringRef ModelBuilder::nameOf(StringRef LinkName) {
  auto [It, IsNew] = Names.try_emplace(LinkName);
  if (IsNew)
    It->second = Saver.save(Stages.Names.demangled(LinkName));
  return It->second;
}

void ModelBuilder::addRun() {
  ModelRun &Run = Model.Run;
  Run.Program = Stages.Program.path();
  Run.File = &Stages.Program;
  Run.BuildId = toHex(Stages.Program.buildId(), /*LowerCase=*/true);
  Run.Triple = Stages.Program.triple().str();
  Run.Mappings = Stages.Program.codeMappings();
  Run.Files = &Stages.Files;
  Run.NumRuns = std::max<uint64_t>(
      {Stages.Data.RunNotes.NumRuns, Stages.Files.numRuns(), 1});
  Run.HasTimes = Stages.Data.HasHistograms;
  Run.HasArcs = Stages.Data.HasArcs;
  Run.IsByLine = Stages.Settings.Lines;
  Run.Cost = Stages.Data.cost();
  Run.Granularity =
      Stages.Data.IsOfInstructions ? 1 : 2 * uint64_t(Stages.Data.Scale);
  Run.SamplesAtOnce = Stages.Times.AtOnce;
  Run.ExcludedSamples = Stages.Times.Excluded;
  Run.GraphTotal = Graph.PrintTime;
  Run.RunNotes = Stages.Data.RunNotes;
  Run.HookCalls = Stages.Hooks.NumCalls;
  Run.HookTime = Stages.Hooks.Total;
  Model.StackCost = Run.Cost;
  Model.StackSamplesAtOnce = Run.SamplesAtOnce;
  StackModuleRow &Program = Model.Modules.emplace_back();
  Program.Path = Run.Program.str();
  Program.Name = baseName(Run.Program).str();
  Program.IsProgram = Program.HasProfile = true;
  Program.BuildId = Run.BuildId;
  Program.File = Run.File;
}

void ModelBuilder::addFunctions() {
  FunctionOf.assign(Graph.Nodes.size(), NoIndex);
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N) {
    const Node &Entry = Graph.Nodes[N];
    bool IsUsed = Entry.Calls || Entry.SelfCalls || Entry.Time != 0 ||
                  !Graph.Children.of(N).empty() || !Graph.Parents.of(N).empty();
    if (Entry.IsCarried || !(IsUsed || Stages.Settings.ShowUnused))
      continue;
    FunctionOf[N] = Model.Functions.size();
    const Symbol &Sym = Table[N];
    if (Sym.Name == GMON_OUTSIDE_SYMBOL)
      Model.Marker = FunctionOf[N];
    ModelFunction &Function = Model.Functions.emplace_back();
    Function.Module = 0;
    Function.Name = nameOf(Sym.Name);
    Function.LinkName = Sym.Name;
    Function.OtherNames = Table.otherNames(Sym.Address);
    Function.Path = Sym.Path;
    Function.Line = Sym.Path.empty() ? 0 : Sym.Line;
    Function.Definition = Table.unitFunctionOf(Sym.OfUnit);
    Function.Address = Sym.Address;
    Function.End = Sym.End;
    Function.OtherCalls = Entry.Calls;
    Function.SelfCalls = Entry.SelfCalls;
    if (const uint64_t Calls = Function.graphCalls())
      Function.Calls = Calls;
    Function.Self = Entry.Time;
    Function.Children = Entry.ChildTime;
    Function.Cycle = Entry.Cycle;
    Function.Entry = Entry.Index;
    Function.Callers = parentsInOrder(Graph, N);
    Function.Callees = childrenInOrder(Graph, N);
  }

  Model.NumInGraph = Model.Functions.size();
  for (FunctionIndex F = 0; F < Model.NumInGraph; ++F)
    Model.ByName.push_back(F);
  llvm::stable_sort(Model.ByName, [&](FunctionIndex A, FunctionIndex B) {
    return Model.Functions[A].LinkName < Model.Functions[B].LinkName;
  });
}

void ModelBuilder::addArcs() {
  Model.Arcs.reserve(Graph.Arcs.size());
  for (const Arc &Call : Graph.Arcs) {
    const Node &Called = Graph.Nodes[Graph.Nodes[Call.Child].Head];
    Model.Arcs.push_back({FunctionOf[Call.Parent], FunctionOf[Call.Child],
                          Call.Count, Called.Calls, Call.Time, Call.ChildTime,
                          Graph.isInternal(Call)});
  }
}

void ModelBuilder::addCycles() {
  for (NodeIndex N = Graph.NumSymbols; N < Graph.Nodes.size(); ++N) {
    const Node &Entry = Graph.Nodes[N];
    ModelCycle &Cycle = Model.Cycles.emplace_back();
    Cycle.Number = Entry.Cycle;
    Cycle.Entry = Entry.Index;
    Cycle.Calls = Entry.Calls;
    Cycle.InternalCalls = Entry.SelfCalls;
    Cycle.Self = Entry.Time;
    Cycle.Children = Entry.ChildTime;
    for (NodeIndex Member : Graph.membersOf(N))
      Cycle.Members.push_back(FunctionOf[Member]);
  }
}

void ModelBuilder::addEntries() {
  for (NodeIndex N : shownEntries(Graph, Stages.Settings.ShowUnused))
    if (Graph.isCycle(N))
      Model.Entries.push_back({uint32_t(N - Graph.NumSymbols), true});
    else
      Model.Entries.push_back({FunctionOf[N], false});
}

ModelRow ModelBuilder::makeRow(const FlatRow &Row, FunctionIndex Function) {
  const Symbol &Sym = Table[Row.Symbol];
  ModelRow Result;
  Result.Function = Function;
  Result.Name = nameOf(Sym.Name);
  Result.LinkName = Sym.Name;
  Result.Path = Sym.Path;
  Result.Line = Sym.Path.empty() ? 0 : Sym.Line;
  Result.Definition = Table.unitFunctionOf(Sym.OfUnit);
  Result.Address = Sym.Address;
  for (InlinedCall I = Sym.Inlined; I != NotInlined;) {
    const InlinedCallSite &Call = Table.inlinedCallSites()[I];
    Result.InlinedInto.push_back({nameOf(Call.Function), Call.Function,
                                  Table.unitFunctionOf(Call.OfUnit), Call.Path,
                                  Call.Path.empty() ? 0 : Call.Line});
    I = Call.Outer;
  }
  Result.Percent = Row.Percent;
  Result.Cumulative = Row.Cumulative;
  Result.Self = Row.Time;
  Result.Total = Row.TimeWithChildren;
  Result.Calls = Row.Calls;
  return Result;
}

void ModelBuilder::addFlat() {
  FlatProfile Flat = makeFlatProfile(
      Stages.Lines, Stages.Times, Table, Stages.Specs, Stages.Data.Rate,
      Stages.Settings.ShowUnused, /*FixedUnit=*/false);
  Model.Run.Total = Flat.Total;
  std::vector<SymbolIndex> Owners = ownersOf(Table);
  for (const FlatRow &Row : Flat.Rows)
    if (FunctionIndex F = FunctionOf[Owners[Row.Symbol]]; F != NoIndex)
      Model.Flat.push_back(makeRow(Row, F));
}

/// Adds the bounds of costs that are not exact.
void ModelBuilder::addBounds() {
  Model.Run.IsExact = Model.Run.Cost.IsCounted;
  if (!Stages.Costs)
    return;
  const std::vector<SymbolIndex> Owners = ownersOf(Table);
  // Parts of a function may be exact.
  std::vector<ModelBounds> All(Model.Functions.size());
  BitVector IsEstimate(Model.Functions.size());
  for (const FunctionCost &Counted : Stages.Costs->Functions) {
    const SymbolIndex Found = Table.lookup(Counted.Code.Low);
    const FunctionIndex F =
        Found == NoSymbol ? NoIndex : FunctionOf[Owners[Found]];
    if (F == NoIndex)
      continue;
    ModelBounds &Sum = All[F];
    const CountRange &Cost = Counted.Cost;
    const bool IsKnown = Counted.What != FunctionCost::Contradicted;
    Sum.Low += IsKnown ? double(Cost.Low) : 0;
    Sum.High += IsKnown && Cost.High < NoBound
                    ? double(Cost.High)
                    : std::numeric_limits<double>::infinity();
    Sum.Digest += Counted.Digest;
    if (Counted.What != FunctionCost::Exact)
      IsEstimate.set(F);
  }
  for (unsigned F : IsEstimate.set_bits())
    Model.Functions[F].Bounds = All[F];
  Model.Run.IsExact &= IsEstimate.none();
}

/// Whether \p File has the note of rt/process/process.cpp.
static bool isLinkedWithRuntime(const Image &File) {
  return !File.section(".note.gmon").empty();
}

/// Whether functions of \p Hooked call functions that have no hook. \p Table
/// are the symbols of \p File, of which some are the runtime's.
static bool callsOthers(const Image &File, const SymbolTable &Table,
                        const Instrumented &Hooked,
                        const BitVector &IsRuntime) {
  const std::vector<SymbolIndex> Functions = functionsOf(Table);
  bool Result = false;
  forEachDirectTransfer(File, [&](const Transfer &Call) {
    if (Result || Hooked.find(Call.Target))
      return;
    const SymbolIndex Callee = Table.lookup(Call.Target);
    if (Callee == NoSymbol || Table[Callee].Address != Call.Target ||
        Table[Callee].IsLine || Table[Callee].IsPart || IsRuntime[Callee])
      return;
    const SymbolIndex Caller = Table.lookup(Call.From);
    Result = Caller != NoSymbol && Functions[Caller] != NoSymbol &&
             Hooked.find(Table[Functions[Caller]].Address);
  });
  return Result;
}

/// Finds out which calls of the program cannot have been counted. Another
/// compiler's hooks are not described: of a program without descriptions, that
/// is known only if there are no calls.
void ModelBuilder::addUncounted() {
  const Instrumented Hooked = Instrumented::read(Stages.Program);
  UncountedCalls &Result = Model.Run.Uncounted;
  if (Hooked.empty()) {
    Result.AreAll = Model.Arcs.empty() && isLinkedWithRuntime(Stages.Program);
    return;
  }
  const BitVector IsRuntime = findRuntimeCode(Table);
  Result.AreOutgoing = !Hooked.countsOutgoing() &&
                       callsOthers(Stages.Program, Table, Hooked, IsRuntime);
  for (ModelFunction &Function : Model.Functions) {
    const InstrumentedFunction *Found = Hooked.find(Function.Address);
    Function.HasCounter = Found && Found->HasCalls;
    const SymbolIndex Index = Table.lookup(Function.Address);
    Function.IsRuntime = Index != NoSymbol && IsRuntime[Index];
  }
}

/// Source counters know where functions are, also without debug information.
void ModelBuilder::locateFunctions() {
  DenseMap<StringRef, std::pair<StringRef, uint32_t>> Places;
  for (const CountedFile &File : Model.Lines)
    for (const CountedFunction &Function : File.Functions)
      Places.try_emplace(Function.LinkName, File.Path, Function.Line);
  for (ModelFunction &Function : Model.Functions)
    if (Function.Path.empty())
      std::tie(Function.Path, Function.Line) = Places.lookup(Function.LinkName);
}

ProfileModel ModelBuilder::build() {
  addRun();
  addFunctions();
  addArcs();
  addCycles();
  addEntries();
  addFlat();
  addBounds();
  addUncounted();
  if (Stages.Settings.HasExecutions)
    Model.Executions =
        makeExecCounts(Stages.Lines, Stages.Blocks, Stages.Source, Table,
                       Stages.Specs, Stages.Settings.ShowUnused);
  if (Stages.Settings.Lines)
    Model.Lines = countLines(Table, Stages.Lines, Stages.Blocks, Stages.Source,
                             Stages.Specs);
  locateFunctions();
  Model.Origins = &Stages.Origins;
  Model.Costs = Stages.Costs;
  return std::move(Model);
}

ProfileModel gmon::makeModel(const StageResults &Stages) {
  return ModelBuilder(Stages).build();
}

std::string ModelRow::nameOfLine() const {
  if (Path.empty())
    return Name.str();
  return (Name + " (" + baseName(Path) + ":" + Twine(Line) + ")").str();
}
