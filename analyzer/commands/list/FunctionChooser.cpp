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
//===----------------------------------------------------------------------===//

#include "commands/list/FunctionChooser.h"
#include "commands/report/StackNames.h"
#include "model/StackFacts.h"
#include "support/Errors.h"
#include "support/Printable.h"
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
    auto &[Above, Below] = Nearest[Row.Path];
    if (Row.Line == Line)
      addInnermost(Row, Chosen);
    else if (Row.Line < Line && (!Above || Row.Line > Above->Line))
      Above = &Row;
    else if (Row.Line > Line && (!Below || Row.Line < Below->Line))
      Below = &Row;
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
    if (hasInlinedCalls(Model, F) && Model.isOfProgram(F))
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
