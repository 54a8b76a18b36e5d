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
#include "code/ProgramCode.h"
#include "formats/Format.h"
#include "gmon/format.h"
#include "graph/CycleBreaker.h"
#include "graph/FunctionOrder.h"
#include "graph/HookTime.h"
#include "profile/GmonReader.h"
#include "profile/GmonWriter.h"
#include "profile/ThreadTable.h"
#include "program/OtherModules.h"
#include "reports/DebugReport.h"
#include "reports/Reports.h"
#include "support/FileBytes.h"
#include "support/OutputFile.h"
#include "support/Printable.h"
#include "support/Progress.h"
#include "views/FunctionFilter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace gmon;
using namespace llvm;

/// Where -s writes.
static constexpr StringLiteral SumFile = "gmon.sum";

/// Adds up the data files. What each contains is told in \p Files.
static Expected<Profile> readProfiles(const Options &Opts, const Image &Program,
                                      std::vector<FileContents> &Files) {
  GmonReader Reader(Program.isLittleEndian(), Program.addressSize(),
                    Opts.Format, gmonBuildId(Program.buildId()));
  if (Opts.isGnu())
    Reader.useGnuRules();
  Progress Shown("reading", Opts.ProfileFiles.size(), "files");
  for (const std::string &Name : Opts.ProfileFiles) {
    Shown.update(Files.size());
    Expected<FileContents> File = Reader.add(Name);
    if (!File)
      return File.takeError();
    Files.push_back(std::move(*File));
  }
  Profile Data = Reader.take();
  // So that the order of the files does not matter, nor whether they were added
  // up before: a sum is written in this order.
  if (!Opts.isGnu() && Files.size() > 1)
    sortByAddress(Data.Arcs, Data.Blocks);
  return Data;
}

/// Chooses the reports that fit the data if the user chose none, and checks
/// that the data fit the reports.
static Error chooseReports(Options &Opts, const Profile &Data) {
  // Of these the other formats have room beside what they have anyway.
  constexpr unsigned Beside = ReportSum | ReportFileInfo | ReportThreads;
  if (!Opts.printsText() && !(Opts.Reports & ~Beside)) {
    unsigned All = (Data.HasHistograms ? ReportFlat : 0) |
                   (Data.HasArcs ? ReportGraph : 0) |
                   (Opts.Lines ? ReportExecCounts | ReportAnnotated : 0);
    Opts.Reports |= All & ~Opts.Mentioned;
  }
  if (Opts.Reports == 0) {
    if (Data.HasHistograms)
      Opts.Reports |= ReportFlat;
    if (Data.HasArcs)
      Opts.Reports |= ReportGraph;
    if (Opts.Reports == 0)
      Opts.Reports = ReportExecCounts;
    Opts.Reports &= ~Opts.Mentioned;
  }
  if (Opts.wants(ReportFlat) && !Data.HasHistograms)
    return makeError("a flat profile needs a histogram, and the profile data "
                     "have none");
  if (Opts.wants(ReportGraph) && !Data.HasArcs)
    return makeError("a call graph needs arcs, and the profile data have none");
  return Error::success();
}

/// How much of each name is printed.
static NameForms chooseForms(const Options &Opts, const SymbolTable &Table) {
  if (!Opts.ShortNames || Opts.Traditional)
    return NameForms();
  std::vector<StringRef> Names;
  Names.reserve(Table.size());
  for (const Symbol &Sym : Table.symbols())
    Names.push_back(Sym.Name);
  for (const CallSite &Call : Table.callSites())
    Names.push_back(Call.Function);
  return NameForms(std::move(Names), Opts.Demangle);
}

/// Writes \p Arcs and \p Blocks, and the rest of \p Data, to gmon.sum.
static Error writeSum(const Options &Opts, const Image &Program,
                      const Profile &Data, ArrayRef<RawArc> Arcs,
                      ArrayRef<BlockCount> Blocks) {
  GmonLayout Layout{Program.isLittleEndian(), Program.addressSize()};
  if (Error E = checkFits(Data, Layout, Opts.Format))
    return E;
  return writeFile(SumFile, [&](raw_ostream &OS) {
    writeGmon(OS, Data, Arcs, Blocks, Layout, Opts.Format);
  });
}

/// Writes the sum of the profiles as GNU gprof does: in terms of symbols.
static Error writeGnuSum(const Options &Opts, const Image &Program,
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
  return writeSum(Opts, Program, Data, Arcs, All);
}

/// Writes the sum of the profiles as `merge` does.
static Error writeOwnSum(const Options &Opts, const Image &Program,
                         const Profile &Data) {
  std::vector<RawArc> Arcs = Data.Arcs;
  std::vector<BlockCount> Blocks = Data.Blocks;
  sortByAddress(Arcs, Blocks);
  return writeSum(Opts, Program, Data, Arcs, Blocks);
}

/// Brings \p Graph, whose arcs are known, to its times.
static void finishGraph(CallGraph &Graph, const SymbolTable &Table,
                        const SpecTables &Specs) {
  findCycles(Graph);
  propagateTimes(Graph, Table, Specs);
}

/// Prints the reports in their order.
static Error printReports(ReportContext &Context, const StageResults &From,
                          Warnings &Warn) {
  const Options &Opts = From.Opts;
  auto PrintFlat = [&] {
    if (Opts.wants(ReportFlat))
      printFlat(Context,
                makeFlatProfile(From.Lines, From.Times, From.Table, From.Specs,
                                From.Data.Rate, Opts.ShowUnused,
                                Opts.Traditional),
                From.Entries);
  };
  if (!Opts.Traditional)
    PrintFlat();
  if (Opts.wants(ReportGraph))
    printGraph(Context, From.Entries);
  if (Opts.Traditional)
    PrintFlat();
  if (Opts.wants(ReportGraph))
    printIndex(Context, From.Entries);
  if (Opts.wants(ReportExecCounts))
    printExecCounts(Context,
                    makeExecCounts(From.Lines, From.Blocks, From.Source,
                                   From.Table, From.Specs, Opts.ShowUnused));
  if (Opts.wants(ReportAnnotated))
    return printAnnotatedSource(Context,
                                SourceProfile(Opts, From.Table, From.Lines,
                                              From.Blocks, From.Source,
                                              From.Specs),
                                Warn);
  return Error::success();
}

/// Prints what -r and -R ask for. \p Objects is the map of -R, if there is one.
static void printOrders(ReportContext &Context, const CallGraph &Graph,
                        const std::optional<ObjectMap> &Objects) {
  if (Context.Opts.wants(ReportFunctionOrder))
    printOrder(Context, orderFunctions(Graph));
  if (!Objects)
    return;
  BitVector IsFile;
  for (const Symbol &Sym : Context.Table.symbols())
    IsFile.push_back(Sym.IsFile);
  printOrder(Context, orderFiles(Graph, IsFile),
             Objects->filesWithout(Context.Table.symbols()));
}

/// Prints all that is text.
static Error printText(const StageResults &From,
                       const std::optional<ObjectMap> &Objects, raw_ostream &To,
                       Warnings &Warn) {
  const Options &Opts = From.Opts;
  // Scripts get names as they are, as from GNU gprof.
  PrintableStream ForTerminal(To);
  raw_ostream &OS = To.is_displayed() ? ForTerminal : To;
  ReportContext Context{Opts,       From.Data, From.Table,
                        From.Names, OS,        From.Times.AtOnce};
  if (Opts.wants(ReportFileInfo))
    for (const FileContents &File : From.Files)
      printFileInfo(Context, File);
  if (Opts.wants(ReportFileInfo) && From.Data.Hooks.NumRuns)
    printHookTime(Context, From.Hooks, From.Lines);
  for (const ThreadTable &Table : From.Threads)
    printThreads(Context, Table);
  if (Error E = printReports(Context, From, Warn))
    return E;
  printOrders(Context, From.Entries, Objects);
  if (Opts.wants(ReportFilter))
    printFilter(Context, makeFilter(From.Lines, From.Times, Opts.FilterCalls,
                                    Opts.FilterPercent));
  return Error::success();
}

/// The files that --threads asks for.
static std::vector<std::string> threadFiles(const Options &Opts) {
  std::vector<std::string> Names;
  if (!Opts.ThreadFile.empty())
    Names.push_back(Opts.ThreadFile);
  else if (Opts.wants(ReportThreads))
    for (const std::string &Name : Opts.ProfileFiles)
      Names.push_back(Name + GMON_THREADS_SUFFIX);
  return Names;
}

static Expected<std::vector<ThreadTable>> readThreads(const Options &Opts) {
  std::vector<ThreadTable> Tables;
  for (const std::string &Name : threadFiles(Opts)) {
    Expected<ThreadTable> Table = ThreadTable::read(Name);
    if (!Table)
      return Table.takeError();
    Tables.push_back(std::move(*Table));
  }
  return Tables;
}

/// Fails if an input is a device, or if an output would replace an input. Data
/// files may be replaced by their sum, but not by a page.
static Error checkFiles(const Options &Opts) {
  std::vector<std::string> Inputs = {Opts.ImageFile, Opts.ObjectMap,
                                     Opts.ExternalSymbolTable};
  append_range(Inputs, threadFiles(Opts));
  if (Opts.wants(ReportSum))
    if (Error E = refuseInput(SumFile, Inputs))
      return E;
  append_range(Inputs, Opts.ProfileFiles);
  for (const std::string &Name : Inputs)
    if (Error E = refuseDevice(Name))
      return E;
  return refuseInput(Opts.OutputFile, Inputs);
}

namespace {

/// The call graph, and with --line-arcs that of functions beside that of lines.
struct CallGraphs {
  CallGraph Calls;
  std::optional<CallGraph> Functions;

  /// StageResults::Entries; its Lines are Calls.
  CallGraph &entries() { return Functions ? *Functions : Calls; }
};

} // namespace

/// Adds to \p Graphs, whose Calls are those of the run, what the options want,
/// and brings them to their times.
static void finishGraphs(CallGraphs &Graphs, const Options &Opts,
                         const ProgramCode &Code, const SpecTables &Specs,
                         DebugReport &Debug) {
  const SymbolTable &Table = Code.Table;
  if (Opts.StaticCalls) {
    std::vector<Transfer> Calls = Code.Static.findCalls(Table);
    Debug.showStaticCalls(Calls, Table);
    addStaticCalls(Graphs.Calls, Calls, Table, Specs);
  }
  if (Opts.Lines && Opts.LineArcs)
    Graphs.Functions = carryToFunctions(Graphs.Calls, Table);
  if (Opts.MaxBrokenArcs)
    breakCycles(Graphs.entries(), Table, Opts.MaxBrokenArcs,
                Graphs.Functions.has_value());
  finishGraph(Graphs.Calls, Table, Specs);
  if (Graphs.Functions)
    finishGraph(*Graphs.Functions, Table, Specs);
  orderEntries(Graphs.entries(), Table);
  Debug.showGraph(Graphs.entries(), Table);
}

/// Estimates what hooks took, and takes it off the times if the options want
/// it.
static HookTime accountHooks(const Options &Opts, const Profile &Data,
                             CallGraph &Graph, Samples &Times, Warnings &Warn) {
  HookTime Hooks = estimateHookTime(Graph, Data);
  if (!Opts.SubtractHooks)
    return Hooks;
  if (!Data.Hooks.NumRuns)
    Warn.add(
        "the profile does not say what a hook takes, so none is taken off");
  subtractHookTime(Hooks, Graph, Times);
  return Hooks;
}

/// Makes \p Opts, as the user gave them, agree with one another.
static void settleOptions(Options &Opts, Warnings &Warn) {
  if (Opts.Demangle == DemangleStyle::Gnat)
    Warn.add("no demangler knows the style 'gnat'; names are as linked");
  Opts.Lines |= Opts.ShowInlines;
  if (Opts.printsText())
    return;
  // BSD's style is one of text, and a model's arcs are of functions.
  Opts.Traditional = false;
  Opts.LineArcs = true;
}

/// Warns if the reports by line that the user asked for have no lines.
static void checkLines(const Image &Program, const ProgramCode &Code,
                       Warnings &Warn) {
  if (!Code.Replaced.External && Code.Table.files().empty())
    Warn.add("no debug information in '" + Program.path().str() +
             "'; was it compiled with -g?");
}

static SourceCounts readSource(const Image &Program, const Profile &Data,
                               const SymbolTable &Table, Warnings &Warn) {
  bool IsDamaged = false;
  SourceCounts Source = SourceCounts::read(Program, Data, Table, IsDamaged);
  if (IsDamaged)
    Warn.add("no sound map of source counters in '" + Program.path().str() +
             "'; was it stripped?");
  return Source;
}

/// Runs the stages. Text reports go to \p OS, anything else to \p Take.
static Error runStages(Options Opts, raw_ostream &OS, Warnings &Warn,
                       ModelFn Take) {
  if (Error E = checkFiles(Opts))
    return E;
  Expected<Image> Program = Image::open(Opts.ImageFile);
  if (!Program)
    return Program.takeError();
  if (Opts.Format == FileFormat::Auto || Opts.Format == FileFormat::Magic)
    if (Error E = dropOtherModules(Opts.ProfileFiles, *Program, Warn))
      return E;
  std::vector<FileContents> Files;
  Expected<Profile> Data = readProfiles(Opts, *Program, Files);
  if (!Data)
    return Data.takeError();
  if (Error E = chooseReports(Opts, *Data))
    return E;
  Expected<std::vector<ThreadTable>> Threads = readThreads(Opts);
  if (!Threads)
    return Threads.takeError();
  settleOptions(Opts, Warn);
  DebugReport Debug(Opts);
  Debug.showProfile(*Data);

  const bool WantsGnuSum = Opts.wants(ReportSum) && Opts.isGnu();
  // GNU's sum is of lines, so that reports of it by line are right.
  bool ByLine = std::exchange(Opts.Lines, Opts.Lines || WantsGnuSum);
  Expected<ProgramCode> Code = ProgramCode::read(Opts, *Program, Warn);
  if (!Code)
    return Code.takeError();
  const SymbolTable &Table = Code->Table;
  Debug.showSymbols(Table);
  SourceCounts Source;
  if (ByLine)
    Source = readSource(*Program, *Data, Table, Warn);
  if (Source.lines().empty() && (ByLine || Opts.wants(ReportAnnotated)))
    checkLines(*Program, *Code, Warn);
  SpecTables Specs(Opts.Specs, Table, Warn, Opts.Style, Source);
  Debug.showSymspecs(Specs, Table);

  BlockCounts Blocks;
  if (Opts.Lines)
    Blocks = BlockCounts(*Data, Table);
  else if (Data->HasBlocks && !Opts.isCommand() && !Opts.wants(ReportSum))
    Warn.add("basic-block counts are ignored without -l");
  Debug.showBlocks(Blocks, Table);
  Samples Times = accountSamples(*Data, Table, Specs);
  if (!Opts.wants(ReportSum))
    Data->dropHistograms();
  CallGraphs Graphs{buildGraph(*Data, Table, Times, Specs), std::nullopt};
  Debug.showArcs(*Data, Table, Graphs.Calls);
  HookTime Hooks = accountHooks(Opts, *Data, Graphs.Calls, Times, Warn);
  // Before finishGraphs: a sum is of all calls that were made, and of no other.
  if (Opts.wants(ReportSum))
    if (Error E = WantsGnuSum ? writeGnuSum(Opts, *Program, *Data, Table,
                                            Graphs.Calls, Blocks)
                              : writeOwnSum(Opts, *Program, *Data))
      return E;
  Data->dropArcs();
  if (Data->HasArcs || !Opts.printsText())
    finishGraphs(Graphs, Opts, *Code, Specs, Debug);
  Debug.showSource(Table, Graphs.Calls, Specs);

  NameForms Forms = chooseForms(Opts, Table);
  NamePrinter Names(Opts, Table, Forms);
  StageResults Results{Opts,
                       *Program,
                       *Data,
                       Table,
                       Specs,
                       Times,
                       Graphs.Calls,
                       Graphs.entries(),
                       Blocks,
                       Source,
                       Code->Info.origins(),
                       Hooks,
                       Names,
                       Files,
                       *Threads};
  OS << Debug.take();
  return Opts.printsText()
             ? printText(Results, Code->Replaced.Objects, OS, Warn)
             : Take(makeModel(Results), Opts);
}

/// Writes the profile in \p Format to where the options want it.
static Error writeFormat(const OutputFormat &Format,
                         const FormatContext &Context) {
  if (Context.Opts.OutputFile.empty())
    return Format.Write(Context);
  // First all of it, so that an error leaves the file as it was.
  std::string Text;
  raw_string_ostream Page(Text);
  if (Error E = Format.Write({Context.Model, Context.Opts, Page, Context.Warn}))
    return E;
  return writeFile(Context.Opts.OutputFile,
                   [&](raw_ostream &OS) { OS << Text; });
}

Error gmon::analyze(Options Opts, raw_ostream &OS, Warnings &Warn) {
  Expected<const OutputFormat *> Format = chooseFormat(Opts.Output);
  if (!Format)
    return Format.takeError();
  if (const OutputFormat *Chosen = *Format) {
    Opts.Lines |= Chosen->NeedsLines;
    if (Chosen->NeedsTimes)
      Opts.Reports |= ReportFlat;
  }
  return runStages(std::move(Opts), OS, Warn,
                   [&](const ProfileModel &Model, const Options &Settled) {
                     return writeFormat(**Format, {Model, Settled, OS, Warn});
                   });
}

Error gmon::computeModel(Options Opts, Warnings &Warn, ModelFn Take) {
  Opts.Output = Options::CommandOutput;
  return runStages(std::move(Opts), nulls(), Warn, Take);
}
