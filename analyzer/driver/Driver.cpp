//===-- Driver.cpp - Runs the stages of the analyzer ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gmon files -> profile, program -> symbols, both -> samples, arcs, blocks ->
// cycles -> times -> reports.
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"
#include "assembly/HotCode.h"
#include "driver/Inputs.h"
#include "driver/ProfileCounter.h"
#include "driver/Sidecars.h"
#include "driver/StackStage.h"
#include "driver/Stages.h"
#include "driver/TextOutput.h"
#include "files/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gmon;
using namespace llvm;

/// Chooses the form of each name. \p Stacks may be null.
static NameForms chooseForms(const NameSettings &Settings,
                             const SymbolTable &Table, StackStage *Stacks) {
  if (!Settings.Short)
    return NameForms();
  std::vector<StringRef> Names;
  Names.reserve(Table.size());
  for (const Symbol &Sym : Table.symbols())
    Names.push_back(Sym.Name);
  for (const InlinedCallSite &Call : Table.inlinedCallSites())
    Names.push_back(Call.Function);
  if (Stacks)
    Stacks->addNames(Names);
  return NameForms(std::move(Names), Settings.Demangle);
}

/// Takes the results of the stages. The stacks are null if there are none.
using ResultFn = function_ref<Error(const Settings &, const StageResults &,
                                    const ProgramCode &, StackStage *,
                                    const std::optional<ProfileGroups> &)>;

/// Starts the stages of stacks; returns null if there are none.
static std::unique_ptr<StackStage>
startStacks(std::optional<MeasuredStacks> Stacks, const Settings &Set,
            const Image &Program, const ProgramCode &Code, const Profile &Data,
            StackUse Use, Warnings &Warn) {
  if (!Stacks)
    return nullptr;
  return std::make_unique<StackStage>(std::move(*Stacks), Program, Code,
                                      Set.Code.Depth, Set.DebugFolders,
                                      Data.Arcs, Use, Warn);
}

/// Returns the data files of \p Opts without what is in them.
static Expected<InputFiles> nameProfiles(const Options &Opts,
                                         const Image &Program, Warnings &Warn) {
  Expected<NameList> Names = chooseProfiles(Opts, Program, Warn);
  if (!Names)
    return Names.takeError();
  return InputFiles{Profile(), ReadFiles(std::move(*Names))};
}

/// Returns the groups of processes that an output with \p Needs tells apart:
/// several, or none. Costs are not counted by group.
static std::optional<ProfileGroups> chooseGroups(const Options &Opts,
                                                 const OutputNeeds &Needs,
                                                 const NameList &Files) {
  if (!Needs.Groups || Opts.Cost)
    return std::nullopt;
  ProfileGroups Result(Files, GroupKey::RankAndLabel);
  if (Result.size() < 2)
    return std::nullopt;
  return Result;
}

/// Counts the cost that \p Opts demand, if any, in place of samples.
static Expected<std::optional<CostReport>> countCosts(const Options &Opts,
                                                      const Image &Program,
                                                      Profile &Data,
                                                      Warnings &Warn) {
  if (!Opts.Cost)
    return std::nullopt;
  Expected<CostReport> Costs = countCosts(*Opts.Cost, Program, Data);
  if (!Costs)
    return Costs.takeError();
  const size_t NumExact = Costs->numOf(FunctionCost::Exact);
  const size_t Num = Costs->Functions.size();
  if (NumExact < Num)
    Warn.add(
        "costs of some functions are estimates",
        Twine(Num - NumExact) + " of " + Twine(Num) + ", " +
            formatv("{0:F2}", 100 * double(Costs->estimated()) /
                                  double(std::max<uint64_t>(Costs->Total, 1)))
                .str() +
            "% of the " + Opts.Cost->name());
  return std::move(*Costs);
}

/// Runs the stages, each with the results of the earlier ones, and passes the
/// results to \p Take. Prints the output of -d to \p OS.
static Error runStages(const Options &Opts, OutputNeeds Needs, raw_ostream &OS,
                       Warnings &Warn, ResultFn Take) {
  // Files.
  if (Error E = checkFiles(Opts))
    return E;
  Expected<Image> Program = Image::open(Opts.ImageFile);
  if (!Program)
    return Program.takeError();
  Expected<InputFiles> Input = Needs.Apart ? nameProfiles(Opts, *Program, Warn)
                                           : readProfiles(Opts, *Program, Warn);
  if (!Input)
    return Input.takeError();
  Profile &Data = Input->Data;
  const std::optional<ProfileGroups> Groups =
      chooseGroups(Opts, Needs, Input->Files.names());
  std::optional<CostReport> Costs;
  if (Error E = countCosts(Opts, *Program, Data, Warn).moveInto(Costs))
    return E;
  // Without stacks, sidecars say which functions made tail calls.
  const bool WantsCallers = Needs.Kind == OutputKind::Model
                                ? Needs.Stacks
                                : Costs || Needs.Kind == OutputKind::Format;
  // Stacks are of samples.
  Needs.Stacks &= !Costs || Needs.StacksBesideCosts;
  Warnings Ignored;
  std::optional<MeasuredStacks> Sidecar;
  if (Needs.Stacks || WantsCallers)
    Sidecar = readStacks(Input->Files.names(), Groups, *Program,
                         Needs.Stacks ? Warn : Ignored);
  std::map<uint64_t, std::string> LinkedNames;
  if (Costs && !Costs->Outside.empty())
    LinkedNames = calledNames(Sidecar, Input->Files.names(), *Program);
  Needs.Stacks &= Sidecar.has_value();
  Needs.Lines |= Needs.CountedLines && (Data.HasBlocks || !Needs.Stacks);
  Expected<Settings> Made = makeSettings(Opts, Needs, Data, Warn);
  if (!Made)
    return Made.takeError();
  const Settings &Set = *Made;
  Expected<std::vector<ThreadTable>> Threads =
      readThreads(Opts, Input->Files.names());
  if (!Threads)
    return Threads.takeError();
  DebugReport Debug(Set.Debug);
  Debug.showProfile(Data);

  // The program's code, and counts of its symbols.
  Expected<ProgramCode> Code = ProgramCode::read(Set.Code, *Program, Warn);
  if (!Code)
    return Code.takeError();
  const SymbolTable &Table = Code->Table;
  Debug.showSymbols(Table);
  Counts Counted =
      accountCounts(Set.Counts, *Program, Data, *Code, Warn, Debug);
  if (Set.Sum == SumToWrite::None && !Needs.Assembly)
    Data.dropHistograms();

  // Classic reports and sums have tail calls from the outer caller, as GNU
  // gprof's.
  std::unique_ptr<StackStage> Stacks =
      startStacks(std::move(Sidecar), Set, *Program, *Code, Data,
                  !Needs.Stacks      ? StackUse::Callers
                  : Needs.CallDoubts ? StackUse::ModelWithDoubts
                                     : StackUse::Model,
                  Needs.Stacks ? Warn : Ignored);
  if (Stacks && WantsCallers)
    Data.Arcs = Stacks->programCalls();
  // Stacks have inlined functions, if those are known.
  if (Needs.Stacks)
    warnOfDebugFile(*Program, Warn);
  else
    Stacks.reset();

  // The call graph. A sum has only the calls that were made.
  CallGraph Calls = buildGraph(Data, Table, Counted.Times, Counted.Specs);
  Debug.showArcs(Data, Table, Calls);
  const HookTime Hooks =
      accountHooks(Set.Graph, Data, Calls, Counted.Times, Warn);
  if (Error E =
          writeSum(Set, *Program, *Input, Table, Calls, Counted.Blocks, Warn))
    return E;
  if (!Stacks && !Needs.Assembly)
    Data.dropArcs();
  const CallGraphs Graphs = Set.HasArcs
                                ? finishGraphs(Set.Graph, std::move(Calls),
                                               *Code, Counted.Specs, Debug)
                                : CallGraphs{std::move(Calls), std::nullopt};
  Debug.showSource(Table, Graphs.Calls, Counted.Specs);

  // Names.
  const NameForms Forms = chooseForms(Set.Names, Table, Stacks.get());
  NamePrinter Names(Set.Names, Table, Forms);
  if (Costs)
    Costs->setNames(
        [&](uint64_t Address) {
          SymbolIndex Found = Table.lookup(Address);
          return Found == NoSymbol
                     ? "0x" + utohexstr(Address, /*LowerCase=*/true)
                     : Names.demangled(Table[Found].Name);
        },
        [&](StringRef Name) { return Names.demangled(Name); }, LinkedNames);
  OS << Debug.take();
  return Take(Set,
              {Set.Model, *Program, Data, Table, Counted.Specs, Counted.Times,
               Graphs.Calls, Graphs.entries(), Counted.Blocks, Counted.Source,
               Code->Info.origins(), Hooks, Names, Input->Files, *Threads,
               Costs ? &*Costs : nullptr},
              *Code, Stacks.get(), Groups);
}

/// Makes the whole model, whose functions and stacks refer to the results.
static ProfileModel makeWholeModel(const StageResults &From, StackStage *Stacks,
                                   Warnings &Warn) {
  ProfileModel Model = makeModel(From);
  if (Stacks)
    Model.Stacks = Stacks->makeModel(From, Model, Warn);
  return Model;
}

static AssemblySource makeAssemblySource(const StageResults &From,
                                         StackStage *Stacks, Warnings &Warn) {
  return AssemblySource(From.Program, From.Data, From.Names,
                        Stacks ? &Stacks->code() : nullptr, Warn);
}

/// Whether counts of lines are those of optimized code.
static bool hasOptimizedLines(const StageResults &From) {
  return From.Blocks.Code.areOptimized();
}

/// Writes the profile in \p Format to \p OutputFile or, if that is empty,
/// prints it.
static Error writeFormat(const OutputFormat &Format, StringRef OutputFile,
                         const FormatContext &Context) {
  if (OutputFile.empty())
    return Format.Write(Context);
  // Computes everything first, so that an error leaves the file unchanged.
  std::string Text;
  raw_string_ostream Page(Text);
  if (Error E =
          Format.Write({Context.Model, Context.Settings, Page, Context.Warn}))
    return E;
  return writeFile(OutputFile, [&](raw_ostream &OS) { OS << Text; });
}

Error gmon::analyze(const Options &Opts, raw_ostream &OS, Warnings &Warn) {
  Expected<const OutputFormat *> Format = chooseFormat(Opts.Output);
  if (!Format)
    return Format.takeError();
  const OutputFormat *Chosen = *Format;
  OutputNeeds Needs;
  if (Chosen)
    Needs = {OutputKind::Format, Chosen->NeedsLines, Chosen->NeedsTimes,
             Chosen->UsesStacks};
  else
    Needs.Stacks = Opts.Measured;
  uint64_t AssemblyBytes = 0;
  if (Chosen && Chosen->AssemblyBytes)
    AssemblyBytes = Opts.AssemblyBytes.value_or(*Chosen->AssemblyBytes);
  Needs.Assembly = AssemblyBytes > 0;
  Needs.Groups = Chosen && Chosen->ShowsGroups;
  auto PrintFormat = [&](const Settings &Set, const StageResults &From,
                         StackStage *Stacks,
                         const std::optional<ProfileGroups> &Groups) -> Error {
    ProfileModel Model = makeWholeModel(From, Stacks, Warn);
    Model.Run.IsOptimized = Model.Run.IsByLine && hasOptimizedLines(From);
    if (Stacks && Needs.Lines)
      Stacks->addLibraryLines(Model, Warn);
    if (Error E = addGroups(From, Groups, Model))
      return E;
    std::optional<HotCode> Code;
    if (AssemblyBytes) {
      AssemblySource Source = makeAssemblySource(From, Stacks, Warn);
      Code = chooseHotCode(Model, Source, AssemblyBytes);
      Model.Code = &*Code;
    }
    return writeFormat(*Chosen, Opts.OutputFile, {Model, Set.Format, OS, Warn});
  };
  auto Print = [&](const Settings &Set, const StageResults &From,
                   const ProgramCode &Code, StackStage *Stacks,
                   const std::optional<ProfileGroups> &Groups) -> Error {
    if (Chosen)
      return PrintFormat(Set, From, Stacks, Groups);
    if (!Opts.Measured)
      return printText(Set, From, Code.Replaced.Objects, nullptr, OS, Warn);
    if (!Stacks)
      return makeStacksError("option '--measured'", Warn);
    const ProfileModel Measured = makeWholeModel(From, Stacks, Warn);
    return printText(Set, From, Code.Replaced.Objects, &Measured, OS, Warn);
  };
  return runStages(Opts, Needs, OS, Warn, Print);
}

Error gmon::computeModel(const Options &Opts, Warnings &Warn, ModelFn Take,
                         const ModelParts &Parts) {
  OutputNeeds Needs;
  Needs.Kind = OutputKind::Model;
  Needs.Stacks = Parts.Stacks;
  Needs.StacksBesideCosts = Parts.StacksBesideCosts;
  Needs.CallDoubts = Parts.CallDoubts;
  Needs.Sources = Parts.Sources;
  Needs.Lines = Parts.Lines;
  Needs.CountedLines = Parts.CountedLines;
  Needs.Assembly = Parts.Assembly;
  Needs.Apart = Parts.Apart;
  return runStages(
      Opts, Needs, nulls(), Warn,
      [&](const Settings &, const StageResults &From, const ProgramCode &,
          StackStage *Stacks, const std::optional<ProfileGroups> &) {
        ProfileModel Model = makeWholeModel(From, Stacks, Warn);
        Model.Run.IsOptimized =
            Model.Run.IsByLine && Parts.Sources && hasOptimizedLines(From);
        if (Stacks && Parts.Lines)
          Stacks->addLibraryLines(Model, Warn);
        AssemblySource Assembly = makeAssemblySource(From, Stacks, Warn);
        if (Parts.Assembly)
          Model.Assembly = &Assembly;
        std::optional<ProfileCounter> Counter;
        if (Parts.Apart)
          Model.Single = &Counter.emplace(From, Model);
        return Take(Model);
      });
}
