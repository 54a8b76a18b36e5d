//===-- NextSteps.cpp - What to do, and what to ask next ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command line names a function by the shortest name that finds it and no
// other.
//
//===----------------------------------------------------------------------===//

#include "commands/report/NextSteps.h"
#include "advice/Adviser.h"
#include "commands/report/StackNames.h"
#include "model/StackTimes.h"
#include "support/ShellWord.h"
#include "views/FitName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// A function that a command may name.
struct NamedFunction {
  FunctionIndex Index = NoFunction;   ///< of the stacks or the model
  FunctionIndex InModel = NoFunction; ///< of the model
  bool HasSource = false;
};

/// Finds names by which commands find just one function.
class FunctionNamer {
public:
  explicit FunctionNamer(const ProfileModel &Model)
      : Listed(Model),
        Reported(Model.hasSampledStacks() ? FunctionLookup(*Model.Stacks)
                                          : Listed) {}

  /// Returns the shortest name of \p Function as a word of a shell, in at most
  /// \p Room characters; or an empty text.
  std::string shortestName(const NamedFunction &Function, size_t Room) const;

private:
  /// Whether list and report find \p Function by \p Name.
  bool finds(const NamedFunction &Function, StringRef Name) const {
    const auto InModel = Listed.findAny(Name);
    return ArrayRef(Reported.findAny(Name)) == ArrayRef(Function.Index) &&
           (Function.InModel == NoFunction
                ? InModel.empty()
                : ArrayRef(InModel) == ArrayRef(Function.InModel));
  }

  FunctionLookup Listed;
  FunctionLookup Reported;
};

/// Prints advice and command lines.
class NextSteps {
public:
  NextSteps(const ProfileModel &Model, const Terminal &Display,
            ArrayRef<std::string> Options, ArrayRef<std::string> Words)
      : Model(Model), Display(Display), Opts(shellWords(Options)),
        Files(shellWords(Words)),
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
  NamedFunction functionAt(FunctionIndex F) const;
  std::string nameOf(FunctionIndex F) const;
  std::string command(const Twine &Text) const {
    return (Text + Opts + Files).str();
  }
  std::string listCommand(StringRef Name) const;
  size_t roomForName() const;
  void chooseHottest(ArrayRef<FunctionIndex> Functions);
  std::string commandOf(const Advice &Item) const;
  void printItem(raw_ostream &OS, const Advice &Item) const;
  void printAdvice(raw_ostream &OS) const;
  void printCommands(raw_ostream &OS, ArrayRef<FunctionIndex> Functions) const;

  const ProfileModel &Model;
  const Terminal &Display;
  const std::string Opts, Files, Page;
  const size_t Width;
  const FunctionNamer Namer;
  NamedFunction Hottest; ///< the first with a name; its commands are printed
  std::string HottestName;
};

} // namespace

std::string FunctionNamer::shortestName(const NamedFunction &Function,
                                        size_t Room) const {
  std::string Shortest;
  for (const std::string &Name : Reported.spellingsOf(Function.Index)) {
    std::string Word = shellWord(Name);
    if (Word.size() <= Room &&
        (Shortest.empty() || Word.size() < Shortest.size()) &&
        finds(Function, Name))
      Shortest = std::move(Word);
  }
  return Shortest;
}

/// Returns the functions of the program in the order of the table.
std::vector<FunctionIndex> NextSteps::hotFunctions() const {
  std::vector<std::pair<double, FunctionIndex>> Order;
  if (Model.hasSampledStacks()) {
    const StackModel &Stacks = *Model.Stacks;
    const StackTimes Times(Stacks);
    for (const auto &[F, Function] : enumerate(Stacks.Functions))
      if (Function.What == StackFunction::Function && Stacks.isOfProgram(F))
        Order.push_back({-Times.ofFunction(F).Self, F});
  } else {
    for (const auto &[F, Function] : enumerate(Model.Functions))
      Order.push_back({-Function.Self, F});
  }
  llvm::sort(Order);
  std::vector<FunctionIndex> Functions;
  for (const auto &[MinusSelf, F] : Order)
    if (MinusSelf < 0)
      Functions.push_back(F);
  return Functions;
}

NamedFunction NextSteps::functionAt(FunctionIndex F) const {
  if (!Model.hasSampledStacks())
    return {F, F, !Model.Functions[F].Path.empty()};
  const StackFunction &Function = Model.Stacks->Functions[F];
  return {F, Function.InModel, !Function.Path.empty()};
}

/// Returns the name of \p F in a table.
std::string NextSteps::nameOf(FunctionIndex F) const {
  return Model.hasSampledStacks() ? StackNames(*Model.Stacks).function(F)
                                  : Model.Functions[F].Name.str();
}

/// Returns how long a function's name in a command may be.
size_t NextSteps::roomForName() const {
  const size_t Other =
      Program.size() + ByName.size() + Opts.size() + Files.size();
  // With long paths of files no line is short.
  constexpr size_t LeastRoom = 10;
  return Other + LeastRoom > Width ? SIZE_MAX : Width - Other;
}

void NextSteps::chooseHottest(ArrayRef<FunctionIndex> Functions) {
  constexpr size_t MostTried = 20;
  for (FunctionIndex F : Functions.take_front(MostTried)) {
    HottestName = Namer.shortestName(functionAt(F), roomForName());
    if (HottestName.empty())
      continue;
    Hottest = functionAt(F);
    return;
  }
}

std::string NextSteps::listCommand(StringRef Name) const {
  // A name such as "-rf" is no option.
  return Name.starts_with("-") ? ("list" + Opts + " -- " + Name + Files).str()
                               : command("list " + Name);
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
  const NamedFunction Function = functionAt(Item.Function);
  if (Function.Index == Hottest.Index)
    return "";
  const std::string Name = Namer.shortestName(Function, roomForName());
  if (Name.empty())
    return "";
  return Item.View == AdviceView::Source && Function.HasSource
             ? listCommand(Name)
             : command(ByName + Name);
}

void NextSteps::printItem(raw_ostream &OS, const Advice &Item) const {
  const CostKind &Cost =
      isAdviceOfStacks(Model) ? Model.Stacks->Cost : Model.Run.Cost;
  // Two names and what is said of them have room in two lines.
  const size_t MostOfName = Display.Markdown ? SIZE_MAX : Width / 2;
  const std::string Text = adviceText(Item, Cost, [&](uint32_t F) {
    return fitName(printable(nameOf(F)), MostOfName);
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
          {listCommand(HottestName), "its source, with time and counts"});
    Steps.push_back({command(ByName + HottestName), "who calls it"});
  }
  if (!Functions.empty()) {
    if (functionAt(Functions.front()).HasSource)
      Steps.push_back({command("report -l"), "the lines that take the time"});
    Steps.push_back({command("report --tree"), "what calls what"});
  }
  Steps.push_back(
      {command("--html=" + shellWord(Page)), "all of it, for a browser"});
  Steps.push_back({command("-p -q"), "gprof's flat profile and call graph"});
  // Texts are aligned where all fit, and below commands that are too long.
  constexpr size_t Gap = 2;
  size_t Longest = 0, Widest = 0;
  for (const auto &[Command, Text] : Steps)
    Longest = std::max(Longest, Program.size() + Gap + Text.size());
  for (const auto &[Command, Text] : Steps)
    if (Command.size() + Longest <= Width)
      Widest = std::max(Widest, Command.size());
  OS << "\nNext:\n";
  for (const auto &[Command, Text] : Steps) {
    OS << Program << Command;
    if (Program.size() + Command.size() + Gap + Text.size() > Width)
      OS << '\n' << "    ";
    else
      OS.indent(std::max(Widest, Command.size()) - Command.size() + Gap);
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
