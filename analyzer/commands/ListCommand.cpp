//===-- ListCommand.cpp - llvm-gprof annotate and list --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints source with the time and the executions in front of each line: whole
// files, or one function.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "CostText.h"
#include "MergeInputs.h"
#include "TextTable.h"
#include "assembly/AssemblySource.h"
#include "commands/list/AssemblyListing.h"
#include "commands/report/StackNames.h"
#include "driver/Driver.h"
#include "model/FunctionLookup.h"
#include "model/StackTimes.h"
#include "program/SourceFiles.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// The data of a line.
struct LineFigures {
  double Samples = 0;
  bool IsEstimate = false;       ///< some of them are of functions with bounds
  std::optional<uint64_t> Count; ///< none if the line has no code

  /// Whether samples are those of other lines: nothing was executed.
  bool hasSkid() const { return Samples > 0 && Count && *Count == 0; }
  void add(const ProfileModel &Model, const ModelRow &Row) {
    Samples += Row.Self;
    IsEstimate |= Model.Functions[Row.Function].Bounds.has_value();
  }
};

/// A file's path and a line in it.
using SourcePlace = std::pair<StringRef, uint32_t>;

/// Lines of a file, by number from 1.
struct Listing {
  StringRef Path;
  std::map<uint32_t, LineFigures> Lines;
  uint32_t First = 1;
  uint32_t Last = UINT32_MAX;
};

class SourceLister {
public:
  SourceLister(const ProfileModel &Model, SourceSettings Sources,
               const Terminal &Display, Context &To)
      : Model(Model), Sources(Sources), Display(Display), To(To) {}

  void listFiles(StringRef Focus);
  Error listFunctions(StringRef Name);
  /// Prints what holds for all that was listed.
  void printNote() const {
    if (HasCounts && Model.Run.IsOptimized)
      To.OS << OptimizedNote;
  }

private:
  Error listFunction(const ModelFunction &Function, FunctionIndex Index);
  std::optional<std::string> measuredTotal(FunctionIndex Index) const;
  void addCounts(ArrayRef<CountedLine> Lines, Listing &Into) const;
  bool print(const Listing &Each, StringRef Before = "");
  Error printCode(const Listing &Each, const ModelFunction &Function);
  Error listOfModules(ArrayRef<FunctionIndex> Found);
  void printElsewhere(const std::map<SourcePlace, LineFigures> &Lines);

  const ProfileModel &Model;
  SourceSettings Sources;
  const Terminal &Display;
  Context &To;
  bool HasCounts = false; ///< of lines that were listed
};

} // namespace

/// Prints \p Before and the lines of \p Each. Returns false and prints nothing
/// if there is no source, or if it must not be shown.
bool SourceLister::print(const Listing &Each, StringRef Before) {
  std::unique_ptr<MemoryBuffer> Source =
      SourceOpener(Sources, *Model.Origins, To.Warn)
          .open(Each.Path, /*WarnIfMissing=*/true);
  if (!Source)
    return false;
  TextTable Table;
  Table.addColumn("self %");
  const CostText Costs(Model.Run.Cost);
  Table.addColumn(Costs.title("self"));
  Table.addColumn("executed");
  Table.addColumn("line");
  Table.addColumn("", /*IsNumber=*/false);
  SmallVector<StringRef> Lines;
  Source->getBuffer().split(Lines, '\n');
  if (Lines.back().empty())
    Lines.pop_back();
  for (uint32_t Number = Each.First;
       Number <= std::min<size_t>(Each.Last, Lines.size()); ++Number) {
    auto Found = Each.Lines.find(Number);
    LineFigures Figures =
        Found == Each.Lines.end() ? LineFigures() : Found->second;
    double Percent = ProfileModel::percent(Figures.Samples, Model.Run.Total);
    std::optional<raw_ostream::Colors> Heat = heatOf(Percent);
    bool HasTime = Figures.Samples > 0;
    bool IsDead = Figures.Count && *Figures.Count == 0;
    HasCounts |= Figures.Count.has_value();
    Table.addRow({{HasTime ? fixed(Percent, 1) : "", Heat},
                  {HasTime ? (Figures.IsEstimate ? "~" : "") +
                                 Costs.number(Model.cost(Figures.Samples))
                           : "",
                   Heat},
                  {!Figures.Count ? ""
                   : IsDead       ? "#####"
                                  : utostr(*Figures.Count),
                   std::nullopt},
                  {utostr(Number), raw_ostream::CYAN},
                  {expandTabs(Lines[Number - 1]), std::nullopt}});
  }
  To.OS << Before << printable(Each.Path) << ":\n";
  Table.print(To.OS, Display);
  if (!Model.Run.Cost.IsCounted && any_of(Each.Lines, [](const auto &Line) {
        return Line.second.hasSkid();
      }))
    To.OS << SkidNote;
  return true;
}

void SourceLister::addCounts(ArrayRef<CountedLine> Lines, Listing &Into) const {
  for (const CountedLine &Line : Lines)
    if (Line.Number >= Into.First && Line.Number <= Into.Last)
      Into.Lines[Line.Number].Count = Line.Count;
}

/// Lists all files with samples or counts, or those that \p Focus names.
void SourceLister::listFiles(StringRef Focus) {
  std::map<StringRef, Listing> Files;
  auto Find = [&](StringRef Path) -> Listing * {
    if (Path.empty() || (!Focus.empty() && !isPathOf(Path, Focus)))
      return nullptr;
    Files[Path].Path = Path;
    return &Files[Path];
  };
  for (const ModelRow &Row : Model.Flat)
    if (Listing *File = Row.Self > 0 ? Find(Row.Path) : nullptr)
      File->Lines[Row.Line].add(Model, Row);
  for (const CountedFile &Counted : Model.Lines)
    if (any_of(Counted.Lines, [](const CountedLine &L) { return L.Count; }))
      if (Listing *File = Find(Counted.Path))
        addCounts(Counted.Lines, *File);
  bool HasPrinted = false;
  for (const auto &[Path, File] : Files)
    HasPrinted |= print(File, HasPrinted ? "\n" : "");
  if (Files.empty())
    To.Warn.add(Focus.empty() ? "no line of source has time or a count"
                              : "no file of this name has time or a count",
                shortened(Focus));
}

/// Returns the cost of the stacks with the function \p Index, if there are
/// stacks.
std::optional<std::string>
SourceLister::measuredTotal(FunctionIndex Index) const {
  if (!Model.Stacks || Model.Costs)
    return std::nullopt;
  const StackModel &Stacks = *Model.Stacks;
  const StackTimes Times(Stacks);
  double Samples = 0;
  for (StackFunctionIndex F = 0; F < Stacks.Functions.size(); ++F)
    if (Stacks.Functions[F].InModel == Index)
      Samples += Times.ofFunction(F).Total;
  return CostText(Stacks.Cost).amount(Stacks.cost(Samples));
}

/// Prints the code of \p Function, below the lines of \p Each if their source
/// is found.
Error SourceLister::printCode(const Listing &Each,
                              const ModelFunction &Function) {
  Expected<FunctionAssembly> Code = Model.Assembly->disassemble(
      {NoStackIndex, Function.Address}, /*Measured=*/nullptr);
  if (!Code)
    return Code.takeError();
  AssemblyContext Context;
  Context.Path = Each.Path;
  Context.FirstLine = Function.Line;
  Context.Cost = Model.Run.Cost;
  Context.Total = Model.Run.Total;
  Context.Granularity = Model.Run.Granularity;
  for (const auto &[Number, Figures] : Each.Lines)
    if (Figures.Count)
      Context.Counts[Number] = *Figures.Count;
  HasCounts |= !Context.Counts.empty();
  std::unique_ptr<MemoryBuffer> Source;
  if (!Each.Path.empty())
    Source = SourceOpener(Sources, *Model.Origins, To.Warn)
                 .open(Each.Path, /*WarnIfMissing=*/true);
  if (Source) {
    Context.Source = Source->getBuffer();
    To.OS << printable(Each.Path) << ":\n";
  }
  printAssembly(To.OS, Display, *Code, Context);
  return Error::success();
}

/// Lists the code of \p Found, functions of the stacks.
Error SourceLister::listOfModules(ArrayRef<FunctionIndex> Found) {
  const StackModel &Stacks = *Model.Stacks;
  const StackTimes Times(Stacks);
  const CostText Costs(Stacks.Cost);
  const char *Before = "";
  for (FunctionIndex I : Found) {
    const StackFunction &Function = Stacks.Functions[I];
    if (!Function.Address || Function.Module == NoStackIndex)
      continue;
    Expected<FunctionAssembly> Code = Model.Assembly->disassemble(
        {Function.Module, Function.Address}, &Stacks);
    if (!Code)
      return Code.takeError();
    const StackTime &Time = Times.ofFunction(I);
    To.OS << Before << printable(Function.Name) << " ["
          << printable(Stacks.Modules[Function.Module].Name)
          << "]: " << Costs.amount(Stacks.cost(Time.Self)) << ", "
          << Costs.amount(Stacks.cost(Time.Total))
          << " measured with what it calls; % of the process\n";
    AssemblyContext Context;
    Context.Path = Function.Path;
    Context.FirstLine = Function.Line;
    Context.Cost = Stacks.Cost;
    Context.Total = Times.total();
    std::unique_ptr<MemoryBuffer> Source;
    if (!Function.Path.empty())
      Source =
          SourceOpener(Sources, *Model.Origins, To.Warn).open(Function.Path);
    if (Source)
      Context.Source = Source->getBuffer();
    printAssembly(To.OS, Display, *Code, Context);
    Before = "\n";
  }
  return Error::success();
}

Error SourceLister::listFunction(const ModelFunction &Function,
                                 FunctionIndex Index) {
  Listing Lines;
  Lines.Path = Function.Path;
  Lines.First = Lines.Last = Function.Line;
  std::map<SourcePlace, LineFigures> Elsewhere;
  for (const ModelRow &Row : Model.Flat)
    if (Row.Function == Index && Row.Path == Function.Path &&
        Row.LinkName == Function.LinkName) {
      Lines.First = std::min(Lines.First, Row.Line);
      Lines.Last = std::max(Lines.Last, Row.Line);
    }
  for (const ModelRow &Row : Model.Flat)
    if (Row.Function == Index && Row.Self > 0) {
      bool IsShown = Row.Path == Function.Path && Row.Line >= Lines.First &&
                     Row.Line <= Lines.Last;
      (IsShown ? Lines.Lines[Row.Line] : Elsewhere[{Row.Path, Row.Line}])
          .add(Model, Row);
    }
  for (const CountedFile &File : Model.Lines)
    if (File.Path == Function.Path)
      for (const CountedFunction &Each : File.Functions)
        if (Each.LinkName == Function.LinkName)
          addCounts(Each.Lines, Lines);

  uint64_t Calls = Function.Calls + Function.SelfCalls;
  const CostText Costs(Model.Run.Cost);
  To.OS << printable(Function.Name) << ": " << (Function.Bounds ? "~" : "")
        << Costs.amount(Model.cost(Function.Self)) << ", ";
  if (std::optional<std::string> Total = measuredTotal(Index))
    To.OS << *Total << " measured with what it calls, ";
  else
    To.OS << Costs.amount(Model.cost(Function.Self + Function.Children))
          << " with what it calls, ";
  To.OS << Calls << (Calls == 1 ? " call\n" : " calls\n");
  if (Model.Assembly)
    return printCode(Lines, Function);
  if (print(Lines))
    printElsewhere(Elsewhere);
  return Error::success();
}

/// Prints how much of a function is code that is inlined from other lines, and
/// from which, the most first.
void SourceLister::printElsewhere(
    const std::map<SourcePlace, LineFigures> &Lines) {
  using Place = std::pair<double, std::string>;
  std::vector<Place> Places;
  double Total = 0;
  bool IsEstimate = false;
  for (const auto &[Line, Figures] : Lines) {
    Total += Figures.Samples;
    IsEstimate |= Figures.IsEstimate;
    Places.push_back({Figures.Samples, Line.first.empty()
                                           ? "unknown lines"
                                           : (sys::path::filename(Line.first) +
                                              ":" + Twine(Line.second))
                                                 .str()});
  }
  if (Total == 0)
    return;
  llvm::stable_sort(
      Places, [](const Place &A, const Place &B) { return A.first > B.first; });
  const CostText Costs(Model.Run.Cost);
  To.OS << "And " << (IsEstimate ? "~" : "") << Costs.amount(Model.cost(Total))
        << " in code that is inlined from elsewhere:";
  constexpr size_t MostPlaces = 4;
  const char *Between = " ";
  for (const auto &[Each, Name] : ArrayRef(Places).take_front(MostPlaces)) {
    To.OS << Between << printable(Name) << ' '
          << Costs.amount(Model.cost(Each));
    Between = ", ";
  }
  if (Places.size() > MostPlaces)
    To.OS << ", " << Places.size() - MostPlaces << " more";
  To.OS << '\n';
}

Error SourceLister::listFunctions(StringRef Name) {
  const FunctionLookup Lookup(Model);
  if (Lookup.find(Name).empty())
    if (const StackModuleRow *Module = otherModuleOf(Model, Name)) {
      if (Model.Assembly)
        return listOfModules(functionsElsewhere(Model, Name));
      return makeError("'" + shortened(Name) + "' is a function of " +
                       printable(Module->Name) +
                       (Module->HasProfile
                            ? "; list it with this library and its profile"
                            : ", which has no profile"));
    }
  Expected<SmallVector<FunctionIndex, 1>> Found =
      chooseFunctions(Lookup, Name,
                      "no function '" + shortened(Name) +
                          "'; if it is inlined everywhere, annotate shows its "
                          "lines");
  if (!Found)
    return Found.takeError();
  bool IsFirst = true;
  for (FunctionIndex I : *Found) {
    if (!IsFirst)
      To.OS << '\n';
    IsFirst = false;
    const ModelFunction &Function = Model.Functions[I];
    if (Function.Path.empty() && !Model.Assembly)
      To.OS << printable(Function.Name) << ": nothing is known of its source\n";
    else if (Error E = listFunction(Function, I))
      return E;
  }
  return Error::success();
}

/// Computes lines of source and passes them to \p List.
static Expected<int> withLines(const CommandLine &Line, Context &To,
                               ArrayRef<std::string> Words,
                               function_ref<Error(SourceLister &)> List) {
  Expected<Terminal> Display = Terminal::of(To.OS, Line);
  if (!Display)
    return Display.takeError();
  Expected<Options> Opts = viewOptions(Line, Words);
  if (!Opts)
    return Opts.takeError();
  Opts->Lines = true;
  Opts->ShowUnused = true;
  auto Print = [&](const ProfileModel &Model) {
    SourceLister Lister(Model, {Opts->SourceFolders, Opts->AnySource}, *Display,
                        To);
    Error Failed = List(Lister);
    if (!Failed)
      Lister.printNote();
    return Failed;
  };
  ModelParts Parts;
  Parts.Assembly = Line.has(OPT_assembly);
  Parts.StacksBesideCosts = true; // they know the functions of other modules
  if (Error E = computeModel(*Opts, To.Warn, Print, Parts))
    return std::move(E);
  return EXIT_SUCCESS;
}

Expected<int> command::annotate(const CommandLine &Line, Context &To) {
  return withLines(Line, To, Line.inputs(), [&](SourceLister &Lister) {
    Lister.listFiles(Line.valueOf(OPT_focus, ""));
    return Error::success();
  });
}

/// Whether \p Name is that of profile data, and hardly a function's.
static bool namesData(StringRef Name) {
  if (!sys::fs::is_regular_file(Name))
    return false;
  Expected<bool> IsData = isDataFile(Name);
  if (IsData)
    return *IsData;
  consumeError(IsData.takeError());
  return false;
}

Expected<int> command::list(const CommandLine &Line, Context &To) {
  std::vector<std::string> Words = Line.inputs();
  constexpr StringLiteral Wanted =
      "list expects a function in front of the program, as in 'llvm-gprof list "
      "main PROGRAM'";
  if (Words.empty())
    return makeError(Wanted);
  // The function may stand behind the program.
  if (Words.size() > 1 && isProgram(Words[0]) && !isProgram(Words[1]))
    std::swap(Words[0], Words[1]);
  if (namesData(Words[0]))
    return makeError(Wanted);
  return withLines(Line, To, ArrayRef(Words).drop_front(),
                   [&](SourceLister &Lister) {
                     return Lister.listFunctions(Words.front());
                   });
}
