//===-- Driver.cpp - Runs the stages of the analyzer ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the stages in order: gmon files -> profile, program -> symbols, both ->
// samples, arcs, blocks -> cycles -> times -> reports.
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

namespace {

/// The stages of one output, and their results.
class Analysis {
public:
  Analysis(const Options &Opts, const OutputNeeds &Demanded, Warnings &Warn)
      : Opts(Opts), Demanded(Demanded), Needs(Demanded), Warn(Warn) {}

  /// Runs the stages, each with the results of the earlier ones. Prints the
  /// output of -d to \p OS.
  Error run(raw_ostream &OS);

  const Settings &settings() const { return *Set; }
  /// The map of -R, or null.
  const std::optional<ObjectMap> &objects() const {
    return Code->Replaced.Objects;
  }
  StageResults results();
  /// Makes the model of what the output demands, and passes it to \p Take.
  Error makeModel(function_ref<Error(ProfileModel &)> Take);

private:
  Error readFiles();
  Error countCosts();
  Error readSidecars();
  Error chooseSettings();
  Error readCode();
  Error findTrueCallers();
  Error countCalls();
  Error propagate();
  Error chooseNames();

  const Options &Opts;
  const OutputNeeds Demanded;
  OutputNeeds Needs; ///< as far as the data files have it
  Warnings &Warn;
  Warnings Ignored; ///< about stacks that no output shows

  std::optional<Image> Program;
  InputFiles Input;
  std::optional<ProfileGroups> Groups;
  std::optional<CostReport> Costs;
  bool WantsCallers = false; ///< arcs are from those who made tail calls
  std::optional<MeasuredStacks> Sidecar;
  std::map<uint64_t, std::string> LinkedNames;
  std::optional<Settings> Set;
  std::optional<DebugReport> Debug;
  std::optional<ProgramCode> Code;
  std::optional<Counts> Counted;
  std::unique_ptr<StackStage> Stacks;
  CallGraph Calls; ///< that were executed
  HookTime Hooks;
  CallGraphs Graphs;
  NameForms Forms;
  std::optional<NamePrinter> Names;
};

} // namespace

Error Analysis::readFiles() {
  if (Error E = checkFiles(Opts))
    return E;
  Expected<Image> Opened = Image::open(Opts.ImageFile);
  if (!Opened)
    return Opened.takeError();
  Program.emplace(std::move(*Opened));
  if (Needs.Apart) {
    NameList Files;
    if (Error E = chooseProfiles(Opts, *Program, Warn).moveInto(Files))
      return E;
    Input.Files = ReadFiles(std::move(Files));
  } else if (Error E = readProfiles(Opts, *Program, Warn).moveInto(Input)) {
    return E;
  }
  // Costs are not counted by group.
  if (Needs.Groups && !Opts.Cost)
    Groups.emplace(Input.Files.names(), GroupKey::RankAndLabel);
  if (Groups && Groups->size() < 2)
    Groups.reset();
  return Error::success();
}

/// Counts the cost that the options demand, if any, in place of samples.
Error Analysis::countCosts() {
  if (!Opts.Cost)
    return Error::success();
  Expected<CostReport> Counted =
      gmon::countCosts(*Opts.Cost, *Program, Input.Data);
  if (!Counted)
    return Counted.takeError();
  Costs = std::move(*Counted);
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
  return Error::success();
}

Error Analysis::readSidecars() {
  // Without stacks, sidecars say which functions made tail calls.
  WantsCallers = Needs.Kind == OutputKind::Model
                     ? Needs.Stacks
                     : Costs || Needs.Kind == OutputKind::Format;
  // Stacks are of samples.
  Needs.Stacks &= !Costs || Needs.StacksBesideCosts;
  if (Needs.Stacks || WantsCallers)
    Sidecar = readStacks(Input.Files.names(), Groups, *Program,
                         Needs.Stacks ? Warn : Ignored);
  if (Costs && !Costs->Outside.empty())
    LinkedNames = calledNames(Sidecar, Input.Files.names(), *Program);
  Needs.Stacks &= Sidecar.has_value();
  Needs.Lines |= Needs.CountedLines && (Input.Data.HasBlocks || !Needs.Stacks);
  return Error::success();
}

Error Analysis::chooseSettings() {
  Expected<Settings> Made = makeSettings(Opts, Needs, Input.Data, Warn);
  if (!Made)
    return Made.takeError();
  Set = std::move(*Made);
  Debug.emplace(Set->Debug);
  Debug->showProfile(Input.Data);
  return Error::success();
}

/// Reads the program's code, and accounts counts to its symbols.
Error Analysis::readCode() {
  Expected<ProgramCode> Read = ProgramCode::read(Set->Code, *Program, Warn);
  if (!Read)
    return Read.takeError();
  Code.emplace(std::move(*Read));
  Debug->showSymbols(Code->Table);
  Counted.emplace(
      accountCounts(Set->Counts, *Program, Input.Data, *Code, Warn, *Debug));
  if (Set->Sum == SumToWrite::None && !Needs.Assembly)
    Input.Data.dropHistograms();
  return Error::success();
}

/// Starts the stages of stacks. Classic reports and sums have tail calls from
/// the outer caller, as GNU gprof's; others from the function that made them.
Error Analysis::findTrueCallers() {
  if (Sidecar) {
    Stacks = std::make_unique<StackStage>(
        std::move(*Sidecar), *Program, *Code, Set->Code.Depth,
        Set->DebugFolders, Input.Data.Arcs,
        !Needs.Stacks      ? StackUse::Callers
        : Needs.CallDoubts ? StackUse::ModelWithDoubts
                           : StackUse::Model,
        Needs.Stacks ? Warn : Ignored);
    if (WantsCallers)
      Input.Data.Arcs = Stacks->programCalls();
  }
  // Stacks have inlined functions, if those are known.
  if (Needs.Stacks)
    warnOfDebugFile(*Program, Warn);
  else
    Stacks.reset();
  return Error::success();
}

/// Makes the call graph. A sum has only the calls that were made.
Error Analysis::countCalls() {
  const SymbolTable &Table = Code->Table;
  Calls = buildGraph(Input.Data, Table, Counted->Times, Counted->Specs);
  Debug->showArcs(Input.Data, Table, Calls);
  Hooks = estimateHookTime(Calls, Input.Data);
  if (Error E =
          writeSum(*Set, *Program, Input, Table, Calls, Counted->Blocks, Warn))
    return E;
  if (!Stacks && !Needs.Assembly)
    Input.Data.dropArcs();
  return Error::success();
}

Error Analysis::propagate() {
  if (Set->HasArcs)
    Graphs = finishGraphs(Set->Graph, std::move(Calls), *Code, Counted->Specs,
                          *Debug);
  else
    Graphs.Calls = std::move(Calls);
  Debug->showSource(Code->Table, Graphs.Calls, Counted->Specs);
  return Error::success();
}

/// Chooses the form of each name.
Error Analysis::chooseNames() {
  const SymbolTable &Table = Code->Table;
  if (Set->Names.Short) {
    std::vector<StringRef> All;
    All.reserve(Table.size());
    for (const Symbol &Sym : Table.symbols())
      All.push_back(Sym.Name);
    for (const InlinedCallSite &Call : Table.inlinedCallSites())
      All.push_back(Call.Function);
    if (Stacks)
      Stacks->addNames(All);
    Forms = NameForms(std::move(All), Set->Names.Demangle);
  }
  Names.emplace(Set->Names, Table, Forms);
  if (Costs)
    Costs->setNames(
        [&](uint64_t Address) {
          SymbolIndex Found = Table.lookup(Address);
          return Found == NoSymbol
                     ? "0x" + utohexstr(Address, /*LowerCase=*/true)
                     : Names->demangled(Table[Found].Name);
        },
        [&](StringRef Name) { return Names->demangled(Name); }, LinkedNames);
  return Error::success();
}

Error Analysis::run(raw_ostream &OS) {
  for (auto Stage :
       {&Analysis::readFiles, &Analysis::countCosts, &Analysis::readSidecars,
        &Analysis::chooseSettings, &Analysis::readCode,
        &Analysis::findTrueCallers, &Analysis::countCalls, &Analysis::propagate,
        &Analysis::chooseNames})
    if (Error E = (this->*Stage)())
      return E;
  OS << Debug->take();
  return Error::success();
}

StageResults Analysis::results() {
  return {Set->Model,
          *Program,
          Input.Data,
          Code->Table,
          Counted->Specs,
          Counted->Times,
          Graphs.Calls,
          Graphs.entries(),
          Counted->Blocks,
          Counted->Source,
          Code->Info.origins(),
          Hooks,
          *Names,
          Input.Files,
          Costs ? &*Costs : nullptr};
}

Error Analysis::makeModel(function_ref<Error(ProfileModel &)> Take) {
  const StageResults Stages = results();
  ProfileModel Model = gmon::makeModel(Stages);
  if (Stacks)
    Stacks->addTo(Model, Stages, Warn);
  // Counts of lines are those of optimized code.
  Model.Run.IsOptimized = Model.Run.IsByLine && Demanded.Sources &&
                          Counted->Blocks.Code.areOptimized();
  if (Stacks && Demanded.Lines)
    Stacks->addLibraryLines(Model, Warn);
  if (Error E = addGroups(Stages, Groups, Model))
    return E;
  AssemblySource Assembly(*Program, Input.Data, *Names,
                          Stacks ? &Stacks->code() : nullptr, Warn);
  if (Needs.Assembly)
    Model.Assembly = &Assembly;
  std::optional<ProfileCounter> Counter;
  if (Needs.Apart)
    Model.Single = &Counter.emplace(Stages, Model);
  return Take(Model);
}

/// Prints the reports of \p Opts.
static Error printReports(const Options &Opts, raw_ostream &OS,
                          Warnings &Warn) {
  Analysis Stages(Opts, OutputNeeds(), Warn);
  if (Error E = Stages.run(OS))
    return E;
  return printText(Stages.settings(), Stages.results(), Stages.objects(), OS,
                   Warn);
}

/// Fails if \p Path is a source file of the program.
static Error refuseSource(StringRef Path, const StageResults &Stages) {
  if (!sys::fs::is_regular_file(Path))
    return Error::success();
  NameList Sources;
  for (const auto &[Source, Origin] : Stages.Origins)
    Sources.push_back(Source);
  for (const SourceFunction &Function : Stages.Source.functions())
    Sources.push_back(Function.Path);
  return refuseInput(Path, Sources);
}

/// Prints the profile in \p Format.
static Error printFormat(const OutputFormat &Format, const Options &Opts,
                         raw_ostream &OS, Warnings &Warn) {
  const uint64_t AssemblyBytes =
      Format.AssemblyBytes ? Opts.AssemblyBytes.value_or(*Format.AssemblyBytes)
                           : 0;
  OutputNeeds Needs;
  Needs.Kind = OutputKind::Format;
  Needs.Lines = Format.NeedsLines;
  Needs.Times = Format.NeedsTimes;
  Needs.Stacks = Format.UsesStacks;
  Needs.Assembly = AssemblyBytes > 0;
  Needs.Groups = Format.ShowsGroups;
  Analysis Stages(Opts, Needs, Warn);
  if (Error E = Stages.run(OS))
    return E;
  if (Error E = refuseSource(Opts.OutputFile, Stages.results()))
    return E;
  return Stages.makeModel([&](ProfileModel &Model) {
    std::optional<HotCode> Code;
    if (AssemblyBytes) {
      Code = chooseHotCode(Model, *Model.Assembly, AssemblyBytes);
      Model.Code = &*Code;
    }
    return Format.Write({Model, Stages.settings().Format, OS, Warn});
  });
}

Error gmon::printOutput(const Options &Opts, raw_ostream &OS,
                        function_ref<Error(raw_ostream &)> Print) {
  if (Opts.OutputFile.empty())
    return Print(OS);
  std::string Text;
  raw_string_ostream Buffer(Text);
  if (Error E = Print(Buffer))
    return E;
  return writeFile(Opts.OutputFile, [&](raw_ostream &File) { File << Text; });
}

Error gmon::analyze(const Options &Opts, raw_ostream &OS, Warnings &Warn) {
  return printOutput(Opts, OS, [&](raw_ostream &Out) {
    return Opts.Output ? printFormat(*Opts.Output, Opts, Out, Warn)
                       : printReports(Opts, Out, Warn);
  });
}

Error gmon::computeModel(const Options &Opts, Warnings &Warn, ModelFn Take,
                         const ModelParts &Parts) {
  OutputNeeds Needs(Parts);
  Needs.Kind = OutputKind::Model;
  Analysis Stages(Opts, Needs, Warn);
  if (Error E = Stages.run(nulls()))
    return E;
  return Stages.makeModel(Take);
}
