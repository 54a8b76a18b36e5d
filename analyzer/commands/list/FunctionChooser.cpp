//===-- commands/list/FunctionChooser.cpp - What to list ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the functions that a user names. A name is looked up in the program
// first, then among functions that are inlined everywhere, then in the other
// modules of the process.
//
// Rows of the flat profile say which lines have code of a function's inlined
// copies. Samples of stacks say how much time that is, because report shows
// them.
//
//===----------------------------------------------------------------------===//

#include "commands/list/FunctionChooser.h"
#include "commands/CostText.h"
#include "commands/report/StackNames.h"
#include "model/StackFacts.h"
#include "model/StackTimes.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "views/FitNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Whether the line \p Line is in the function that is innermost in \p Row: it
/// is between the lines of its code, or in its text.
bool FunctionChooser::isAround(const ModelRow &Row, uint32_t Line) const {
  std::set<uint32_t> Numbers;
  for (const ModelRow &Candidate : Model.Flat)
    if (Candidate.LinkName == Row.LinkName && Candidate.Path == Row.Path)
      Numbers.insert(Candidate.Line);
  return Source.wholeFunction(Row.Path, std::move(Numbers), Row.Definition)
      .has(Line);
}

/// Whether the row's function is \p Function: files may have static ones of one
/// name.
static bool isOf(const ModelRow &Row, const ModelFunction &Function) {
  auto PathOf = [](const auto &Item) {
    return Item.Definition ? Item.Definition->Path : Item.Path;
  };
  return Row.LinkName == Function.LinkName && PathOf(Row) == PathOf(Function);
}

/// Adds the function that is innermost in \p Row to \p Chosen: that of the
/// model or, if it only exists where it is inlined, the inlined one.
void FunctionChooser::addInnermost(const ModelRow &Row,
                                   ChosenFunctions &Chosen) const {
  FunctionIndex Own = Row.Function;
  if (!Row.InlinedInto.empty() && !isOf(Row, Model.Functions[Own]))
    Own = find_if(Model.graphFunctions(),
                  [&](const ModelFunction &Function) {
                    return isOf(Row, Function);
                  }) -
          Model.graphFunctions().begin();
  if (Model.isInGraph(Own)) {
    if (!is_contained(Chosen.Whole, Own))
      Chosen.Whole.push_back(Own);
    return;
  }
  const InlinedFunction Inlined = {
      Row.LinkName, Row.Definition ? Row.Definition->Path : StringRef()};
  if (!is_contained(Chosen.Inlined, Inlined))
    Chosen.Inlined.push_back(Inlined);
}

/// Returns the functions that are innermost in \p Line of \p File or, if no
/// code has that line, the one whose text it is in.
ChosenFunctions FunctionChooser::aroundLine(StringRef File,
                                            uint32_t Line) const {
  ChosenFunctions Chosen;
  // In each file of the name: the nearest code in front of the line and behind.
  MapVector<StringRef, std::pair<const ModelRow *, const ModelRow *>> Nearest;
  for (const ModelRow &Row : Model.Flat) {
    if (!Row.Line || !isPathOf(Row.Path, File))
      continue;
    auto &[Last, Next] = Nearest[Row.Path];
    if (Row.Line == Line)
      addInnermost(Row, Chosen);
    else if (Row.Line < Line && (!Last || Row.Line > Last->Line))
      Last = &Row;
    else if (Row.Line > Line && (!Next || Row.Line < Next->Line))
      Next = &Row;
  }
  if (Chosen.Whole.empty() && Chosen.Inlined.empty())
    for (const auto &[Path, Rows] : Nearest)
      for (const ModelRow *Row : {Rows.first, Rows.second})
        if (Row && isAround(*Row, Line))
          addInnermost(*Row, Chosen);
  llvm::sort(Chosen.Whole);
  return Chosen;
}

/// Returns the linkage names of inlined functions, each with a function that
/// contains it; or with NoIndex if source counters count it, and no
/// instruction is on a line of it.
FunctionChooser::CallerMap FunctionChooser::inlinedFunctions() const {
  CallerMap Result;
  for (const ModelRow &Row : Model.Flat) {
    if (Row.InlinedInto.empty())
      continue;
    Result.try_emplace(Row.LinkName, Row.Function);
    for (const ModelFrame &Frame : ArrayRef(Row.InlinedInto).drop_back())
      Result.try_emplace(Frame.LinkName, Row.Function);
  }
  for (const auto &[F, Function] : enumerate(Model.Functions))
    if (Function.HasInlinedCalls && !Function.Address && Model.isOfProgram(F))
      Result.try_emplace(Function.LinkName, NoIndex);
  return Result;
}

/// Returns the functions that the user calls \p Name and that only exist where
/// they are inlined.
ChosenFunctions FunctionChooser::chooseInlined(StringRef Name) const {
  const CallerMap Callers = inlinedFunctions();
  std::vector<FunctionLookup::LinkedName> Names;
  for (const auto &[LinkName, Caller] : Callers)
    Names.push_back({LinkName, ""});
  ChosenFunctions Chosen;
  for (FunctionIndex I : chosenOrNone(FunctionLookup(Names), Name))
    Chosen.Inlined.push_back({Names[I].Name, ""});
  return Chosen;
}

/// Fails if instructions are wanted of inlined functions, which have none.
Error FunctionChooser::checkInstructions(StringRef Name,
                                         const ChosenFunctions &Chosen) const {
  if (!Model.Assembly || Chosen.Inlined.empty())
    return Error::success();
  const FunctionIndex Caller =
      inlinedFunctions().lookup(Chosen.Inlined.front().LinkName);
  if (Caller == NoIndex)
    return makeError("'" + shortened(Name) +
                     "' is inlined everywhere, and no instruction is its own");
  return makeError("'" + shortened(Name) + "' is inlined into '" +
                   printable(Model.Functions[Caller].Name) +
                   "', whose instructions list --assembly shows");
}

/// Returns \p E, that no function or several are called \p Name. Names of
/// functions that only exist where they are inlined, or elsewhere, are among
/// the suggested.
Error FunctionChooser::withOtherNames(StringRef Name, StringRef Missing,
                                      Error E) const {
  std::vector<FunctionLookup::LinkedName> Names;
  for (const ModelFunction &Function : Model.graphFunctions())
    Names.push_back({Function.LinkName, ""});
  for (const auto &[LinkName, Caller] : inlinedFunctions())
    Names.push_back({LinkName, ""});
  append_range(Names, Libraries.names());
  auto Found = chooseFunctions(FunctionLookup(Names), Name, Missing);
  if (Found)
    return E;
  consumeError(std::move(E));
  return Found.takeError();
}

/// Returns \p Found, functions of other modules that the user calls \p Name, if
/// instructions are wanted; otherwise fails.
Expected<ChosenFunctions>
FunctionChooser::chooseElsewhere(StringRef Name,
                                 ArrayRef<FunctionIndex> Found) const {
  ChosenFunctions Chosen;
  if (Error E = Libraries.choose(Name, Found).moveInto(Chosen.Whole))
    return std::move(E);
  return std::move(Chosen);
}

/// Returns the functions that the user calls \p Name and that have symbols.
Expected<ChosenFunctions>
FunctionChooser::chooseNamed(const FunctionLookup &Lookup,
                             StringRef Name) const {
  const std::string Missing = "no function '" + shortened(Name) + "'";
  ChosenFunctions Chosen;
  if (Error E = chooseFunctions(Lookup, Name, Missing).moveInto(Chosen.Whole))
    return withOtherNames(Name, Missing, std::move(E));
  return std::move(Chosen);
}

/// Returns the functions with code in or around \p Line of \p File, which the
/// user calls \p Name.
Expected<ChosenFunctions> FunctionChooser::chooseByLine(StringRef Name,
                                                        StringRef File,
                                                        uint32_t Line) const {
  ChosenFunctions Around = aroundLine(File, Line);
  if (!Around.Whole.empty())
    Around.Inlined.clear();
  if (Error E = checkInstructions(Name, Around))
    return std::move(E);
  if (!Around.Whole.empty() || !Around.Inlined.empty())
    return std::move(Around);
  if (auto Found = Libraries.aroundLine(File, Line); !Found.empty())
    return chooseElsewhere(Name, Found);
  return makeError("no function with code around line '" + shortened(Name) +
                   "'");
}

/// Whether functions of \p Lookup have \p Name, or an expression matches them.
static bool hasWhole(const FunctionLookup &Lookup, StringRef Name) {
  return !Lookup.find(Name).empty() ||
         (isExpression(Name) && !chosenOrNone(Lookup, Name).empty());
}

Expected<ChosenFunctions> FunctionChooser::choose(StringRef Name) const {
  const FunctionLookup Lookup = FunctionLookup::ofGraph(Model);
  if (hasWhole(Lookup, Name))
    return chooseNamed(Lookup, Name);
  ChosenFunctions Inlined = chooseInlined(Name);
  StringRef File;
  uint32_t Line = 0;
  if (Inlined.Inlined.empty() && isLineName(Name, File, Line))
    return chooseByLine(Name, File, Line);
  if (Error E = checkInstructions(Name, Inlined))
    return std::move(E);
  if (!Inlined.Inlined.empty())
    return std::move(Inlined);
  if (auto Found = Libraries.named(Name); !Found.empty())
    return chooseElsewhere(Name, Found);
  return chooseNamed(Lookup, Name);
}

bool LibraryFunctions::isElsewhere(FunctionIndex F) const {
  const ModelFunction &Function = Model.Functions[F];
  return Function.What == ModelFunction::Function &&
         Function.Module != NoIndex && !moduleOf(F).IsProgram;
}

LibraryFunctions::Functions LibraryFunctions::named(StringRef Name) const {
  // A lookup takes time, and the program's functions were not found.
  if (!Model.HasStacks)
    return {};
  Functions Found = chosenOrNone(FunctionLookup(Model), Name);
  llvm::erase_if(Found, [&](FunctionIndex F) { return !isElsewhere(F); });
  return Found;
}

LibraryFunctions::Functions LibraryFunctions::aroundLine(StringRef File,
                                                         uint32_t Line) const {
  std::map<std::pair<FunctionIndex, StringRef>, std::set<uint32_t>> Lines;
  visitLines(Model, [&](FunctionIndex F, StringRef Path, uint32_t Number) {
    if (Number && isPathOf(Path, File) && isElsewhere(F))
      Lines[{F, Path}].insert(Number);
  });
  Functions Exact, Around;
  for (auto &[Place, Numbers] : Lines) {
    const auto [F, Path] = Place;
    if (Numbers.count(Line))
      Exact.push_back(F);
    else if (Source.wholeFunction(Path, std::move(Numbers), nullptr).has(Line))
      Around.push_back(F);
  }
  return Exact.empty() ? Around : Exact;
}

std::vector<FunctionLookup::LinkedName> LibraryFunctions::names() const {
  std::vector<FunctionLookup::LinkedName> Result;
  for (const auto &[F, Function] : enumerate(Model.Functions))
    if (isElsewhere(F) && !Function.LinkName.empty())
      Result.push_back({Function.LinkName, moduleOf(F).Name});
  return Result;
}

/// Returns the function of which a copy of \p Inlined is a part.
FunctionIndex LibraryFunctions::callerOf(FunctionIndex Inlined) const {
  const std::vector<StackNode> &Nodes = Model.Nodes;
  for (const StackNode &Node : Nodes) {
    if (Node.Function != Inlined || !Node.IsInlined)
      continue;
    StackNodeIndex At = Node.Parent;
    while (At != NoIndex && Nodes[At].IsInlined)
      At = Nodes[At].Parent;
    if (At != NoIndex)
      return Nodes[At].Function;
  }
  for (const StackSiteCalls &Site : Model.SiteCalls)
    if (is_contained(Site.Callers, Inlined) && Site.caller() != Inlined)
      return Site.caller();
  return NoIndex;
}

/// Returns the error that \p F, which is called \p Name, has no instructions.
Error LibraryFunctions::tellCaller(StringRef Name, FunctionIndex F) const {
  const std::string Text = "'" + shortened(Name) + "' is inlined into ";
  const FunctionIndex Caller = callerOf(F);
  if (Caller == NoIndex)
    return makeError(Text + "functions of " + printable(moduleOf(F).Name));
  const StackNames Names(Model);
  return makeError(Text + "'" + printable(Names.function(Caller)) +
                   "', whose instructions list --assembly shows");
}

Expected<LibraryFunctions::Functions>
LibraryFunctions::choose(StringRef Name, ArrayRef<FunctionIndex> Found) const {
  auto HasCode = [&](FunctionIndex F) {
    return Model.Functions[F].Address != 0;
  };
  Functions Shown(Found);
  if (Model.Assembly) {
    llvm::erase_if(Shown, [&](FunctionIndex F) { return !HasCode(F); });
    if (Shown.empty())
      return tellCaller(Name, Found.front());
    return Shown;
  }
  const StackTimes Times(Model);
  llvm::stable_sort(Shown, [&](FunctionIndex A, FunctionIndex B) {
    auto Rank = [&](FunctionIndex F) {
      return std::tuple(moduleOf(F).HasProfile, HasCode(F),
                        Times.ofFunction(F).Total);
    };
    return Rank(A) > Rank(B);
  });
  const StackModuleRow &Module = moduleOf(Shown.front());
  if (!Module.HasProfile && !HasCode(Shown.front()))
    return tellCaller(Name, Shown.front());
  const TableName Parts(Name);
  const StringRef Own =
      Parts.Module.empty() ? Name : Name.take_front(Name.rfind(Parts.Module));
  std::string Command = "llvm-gprof list";
  if (!Module.HasProfile)
    Command += " --assembly";
  Command += shellWords(Words.Options);
  Command += (Own.starts_with("-") ? " -- " : " ") + shellWord(Own);
  if (Module.HasProfile)
    Command += wordsOf(Module);
  else
    Command += shellWords(Words.Files);
  return makeError("'" + shortened(Name) + "' is in " + printable(Module.Name) +
                   (Module.HasProfile
                        ? "; this lists it: "
                        : ", which has no profile; this lists its "
                          "instructions: ") +
                   Command);
}

/// Returns the place of \p Row in \p Function if its code is part of an inlined
/// copy of that.
static std::optional<ModelFrame> placeInCopy(const ModelRow &Row,
                                             const InlinedFunction &Function) {
  if (Row.InlinedInto.empty())
    return std::nullopt;
  auto IsMeant = [&](const ModelFrame &Frame) {
    return Frame.LinkName == Function.LinkName &&
           (Function.Path.empty() ||
            (Frame.Definition && Frame.Definition->Path == Function.Path));
  };
  const ModelFrame Own = {Row.Name, Row.LinkName, Row.Definition, Row.Path,
                          Row.Line};
  if (IsMeant(Own))
    return Own;
  // The last function is not inlined.
  for (const ModelFrame &Frame : ArrayRef(Row.InlinedInto).drop_back())
    if (IsMeant(Frame))
      return Frame;
  return std::nullopt;
}

/// Finds the copies of \p Function in other functions than \p OutOfLine. If \p
/// OnlyPath is not empty, their lines are in that file.
void FunctionTime::findCopies(const InlinedFunction &Function,
                              StringRef OnlyPath, FunctionIndex OutOfLine) {
  for (const ModelRow &Row : Model.Flat) {
    if (Row.Function == OutOfLine)
      continue;
    const std::optional<ModelFrame> Place = placeInCopy(Row, Function);
    if (!Place || (!OnlyPath.empty() && Place->Path != OnlyPath))
      continue;
    Copies.Name = Place->Name;
    Copies.Definition = Place->Definition;
    // Calls of artificial code have no line.
    if (Place->Line)
      Copies.Numbers[Place->Path].insert(Place->Line);
    Copies.Rows.push_back(&Row);
    double &InCaller = InCallers[Row.Function];
    if (Row.LinkName == Function.LinkName)
      InCaller += Row.Self;
  }
}

/// Takes the time from the stacks, of the functions \p Wanted.
void FunctionTime::measure(ArrayRef<FunctionIndex> Wanted) {
  const StackTimes Times(Model);
  Self = 0;
  Total = 0;
  IsEstimate = false;
  for (FunctionIndex F : Wanted) {
    Self += Times.ofFunction(F).Self;
    *Total += Times.ofFunction(F).Total;
  }
  const CopySamples Copied(Model, Wanted);
  for (auto &[Caller, Samples] : InCallers)
    Samples = Copied.In.lookup(Caller);
}

FunctionTime::FunctionTime(const ProfileModel &Model, FunctionIndex Index)
    : Model(Model) {
  const ModelFunction &Function = Model.Functions[Index];
  Self = Function.Self;
  Total = Function.Self + Function.Children;
  IsEstimate = Function.Bounds.has_value();
  const StringRef Defined =
      Function.Definition ? Function.Definition->Path : StringRef();
  findCopies({Function.LinkName, Defined},
             Defined.empty() ? Function.Path : StringRef(), Index);
  if (isMeasured())
    measure(Index);
}

FunctionTime::FunctionTime(const ProfileModel &Model,
                           const InlinedFunction &Function)
    : Model(Model) {
  findCopies(Function, "", NoIndex);
  SmallVector<FunctionIndex, 2> Wanted;
  for (const auto &[F, Known] : enumerate(Model.Functions))
    if (Known.LinkName == Function.LinkName)
      Wanted.push_back(F);
  if (Copies.Rows.empty())
    for (FunctionIndex F : Wanted) {
      const ModelFunction &Known = Model.Functions[F];
      Copies.Name = Known.Name;
      Copies.Numbers[Known.Path].insert(Known.Line);
    }
  for (const auto &[Caller, Samples] : InCallers) {
    Self += Samples;
    IsEstimate |= Model.Functions[Caller].Bounds && Samples > 0;
  }
  if (isMeasured())
    measure(Wanted);
}

std::vector<NamedAmount> FunctionTime::inCallers() const {
  std::vector<NamedAmount> Result;
  for (const auto &[Caller, Samples] : InCallers)
    Result.push_back({Samples, Model.Functions[Caller].Name.str()});
  return Result;
}

std::string FunctionTime::head(StringRef Name) const {
  if (Model.allSamples() == 0)
    return printable(Name) + ": nothing was sampled";
  const CostText Costs(Model.Run.Cost);
  std::string Head = printable(Name) + ": " + (IsEstimate ? "~" : "") +
                     Costs.amount(Model.cost(Self));
  if (Total)
    Head +=
        ", " + Costs.amount(Model.cost(*Total)) +
        (isMeasured() ? " measured with what it calls" : " with what it calls");
  return Head;
}
