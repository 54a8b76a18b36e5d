//===-- NextSteps.cpp - What to do, and what to ask next ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses command lines for the user's next steps, and prints them. A command
// line names a function by the shortest name that finds it and no other; if
// none fits, together with its file; or else with others of its name.
//
//===----------------------------------------------------------------------===//

#include "advice/Advice.h"
#include "advice/CodeOrigin.h"
#include "commands/MergeInputs.h"
#include "commands/report/ProfileReport.h"
#include "commands/report/StackNames.h"
#include "model/StackTimes.h"
#include "program/OtherModules.h"
#include "support/Printable.h"
#include "views/FitNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// A function that a command may name.
struct SuggestedFunction {
  FunctionIndex Index = NoIndex;
  StringRef Path; ///< its source file; empty if unknown
  /// The library that list reads; null if it is the program.
  const StackModuleRow *Library = nullptr;
  bool HasSource = false; ///< which list prints
};

/// Finds names by which commands find functions.
class FunctionNamer {
public:
  explicit FunctionNamer(const ProfileModel &Model)
      : Model(Model), Listed(FunctionLookup::ofGraph(Model)),
        Reported(Model.HasStacks ? FunctionLookup(Model) : Listed) {}

  /// Returns the shortest name of \p Function as a word of a shell, in at most
  /// \p Room characters; or an empty text. Other functions have it, too, only
  /// if there is no other name.
  std::string shortestName(const SuggestedFunction &Function,
                           size_t Room) const;

private:
  bool finds(const SuggestedFunction &Function, StringRef Name,
             bool IsAlone) const;
  std::string shortest(const SuggestedFunction &Function, size_t Room,
                       StringRef File, bool IsAlone) const;

  const ProfileModel &Model;
  FunctionLookup Listed;
  FunctionLookup Reported;
};

/// Returns \p Words for classic reports, which read neither folders nor
/// patterns: as the files that they stand for, if these are few.
std::optional<std::string> classicFiles(ArrayRef<std::string> Words) {
  if (all_of(Words, [](StringRef Word) {
        return Word == "-" ||
               (sys::fs::exists(Word) && !sys::fs::is_directory(Word));
      }))
    return shellWords(Words);
  Warnings Ignored;
  Expected<NameList> Found =
      expandNames(NameList(Words), SegmentChoice(), Ignored);
  if (!Found) {
    consumeError(Found.takeError());
    return std::nullopt;
  }
  std::vector<std::string> Names;
  constexpr size_t Most = 4;
  for (const std::string &Name : *Found)
    if (Names.size() <= Most && libraryOf(Name).empty())
      Names.push_back(Name);
  if (Names.size() > Most)
    return std::nullopt;
  return shellWords(Names);
}

/// Prints advice and command lines.
class NextSteps {
public:
  NextSteps(const ProfileModel &Model, const Terminal &Display,
            ArrayRef<std::string> Options, ArrayRef<std::string> Words)
      : Model(Model), Display(Display), Opts(shellWords(Options)),
        Files(shellWords(Words)), Classic(classicFiles(Words)),
        Page(Words.empty()
                 ? "profile.html"
                 : (sys::path::filename(Words.front()) + ".html").str()),
        Width(Display.Width ? Display.Width : DefaultWidth), Namer(Model) {}
  void print(raw_ostream &OS);

private:
  static constexpr unsigned DefaultWidth = 80;
  static constexpr StringLiteral Program = "  llvm-gprof ",
                                 ByName = "report --callers=";

  std::vector<FunctionIndex> hotFunctions() const;
  SuggestedFunction functionAt(FunctionIndex F) const;
  std::string command(const Twine &Text) const {
    return (Text + Opts + Files).str();
  }
  std::string listCommand(const SuggestedFunction &Function,
                          StringRef Name) const;
  size_t roomForName(const SuggestedFunction &Function) const;
  void chooseHottest(ArrayRef<FunctionIndex> Functions);
  std::string commandOf(const Advice &Item) const;
  void printItem(raw_ostream &OS, const Advice &Item) const;
  void printAdvice(raw_ostream &OS) const;
  void printCommands(raw_ostream &OS, ArrayRef<FunctionIndex> Functions) const;

  const ProfileModel &Model;
  const Terminal &Display;
  const std::string Opts, Files;
  const std::optional<std::string> Classic; ///< Files for classic reports
  const std::string Page;
  const size_t Width;
  const FunctionNamer Namer;
  SuggestedFunction
      Hottest; ///< the first with a name; its commands are printed
  std::string HottestName;
};

} // namespace

/// Whether list and report find \p Function by \p Name; and no other if it \p
/// IsAlone.
bool FunctionNamer::finds(const SuggestedFunction &Function, StringRef Name,
                          bool IsAlone) const {
  auto Has = [&](ArrayRef<FunctionIndex> Found, FunctionIndex Wanted) {
    return IsAlone ? Found == ArrayRef(Wanted) : is_contained(Found, Wanted);
  };
  // A library has more functions than those on stacks: of these, some may have
  // names with the same end.
  if (Function.Library)
    return Has(Reported.find(Name), Function.Index);
  const auto InGraph = Listed.findAny(Name);
  return Has(Reported.findAny(Name), Function.Index) &&
         (Model.isInGraph(Function.Index) ? Has(InGraph, Function.Index)
                                          : InGraph.empty());
}

/// Returns the shortest name that finds \p Function, behind \p File and a colon
/// if that is not empty.
std::string FunctionNamer::shortest(const SuggestedFunction &Function,
                                    size_t Room, StringRef File,
                                    bool IsAlone) const {
  std::string Shortest;
  for (const std::string &Name : Reported.spellingsOf(Function.Index)) {
    const std::string Whole = File.empty() ? Name : (File + ":" + Name).str();
    std::string Word = shellWord(Whole);
    if (Word.size() <= Room &&
        (Shortest.empty() || Word.size() < Shortest.size()) &&
        finds(Function, Whole, IsAlone))
      Shortest = std::move(Word);
  }
  return Shortest;
}

std::string FunctionNamer::shortestName(const SuggestedFunction &Function,
                                        size_t Room) const {
  // Words that do not fit are better than none.
  constexpr size_t LongWord = 80, LongestWord = 200;
  const StringRef File = sys::path::filename(Function.Path);
  std::string Name = shortest(Function, Room, "", /*IsAlone=*/true);
  if (Name.empty() && !File.empty())
    Name = shortest(Function, Room, File, /*IsAlone=*/true);
  if (Name.empty())
    Name = shortest(Function, Room, "", /*IsAlone=*/false);
  if (Name.empty() && Room < LongWord)
    Name = shortest(Function, LongWord, "", /*IsAlone=*/true);
  if (Name.empty() && Room < LongestWord)
    Name = shortest(Function, LongestWord, "", /*IsAlone=*/false);
  return Name;
}

/// Returns the functions of the program, and of libraries that list prints, in
/// the order of the table.
std::vector<FunctionIndex> NextSteps::hotFunctions() const {
  std::vector<std::pair<double, FunctionIndex>> Order;
  const StackTimes Times = StackTimes::shown(Model);
  const CompiledCode OfProgram(Model);
  for (const auto &[F, Function] : enumerate(Model.Functions))
    if (Times.areEstimates() || (Function.What == ModelFunction::Function &&
                                 (OfProgram.has(F) || functionAt(F).HasSource)))
      Order.push_back({-Times.ofFunction(F).Self, F});
  llvm::sort(Order);
  std::vector<FunctionIndex> Functions;
  for (const auto &[MinusSelf, F] : Order)
    if (MinusSelf < 0)
      Functions.push_back(F);
  return Functions;
}

SuggestedFunction NextSteps::functionAt(FunctionIndex F) const {
  const ModelFunction &Function = Model.Functions[F];
  SuggestedFunction Result = {F, Function.Path, nullptr,
                              !Function.Path.empty()};
  if (Function.Module != NoIndex && !Model.isOfProgram(F)) {
    Result.Library = &Model.Modules[Function.Module];
    Result.HasSource &= Result.Library->HasProfile;
  }
  return Result;
}

/// Returns how long the name of \p Function in a command may be.
size_t NextSteps::roomForName(const SuggestedFunction &Function) const {
  size_t Words = Files.size();
  if (Function.Library && Function.HasSource)
    Words = std::max(Words, wordsOf(*Function.Library).size());
  const size_t OtherColumns =
      Program.size() + ByName.size() + Opts.size() + Words;
  // With long paths of files no line is short.
  constexpr size_t LeastRoom = 10;
  return OtherColumns + LeastRoom > Width ? SIZE_MAX : Width - OtherColumns;
}

void NextSteps::chooseHottest(ArrayRef<FunctionIndex> Functions) {
  constexpr size_t MostTried = 20;
  for (FunctionIndex F : Functions.take_front(MostTried)) {
    Hottest = functionAt(F);
    HottestName = Namer.shortestName(Hottest, roomForName(Hottest));
    if (!HottestName.empty())
      return;
  }
  Hottest = SuggestedFunction();
}

/// Returns the command that prints the source of \p Function, by \p Name.
std::string NextSteps::listCommand(const SuggestedFunction &Function,
                                   StringRef Name) const {
  const std::string Read =
      Function.Library ? wordsOf(*Function.Library) : Files;
  // A name such as "-rf" is no option.
  return Name.starts_with("-") ? ("list" + Opts + " -- " + Name + Read).str()
                               : ("list " + Name + Opts + Read).str();
}

/// Returns the command that tells more about \p Item; or an empty text if there
/// is none, or if it is printed anyway.
std::string NextSteps::commandOf(const Advice &Item) const {
  switch (Item.View) {
  case AdviceView::None:
    return "";
  case AdviceView::Ranks:
    return command("report --ranks");
  case AdviceView::Mpi:
    return command("report --mpi");
  case AdviceView::Source:
  case AdviceView::Callers:
    break;
  }
  const SuggestedFunction Function = functionAt(Item.Function);
  if (Function.Index == Hottest.Index)
    return "";
  const std::string Name = Namer.shortestName(Function, roomForName(Function));
  if (Name.empty())
    return "";
  return Item.View == AdviceView::Source && Function.HasSource
             ? listCommand(Function, Name)
             : command(ByName + Name);
}

void NextSteps::printItem(raw_ostream &OS, const Advice &Item) const {
  // Two names and what is said of them have room in two lines.
  const size_t MostOfName = Display.Markdown ? SIZE_MAX : Width / 2;
  const StackNames Names(Model);
  const std::string Text = adviceText(Item, Model.shownCost(), [&](uint32_t F) {
    return fitName(printable(Names.function(F)), MostOfName);
  });
  Terminal Indented = Display;
  Indented.Width = Display.Markdown ? 0 : std::max<size_t>(Width, 20) - 2;
  SmallVector<StringRef> Lines;
  const std::string Wrapped = wrapLines(Text, Indented);
  SplitString(Wrapped, Lines, "\n");
  for (StringRef Line : Lines)
    OS << "  " << Line << '\n';
  if (const std::string Command = commandOf(Item); !Command.empty())
    OS << "  " << Program << Command << '\n';
}

void NextSteps::printAdvice(raw_ostream &OS) const {
  const std::vector<Advice> List = makeAdvice(Model);
  if (List.empty())
    return;
  OS << "\nWhat to do:\n";
  constexpr size_t Most = 4;
  for (const Advice &Item : ArrayRef(List).take_front(Most))
    printItem(OS, Item);
}

void NextSteps::printCommands(raw_ostream &OS,
                              ArrayRef<FunctionIndex> Functions) const {
  std::vector<std::pair<std::string, StringRef>> Steps;
  if (!HottestName.empty()) {
    if (Hottest.HasSource)
      Steps.push_back(
          {listCommand(Hottest, HottestName), "its source and times"});
    Steps.push_back({command(ByName + HottestName), "who calls it"});
  }
  if (!Functions.empty()) {
    if (functionAt(Functions.front()).HasSource)
      Steps.push_back({command("report -l"), "the hottest lines"});
    Steps.push_back({command("report --tree"), "what calls what"});
  }
  Steps.push_back(
      {"export -o " + shellWord(Page) + Opts + Files, "all, in a browser"});
  if (Classic && Opts.empty()) // gprof has no such options
    Steps.push_back({"-p -q" + *Classic, "reports of gprof"});
  // Shells take what is behind # for a comment. Comments begin in one column,
  // at which most have room; the others stand below their commands.
  constexpr StringLiteral Gap = "  # ";
  auto FitsAt = [&](const auto &Step, size_t Column) {
    const auto &[Command, Text] = Step;
    return Command.size() <= Column &&
           Program.size() + Column + Gap.size() + Text.size() <= Width;
  };
  size_t Column = 0, Most = 0;
  for (const auto &Step : Steps) {
    const size_t Tried = Step.first.size();
    const size_t Num = count_if(
        Steps, [&](const auto &Counted) { return FitsAt(Counted, Tried); });
    if (Num > Most || (Num == Most && Num && Tried < Column))
      Column = Tried, Most = Num;
  }
  OS << "\nNext:\n";
  for (const auto &Step : Steps) {
    const auto &[Command, Text] = Step;
    OS << Program << Command;
    if (FitsAt(Step, Column))
      OS.indent(Column - Command.size()) << Gap;
    else
      OS << "\n    # ";
    OS << Text << '\n';
  }
}

void NextSteps::print(raw_ostream &OS) {
  const std::vector<FunctionIndex> Functions = hotFunctions();
  chooseHottest(Functions);
  printAdvice(OS);
  printCommands(OS, Functions);
}

void command::printNextSteps(raw_ostream &OS, const ProfileModel &Model,
                             const Terminal &Display,
                             ArrayRef<std::string> Options,
                             ArrayRef<std::string> Words) {
  NextSteps(Model, Display, Options, Words).print(OS);
}
