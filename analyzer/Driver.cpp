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

#include "Driver.h"
#include "CycleBreaker.h"
#include "DebugReport.h"
#include "ExternalSymbols.h"
#include "FunctionOrder.h"
#include "GmonReader.h"
#include "GmonWriter.h"
#include "ObjectMap.h"
#include "OutputFile.h"
#include "Progress.h"
#include "Reports.h"
#include "StaticCalls.h"
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
  Progress Shown("reading", Opts.ProfileFiles.size(), "files");
  for (const std::string &Name : Opts.ProfileFiles) {
    Shown.update(Files.size());
    Expected<FileContents> File = Reader.add(Name);
    if (!File)
      return File.takeError();
    Files.push_back(std::move(*File));
  }
  return Reader.take();
}

/// Chooses the reports that fit the data if the user chose none, and checks
/// that the data fit the reports.
static Error chooseReports(Options &Opts, const Profile &Data) {
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

/// How much of the program's DWARF the reports and symspecs ask for. Without
/// lines a big program is read in a fraction of the time.
static DebugInfo::Depth neededDepth(const Options &Opts) {
  if (!Opts.ExternalSymbolTable.empty())
    return DebugInfo::NoLines;
  if (Opts.Lines)
    return Opts.ShowInlines ? DebugInfo::LinesAndInlinedCalls
                            : DebugInfo::LinesAndFunctions;
  bool SpecsNeedLines = any_of(Opts.Specs, [](const SpecRequest &Request) {
    return StringRef(Request.Text).find_first_of(".:0123456789") !=
           StringRef::npos;
  });
  constexpr unsigned WithLines =
      ReportGraph | ReportExecCounts | ReportAnnotated;
  return SpecsNeedLines || Opts.InlineFileNames || (Opts.Reports & WithLines)
             ? DebugInfo::LinesOnly
             : DebugInfo::NoLines;
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

namespace {

/// What the files of -S and -R say about symbols.
struct SymbolFiles {
  std::optional<ExternalSymbols> External;
  std::optional<ObjectMap> Objects;
  Error read(const Options &Opts);
};

} // namespace

Error SymbolFiles::read(const Options &Opts) {
  if (!Opts.ExternalSymbolTable.empty()) {
    auto Read = ExternalSymbols::read(Opts.ExternalSymbolTable);
    if (!Read)
      return Read.takeError();
    External = std::move(*Read);
  }
  if (Opts.wants(ReportFileOrder)) {
    auto Read = ObjectMap::read(Opts.ObjectMap);
    if (!Read)
      return Read.takeError();
    Objects = std::move(*Read);
  }
  return Error::success();
}

/// Writes the sum of the profiles, in terms of symbols, to gmon.sum.
static Error writeSum(const Options &Opts, const Image &Program,
                      const Profile &Data, const SymbolTable &Table,
                      const CallGraph &Graph, const BlockCounts &Blocks) {
  GmonLayout Layout{Program.isLittleEndian(), Program.addressSize()};
  if (Error E = checkFits(Data, Layout, Opts.Format))
    return E;
  std::vector<RawArc> Arcs;
  Arcs.reserve(Graph.Arcs.size());
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N)
    for (ArcIndex A : reverse(Graph.Children.of(N))) {
      const Arc &Call = Graph.Arcs[A];
      Arcs.push_back(
          {Table[Call.Parent].Address, Table[Call.Child].Address, Call.Count});
    }
  return writeFile(SumFile, [&](raw_ostream &OS) {
    writeGmon(OS, Data, Arcs, Blocks.all(), Layout, Opts.Format);
  });
}

/// Brings \p Graph, whose arcs are known, to its times.
static void finishGraph(CallGraph &Graph, const Options &Opts,
                        const SymbolTable &Table, const SpecTables &Specs) {
  if (Opts.MaxBrokenArcs)
    breakCycles(Graph, Table, Opts.MaxBrokenArcs, Opts.Lines && Opts.LineArcs);
  findCycles(Graph);
  propagateTimes(Graph, Table, Specs);
}

/// Prints the reports in their order. The call graph's entries are of
/// \p Entries; everything else is of \p Graph, which may be that of lines.
static Error printReports(ReportContext &Context, const CallGraph &Graph,
                          const CallGraph &Entries, const Samples &Times,
                          const BlockCounts &Blocks, const SpecTables &Specs,
                          Warnings &Warn) {
  const Options &Opts = Context.Opts;
  auto PrintFlat = [&] {
    if (Opts.wants(ReportFlat))
      printFlat(Context,
                makeFlatProfile(Graph, Times, Context.Table, Specs,
                                Context.Data.Rate, Opts.ShowUnused,
                                Opts.Traditional),
                Entries);
  };
  if (!Opts.Traditional)
    PrintFlat();
  if (Opts.wants(ReportGraph))
    printGraph(Context, Entries);
  if (Opts.Traditional)
    PrintFlat();
  if (Opts.wants(ReportGraph))
    printIndex(Context, Entries);
  if (Opts.wants(ReportExecCounts))
    printExecCounts(Context, makeExecCounts(Graph, Blocks, Context.Table, Specs,
                                            Opts.ShowUnused));
  if (Opts.wants(ReportAnnotated))
    return printAnnotatedSource(
        Context, SourceProfile(Opts, Context.Table, Graph, Blocks, Specs),
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

/// Fails if an input is a device, which may have no end, as /dev/zero has none.
static Error refuseDevices(const Options &Opts) {
  std::vector<StringRef> Names = {Opts.ImageFile, Opts.ObjectMap,
                                  Opts.ExternalSymbolTable};
  llvm::append_range(Names, Opts.ProfileFiles);
  for (StringRef Name : Names) {
    sys::fs::file_status Status;
    // What is not there is told by who opens it.
    if (Name == "-")
      (void)sys::fs::status(sys::fs::getStdinHandle(), Status);
    else
      (void)sys::fs::status(Name, Status);
    if (Status.type() == sys::fs::file_type::character_file ||
        Status.type() == sys::fs::file_type::block_file)
      return makeFileError(Name, "expected a file, found a device");
  }
  return Error::success();
}

Error gmon::analyze(Options Opts, raw_ostream &OS, Warnings &Warn) {
  if (Error E = refuseDevices(Opts))
    return E;
  Expected<Image> Program = Image::open(Opts.ImageFile);
  if (!Program)
    return Program.takeError();
  std::vector<FileContents> Files;
  Expected<Profile> Read = readProfiles(Opts, *Program, Files);
  if (!Read)
    return Read.takeError();
  const Profile &Data = *Read;
  if (Error E = chooseReports(Opts, Data))
    return E;
  if (Opts.Demangle == DemangleStyle::Gnat)
    Warn.add("no demangler knows the style 'gnat'; names are as linked");
  const DebugReport Debug(Opts, OS);
  Debug.showProfile(Data);
  Opts.Lines |= Opts.ShowInlines;
  bool ShowsLines = Opts.Lines || Opts.wants(ReportAnnotated);
  // A sum is of lines, so that reports of it by line are right.
  Opts.Lines |= Opts.wants(ReportSum);

  uint64_t NumDamaged = 0;
  DebugInfo Info = DebugInfo::read(*Program, neededDepth(Opts), NumDamaged);
  if (NumDamaged)
    Warn.add("damaged debug information in '" + Program->path().str() + "'");
  SymbolFiles Replaced;
  if (Error E = Replaced.read(Opts))
    return E;
  Expected<StaticCode> Code =
      Opts.StaticCalls ? StaticCode::read(*Program, Warn) : StaticCode();
  if (!Code)
    return Code.takeError();
  Expected<SymbolTable> Table = SymbolTable::build(
      *Program, Info,
      {Opts.NoStatic, Opts.OnlyFunctions, Opts.Lines, Opts.StaticCalls,
       Code->stubs(), Replaced.External ? &*Replaced.External : nullptr,
       Replaced.Objects ? &*Replaced.Objects : nullptr});
  if (!Table)
    return Table.takeError();
  Debug.showSymbols(*Table);
  if (ShowsLines && !Replaced.External && Table->files().empty())
    Warn.add("no debug information in '" + Program->path().str() +
             "'; was it compiled with -g?");
  SpecTables Specs(Opts.Specs, *Table, Warn);
  Debug.showSymspecs(Specs, *Table);

  BlockCounts Blocks;
  if (Opts.Lines)
    Blocks = BlockCounts(Data, *Table);
  else if (Data.HasBlocks)
    Warn.add("basic-block counts are ignored without -l");
  Debug.showBlocks(Blocks, *Table);
  Samples Times = accountSamples(Data, *Table, Specs);
  CallGraph Graph = buildGraph(Data, *Table, Times, Specs);
  Debug.showArcs(Data, *Table, Graph);
  if (Opts.wants(ReportSum))
    if (Error E = writeSum(Opts, *Program, Data, *Table, Graph, Blocks))
      return E;
  // A sum is of calls that were made.
  if (Opts.StaticCalls && Data.HasArcs) {
    std::vector<Transfer> Calls = Code->findCalls(*Table);
    Debug.showStaticCalls(Calls, *Table);
    addStaticCalls(Graph, Calls, *Table, Specs);
  }
  std::optional<CallGraph> Functions;
  if (Opts.Lines && Opts.LineArcs)
    Functions = carryToFunctions(Graph, *Table);
  CallGraph &Entries = Functions ? *Functions : Graph;
  if (Data.HasArcs) {
    // After the sum, which is of all arcs.
    finishGraph(Graph, Opts, *Table, Specs);
    if (Functions)
      finishGraph(*Functions, Opts, *Table, Specs);
    orderEntries(Entries, *Table);
    Debug.showGraph(Entries, *Table);
  }
  Debug.showSource(*Table, Graph, Specs);

  NameForms Forms = chooseForms(Opts, *Table);
  ReportContext Context{Opts, Data, *Table, NamePrinter(Opts, *Table, Forms),
                        OS};
  if (Opts.wants(ReportFileInfo))
    for (const FileContents &File : Files)
      printFileInfo(Context, File);
  if (Error E =
          printReports(Context, Graph, Entries, Times, Blocks, Specs, Warn))
    return E;
  printOrders(Context, Graph, Replaced.Objects);
  return Error::success();
}
