//===-- commands/list/SourceLister.cpp - Files and functions --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists files and functions, as source or as instructions. A function is listed
// with its own lines. Time in code that is inlined from elsewhere stands below
// them.
//
//===----------------------------------------------------------------------===//

#include "commands/list/SourceLister.h"
#include "commands/CostText.h"
#include "model/FunctionLookup.h"
#include "model/StackFacts.h"
#include "model/StackTimes.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

void SourceLister::printNote() const {
  if (HasCounts && Model.Run.IsOptimized)
    Ctx.OS << OptimizedNote;
}

bool SourceLister::print(const SourceListing &Listing, StringRef Separator,
                         bool NeedsSource) {
  if (!Source.print(Listing, Separator, NeedsSource))
    return false;
  HasCounts |= any_of(Listing.Lines, [](const auto &Line) {
    return Line.second.Count.has_value();
  });
  return true;
}

/// Adds the time of the lines of libraries with profiles to the files that
/// \p Find has.
void SourceLister::addLibraryTimes(
    function_ref<SourceListing *(StringRef)> Find) const {
  if (!Model.isMeasured())
    return;
  for (const StackLine &Line : StackTimes(Model).lines()) {
    const uint32_t Module = Model.Functions[Line.Function].Module;
    if (Line.Time.Self > 0 && Module != NoIndex &&
        !Model.Modules[Module].IsProgram && Model.Modules[Module].HasProfile)
      if (SourceListing *File = Find(Line.Path))
        File->Lines[Line.Line].Samples += Line.Time.Self;
  }
}

/// Lists all files with samples or counts, or those that \p Focus names.
void SourceLister::listFiles(StringRef Focus) {
  std::map<StringRef, SourceListing> Files;
  auto Find = [&](StringRef Path) -> SourceListing * {
    if (Path.empty() || (!Focus.empty() && !isPathOf(Path, Focus)))
      return nullptr;
    Files[Path].Path = Path;
    return &Files[Path];
  };
  for (const ModelRow &Row : Model.Flat)
    if (SourceListing *File = Row.Self > 0 ? Find(Row.Path) : nullptr)
      File->Lines[Row.Line].add(Model, Row);
  for (ArrayRef<CountedFile> All : {ArrayRef(Model.Lines), Model.LibraryLines})
    for (const CountedFile &Counted : All)
      if (any_of(Counted.Lines, [](const CountedLine &L) { return L.Count; }))
        if (SourceListing *File = Find(Counted.Path))
          File->addFile(Counted);
  addLibraryTimes(Find);
  bool HasPrinted = false;
  for (const auto &[Path, File] : Files)
    HasPrinted |= print(File, HasPrinted ? "\n" : "", /*NeedsSource=*/true);
  if (Files.empty())
    Ctx.Warn.add(Focus.empty() ? "no line of source has time or a count"
                               : "no file of this name has time or a count",
                 shortened(Focus));
}

/// Prints the code of \p Function, below the lines of \p Listing if their
/// source is found.
Error SourceLister::printCode(const SourceListing &Listing,
                              const ModelFunction &Function) {
  Expected<FunctionAssembly> Code = Model.Assembly->disassemble(
      {NoIndex, Function.Address}, /*Measured=*/nullptr);
  if (!Code)
    return Code.takeError();
  AssemblyContext Context;
  Context.Path = Listing.Path;
  Context.FirstLine = Listing.Ranges.front().First;
  Context.LastLine = Listing.Ranges.back().Last;
  Context.Cost = Model.Run.Cost;
  Context.Total = Model.allSamples();
  Context.Granularity = Model.Run.Granularity;
  for (const auto &[Number, Figures] : Listing.Lines)
    if (Figures.Count)
      Context.Counts[Number] = *Figures.Count;
  HasCounts |= !Context.Counts.empty();
  std::unique_ptr<MemoryBuffer> File;
  if (!Listing.Path.empty())
    File = Source.open(Listing.Path);
  if (File) {
    Context.Source = File->getBuffer();
    Ctx.OS << printable(Listing.Path) << ":\n";
  }
  printAssembly(Ctx.OS, Display, *Code, Context);
  return Error::success();
}

/// Lists the code of \p Found, functions of the stacks.
Error SourceLister::listOfModules(ArrayRef<FunctionIndex> Found) {
  const StackTimes Times(Model);
  const CostText Costs(Model.StackCost);
  const char *Separator = "";
  for (FunctionIndex I : Found) {
    const ModelFunction &Function = Model.Functions[I];
    if (!Function.Address || Function.Module == NoIndex)
      continue;
    Expected<FunctionAssembly> Code = Model.Assembly->disassemble(
        {Function.Module, Function.Address}, &Model);
    if (!Code)
      return Code.takeError();
    const StackTime &Time = Times.ofFunction(I);
    Ctx.OS << Separator;
    printText(printable(Function.Name) + " [" +
              printable(Model.Modules[Function.Module].Name) +
              "]: " + Costs.amount(Model.stackCost(Time.Self)) + ", " +
              Costs.amount(Model.stackCost(Time.Total)) +
              " measured with what it calls; % of the process");
    AssemblyContext Context;
    Context.Path = Function.Path;
    Context.FirstLine = Function.Line;
    Context.Cost = Model.StackCost;
    Context.Total = Times.total();
    std::unique_ptr<MemoryBuffer> File;
    if (!Function.Path.empty())
      File = Source.open(Function.Path, /*WarnIfMissing=*/false);
    if (File)
      Context.Source = File->getBuffer();
    printAssembly(Ctx.OS, Display, *Code, Context);
    Separator = "\n";
  }
  return Error::success();
}

/// Returns the lines of \p Function: those with code that is not inlined, those
/// of its \p Copies, and what is between them. Behind them, by file, lines of
/// its code that #include or #line takes from others.
std::vector<SourceListing>
SourceLister::ownLines(FunctionIndex Index, const InlinedCopies &Copies) const {
  const ModelFunction &Function = Model.Functions[Index];
  std::map<StringRef, std::set<uint32_t>> Numbers = Copies.Numbers;
  for (const ModelRow &Row : Model.Flat)
    if (Row.Function == Index &&
        (Row.InlinedInto.empty() || Row.LinkName == Function.LinkName))
      Numbers[Row.Path].insert(Row.Line);
  // The first instruction may be inlined from another file.
  const UnitFunction *Definition = Function.Definition;
  if (Definition && (!Definition->Line || !Numbers.count(Definition->Path)))
    Definition = nullptr;
  const StringRef Path = Definition ? Definition->Path : Function.Path;
  if (!Definition)
    Numbers[Path].insert(Function.Line);
  std::vector<SourceListing> Result = {
      Source.wholeFunction(Path, Numbers[Path], Definition)};
  Numbers.erase(Path);
  Numbers.erase("");
  for (const auto &[OtherPath, OtherNumbers] : Numbers) {
    SourceListing &Listing = Result.emplace_back();
    Listing.Path = OtherPath;
    Listing.Ranges = rangesOf(OtherNumbers);
  }
  return Result;
}

/// Whether a function is a lambda in the function \p Outer, or a member of a
/// class there, by their linkage names.
static bool isInside(StringRef LinkName, StringRef Outer) {
  if (!Outer.consume_front("_Z") || !LinkName.consume_front("_Z"))
    return false;
  // Each Z begins the name of a function that contains the rest.
  while (LinkName.consume_front("Z"))
    if (LinkName.starts_with(Outer) &&
        LinkName.drop_front(Outer.size()).starts_with("E"))
      return true;
  return false;
}

/// Returns the linkage name of the function in the source: a coroutine's code
/// is split.
static StringRef wholeCoroutine(StringRef LinkName) {
  for (StringRef Part : {".resume", ".destroy", ".cleanup"})
    if (LinkName.consume_back(Part))
      break;
  return LinkName;
}

/// Returns the counts of the lines of \p File that code of \p Copies has.
static std::vector<CountedLine> countsOfCopies(const CountedFile &File,
                                               const InlinedCopies &Copies) {
  std::vector<CountedLine> Result;
  auto Numbers = Copies.Numbers.find(File.Path);
  if (Numbers != Copies.Numbers.end())
    copy_if(File.Lines, std::back_inserter(Result),
            [&](const CountedLine &Line) {
              return Numbers->second.count(Line.Number) != 0;
            });
  return Result;
}

/// Adds the counts of \p Function to \p Listing.
void SourceLister::addCounts(const ModelFunction &Function,
                             const InlinedCopies &Copies,
                             SourceListing &Listing) const {
  for (const CountedFile &File : Model.Lines) {
    if (File.Path != Listing.Path)
      continue;
    Listing.noteUnknown(File);
    const StringRef Whole = wholeCoroutine(Function.LinkName);
    for (const CountedFunction &Counted : File.Functions)
      if (wholeCoroutine(Counted.LinkName) == Whole ||
          isInside(Counted.LinkName, Function.LinkName))
        Listing.add(Counted.Lines);
    if (!Model.Run.IsOptimized)
      continue;
    // Counts of blocks are those of the functions that contain the copies.
    const std::vector<CountedLine> All = countsOfCopies(File, Copies);
    for (const CountedLine &Line : All)
      Listing.Lines[Line.Number].Count.reset();
    Listing.add(All);
  }
}

static std::string nameCalls(uint64_t Calls) {
  return utostr(Calls) + (Calls == 1 ? " call" : " calls");
}

Error SourceLister::listFunction(FunctionIndex Index) {
  const ModelFunction &Function = Model.Functions[Index];
  const FunctionTime Time(Model, Index);
  // Instructions are those of the function out of line.
  const InlinedCopies Copies = Model.Assembly ? InlinedCopies() : Time.copies();
  std::vector<SourceListing> Files = ownLines(Index, Copies);
  std::map<SourcePlace, LineFigures> Elsewhere;
  auto Add = [&](const ModelRow &Row) {
    if (Row.Self == 0)
      return;
    auto Shown = find_if(Files, [&](const SourceListing &Listing) {
      return Row.Path == Listing.Path && Listing.has(Row.Line);
    });
    (Shown != Files.end() ? Shown->Lines[Row.Line]
                          : Elsewhere[{Row.Path, Row.Line}])
        .add(Model, Row);
  };
  for (const ModelRow &Row : Model.Flat)
    if (Row.Function == Index)
      Add(Row);
  for (const ModelRow *Row : Copies.Rows)
    Add(*Row);
  addCounts(Function, Copies, Files.front());
  // The counts of a function are those of the file in which it begins.
  for (SourceListing &Listing : drop_begin(Files))
    for (const CountedFile &File : Model.Lines)
      if (File.Path == Listing.Path)
        Listing.addFile(File);

  std::string Head =
      Time.head(Function.Name) + ", " + nameCalls(Function.executions());
  if (Model.Assembly && Time.self() != Function.Self)
    Head += "; its instructions " +
            CostText(Model.Run.Cost).amount(Model.cost(Function.Self));
  else if (!Model.Assembly && !Time.copies().Rows.empty())
    Head += (Time.isMeasured() ? "; inlined into" : "; also inlined into") +
            listOf(Time.inCallers());
  printText(Head);
  if (Model.Assembly)
    return printCode(Files.front(), Function);
  bool HasPrinted = false;
  for (const SourceListing &Listing : Files)
    HasPrinted |= print(Listing);
  if (HasPrinted)
    printElsewhere(Elsewhere);
  return Error::success();
}

/// Prints \p Line in as many lines as it needs.
void SourceLister::printText(const Twine &Line) {
  Ctx.OS << wrapLines((Line + "\n").str(), Display);
}

/// Returns \p Amounts, the greatest first, as the end of a sentence.
std::string SourceLister::listOf(std::vector<NamedAmount> Amounts) const {
  constexpr size_t Most = 4;
  llvm::stable_sort(Amounts, [](const NamedAmount &A, const NamedAmount &B) {
    return A.first > B.first;
  });
  const CostText Costs(Model.Run.Cost);
  std::string Text;
  for (const auto &[Amount, Name] : ArrayRef(Amounts).take_front(Most))
    Text +=
        (Text.empty() ? " " : ", ") + printable(Name) +
        (Model.allSamples() > 0 ? " " + Costs.amount(Model.cost(Amount)) : "");
  if (Amounts.size() > Most)
    Text += ", " + utostr(Amounts.size() - Most) + " more";
  return Text;
}

/// Prints how much of a function is code that is inlined from other lines, and
/// from which, the most first.
void SourceLister::printElsewhere(
    const std::map<SourcePlace, LineFigures> &Lines) {
  std::vector<NamedAmount> Places;
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
  printText(
      Twine("And ") + (IsEstimate ? "~" : "") +
      CostText(Model.Run.Cost).amount(Model.cost(Total)) +
      " in code that is inlined from elsewhere:" + listOf(std::move(Places)));
}

/// Returns how often \p Function, which is inlined everywhere, was executed.
std::optional<uint64_t>
SourceLister::inlinedCalls(const InlinedFunction &Function) const {
  for (FunctionIndex F = 0; F < Model.Functions.size(); ++F)
    if (const ModelFunction &Candidate = Model.Functions[F];
        Candidate.LinkName == Function.LinkName && Candidate.HasInlinedCalls &&
        Model.isOfProgram(F) &&
        (Function.Path.empty() || isSameFile(Candidate.Path, Function.Path)))
      return Candidate.Calls;
  return std::nullopt;
}

/// Lists the lines of all inlined copies of \p Function together.
void SourceLister::listInlined(const InlinedFunction &Function) {
  const FunctionTime Time(Model, Function);
  const InlinedCopies &Copies = Time.copies();
  std::string Head = Time.head(Copies.Name);
  if (const std::optional<uint64_t> Calls = inlinedCalls(Function))
    Head += ", " + nameCalls(*Calls);
  const std::vector<NamedAmount> Callers = Time.inCallers();
  printText(Head + (Callers.empty() ? ", inlined without code of its own"
                                    : ", inlined into" + listOf(Callers)));
  std::map<SourcePlace, LineFigures> Elsewhere;
  for (const ModelRow *Row : Copies.Rows)
    if (Row->Self > 0)
      Elsewhere[{Row->Path, Row->Line}].add(Model, *Row);
  for (auto [Path, Numbers] : Copies.Numbers) {
    ArrayRef<CountedLine> Counts;
    for (const CountedFile &File : Model.Lines) {
      if (File.Path != Path)
        continue;
      auto Own = find_if(File.Functions, [&](const CountedFunction &Counted) {
        return Counted.LinkName == Function.LinkName;
      });
      // Counts of blocks are those of the functions that contain the copies.
      Counts = Own == File.Functions.end() ? File.Lines : Own->Lines;
      if (Own != File.Functions.end())
        for (const CountedLine &Line : Own->Lines)
          Numbers.insert(Line.Number);
    }
    SourceListing Lines =
        Source.wholeFunction(Path, std::move(Numbers), Copies.Definition);
    Lines.add(Counts);
    for (const CountedFile &File : Model.Lines)
      if (File.Path == Path)
        Lines.noteUnknown(File);
    for (auto It = Elsewhere.begin(); It != Elsewhere.end();) {
      const auto &[OfPath, Line] = It->first;
      const bool IsShown = OfPath == Path && Lines.has(Line);
      if (IsShown)
        Lines.Lines[Line].add(It->second);
      It = IsShown ? Elsewhere.erase(It) : std::next(It);
    }
    print(Lines);
  }
  printElsewhere(Elsewhere);
}

Error SourceLister::listFunctions(StringRef Name, DataWords Words) {
  Expected<ChosenFunctions> Chosen =
      FunctionChooser(Model, Source, std::move(Words)).choose(Name);
  if (!Chosen)
    return Chosen.takeError();
  Source.mark(Name);
  if (!Chosen->Whole.empty() && !Model.isInGraph(Chosen->Whole.front()))
    return listOfModules(Chosen->Whole);
  const char *Separator = "";
  for (const InlinedFunction &Function : Chosen->Inlined) {
    Ctx.OS << Separator;
    Separator = "\n";
    listInlined(Function);
  }
  auto HasSource = [](const ModelFunction &F) { return !F.Path.empty(); };
  auto IsListable = [&](FunctionIndex I) {
    return Model.Assembly || HasSource(Model.Functions[I]);
  };
  // A pattern matches functions of the C library's startup, too.
  SmallVector<FunctionIndex, 1> &Found = Chosen->Whole;
  if (any_of(Found, IsListable))
    llvm::erase_if(Found, [&](FunctionIndex I) { return !IsListable(I); });
  for (FunctionIndex I : Found) {
    Ctx.OS << Separator;
    Separator = "\n";
    const ModelFunction &Function = Model.Functions[I];
    if (!IsListable(I))
      Ctx.OS << printable(Function.Name) << ": nothing is known of its source; "
             << (any_of(Model.graphFunctions(), HasSource)
                     ? "the compiler made it, or its file was compiled without "
                       "-g\n"
                     : "-gline-tables-only has its lines, gmon-clang -a=source "
                       "their executions\n");
    else if (Error E = listFunction(I))
      return E;
  }
  return Error::success();
}
