//===-- commands/list/FunctionChooser.cpp - What to list ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is looked up in the program first, then among functions that are
// inlined everywhere, then in the other modules of the process.
//
//===----------------------------------------------------------------------===//

#include "commands/list/FunctionChooser.h"
#include "commands/report/StackNames.h"
#include "model/FunctionLookup.h"
#include "support/Errors.h"
#include "support/ShellWord.h"
#include "views/NameParts.h"
#include "llvm/ADT/SetVector.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Whether the line \p Line is in the function that is innermost in \p Row: it
/// is between the lines of its code, or in its text.
bool FunctionChooser::isAround(const ModelRow &Row, uint32_t Line) const {
  std::set<uint32_t> Numbers;
  for (const ModelRow &Other : Model.Flat)
    if (Other.LinkName == Row.LinkName && Other.Path == Row.Path)
      Numbers.insert(Other.Line);
  return Source.wholeFunction(Row.Path, std::move(Numbers), Row.Definition)
      .has(Line);
}

/// Returns the functions that are innermost in \p Line of \p File or, if no
/// code has that line, the one whose text it is in.
ChosenFunctions FunctionChooser::aroundLine(StringRef File,
                                            uint32_t Line) const {
  SmallSetVector<StringRef, 4> Names;
  // In each file of the name: the nearest code in front of the line and behind.
  MapVector<StringRef, std::pair<const ModelRow *, const ModelRow *>> Nearest;
  for (const ModelRow &Row : Model.Flat) {
    if (!Row.Line || !isPathOf(Row.Path, File))
      continue;
    auto &[Before, Behind] = Nearest[Row.Path];
    if (Row.Line == Line)
      Names.insert(Row.LinkName);
    else if (Row.Line < Line && (!Before || Row.Line > Before->Line))
      Before = &Row;
    else if (Row.Line > Line && (!Behind || Row.Line < Behind->Line))
      Behind = &Row;
  }
  if (Names.empty())
    for (const auto &[Path, Rows] : Nearest)
      for (const ModelRow *Row : {Rows.first, Rows.second})
        if (Row && isAround(*Row, Line))
          Names.insert(Row->LinkName);
  ChosenFunctions Chosen;
  for (const auto &[I, Function] : enumerate(Model.Functions))
    if (Names.contains(Function.LinkName))
      Chosen.OfModel.push_back(I);
  for (FunctionIndex I : Chosen.OfModel)
    Names.remove(Model.Functions[I].LinkName);
  Chosen.Inlined.assign(Names.begin(), Names.end());
  return Chosen;
}

/// Returns the linkage names of inlined functions, each with a function that
/// contains it.
FunctionChooser::CallerMap FunctionChooser::inlinedFunctions() const {
  CallerMap Result;
  for (const ModelRow &Row : Model.Flat) {
    if (Row.InlinedInto.empty())
      continue;
    Result.try_emplace(Row.LinkName, Row.Function);
    for (const ModelFrame &Frame : ArrayRef(Row.InlinedInto).drop_back())
      Result.try_emplace(Frame.LinkName, Row.Function);
  }
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
  for (FunctionIndex I : FunctionLookup(Names).findAny(Name))
    Chosen.Inlined.push_back(Names[I].Name);
  return Chosen;
}

/// Fails if instructions are wanted of inlined functions, which have none.
Error FunctionChooser::checkInstructions(StringRef Name,
                                         const ChosenFunctions &Chosen) const {
  if (!Model.Assembly || Chosen.Inlined.empty())
    return Error::success();
  const FunctionIndex Caller =
      inlinedFunctions().lookup(Chosen.Inlined.front());
  return makeError("'" + shortened(Name) + "' is inlined into '" +
                   printable(Model.Functions[Caller].Name) +
                   "', whose instructions list --assembly shows");
}

/// Returns \p Found, functions of other modules, if instructions are wanted.
/// Otherwise fails with a command line that lists \p Name.
Expected<ChosenFunctions>
FunctionChooser::chooseElsewhere(StringRef Name,
                                 ArrayRef<StackFunctionIndex> Found) const {
  if (Model.Assembly) {
    ChosenFunctions Chosen;
    Chosen.OfStacks.assign(Found.begin(), Found.end());
    return Chosen;
  }
  const StackModel &Stacks = *Model.Stacks;
  const StackModuleRow &Module =
      Stacks.Modules[Stacks.Functions[Found.front()].Module];
  const TableName Shown(Name);
  const StringRef Own =
      Shown.Module.empty() ? Name : Name.take_front(Name.rfind(Shown.Module));
  std::string Command = "llvm-gprof list";
  if (!Module.HasProfile)
    Command += " --assembly";
  Command += shellWords(Words.Options);
  Command += (Own.starts_with("-") ? " -- " : " ") + shellWord(Own);
  if (Module.HasProfile)
    Command += " " + shellWord(Module.Path) + shellWords(Module.Profiles);
  else
    Command += shellWords(Words.Files);
  return makeError("'" + shortened(Name) + "' is in " + printable(Module.Name) +
                   (Module.HasProfile
                        ? "; this lists it: "
                        : ", which has no profile; this lists its "
                          "instructions: ") +
                   Command);
}

/// Returns \p E, that no function or several are called \p Name, with the names
/// of functions that only exist where they are inlined among the suggested.
Error FunctionChooser::withInlinedNames(StringRef Name, StringRef Missing,
                                        Error E) const {
  std::vector<FunctionLookup::LinkedName> Names;
  for (const ModelFunction &Function : Model.Functions)
    Names.push_back({Function.LinkName, ""});
  for (const auto &[LinkName, Caller] : inlinedFunctions())
    Names.push_back({LinkName, ""});
  auto Found = chooseFunctions(FunctionLookup(Names), Name, Missing);
  if (Found)
    return E;
  consumeError(std::move(E));
  return Found.takeError();
}

/// Returns the functions of other modules with code in \p Line of \p File.
static SmallVector<StackFunctionIndex, 1>
stackFunctionsAtLine(const ProfileModel &Model, StringRef Name) {
  if (!Model.Stacks)
    return {};
  auto Found =
      chooseStackFunctions(*Model.Stacks, FunctionLookup(*Model.Stacks), Name);
  if (!Found) {
    consumeError(Found.takeError());
    return {};
  }
  llvm::erase_if(*Found, [&](StackFunctionIndex F) {
    const StackFunction &Function = Model.Stacks->Functions[F];
    return Function.Module == NoStackIndex || Model.Stacks->isOfProgram(F);
  });
  return std::move(*Found);
}

Expected<ChosenFunctions> FunctionChooser::choose(StringRef Name) const {
  const FunctionLookup Lookup(Model);
  StringRef File;
  uint32_t Line = 0;
  const bool IsLine = isLineName(Name, File, Line);
  if (Lookup.find(Name).empty()) {
    ChosenFunctions Inlined = chooseInlined(Name);
    if (IsLine && Inlined.Inlined.empty()) {
      ChosenFunctions Around = aroundLine(File, Line);
      if (!Around.OfModel.empty()) {
        Around.Inlined.clear();
        return Around;
      }
      Inlined = std::move(Around);
    }
    if (Error E = checkInstructions(Name, Inlined))
      return std::move(E);
    if (!Inlined.Inlined.empty())
      return Inlined;
    const auto Elsewhere = IsLine ? stackFunctionsAtLine(Model, Name)
                                  : functionsElsewhere(Model, Name);
    if (!Elsewhere.empty())
      return chooseElsewhere(Name, Elsewhere);
  }
  const std::string Missing =
      (IsLine ? "no function with code around line '" : "no function '") +
      shortened(Name) + "'";
  Expected<SmallVector<FunctionIndex, 1>> Found =
      chooseFunctions(Lookup, Name, Missing);
  if (!Found)
    return withInlinedNames(Name, Missing, Found.takeError());
  ChosenFunctions Chosen;
  Chosen.OfModel = std::move(*Found);
  return Chosen;
}
