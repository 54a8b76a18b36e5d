//===-- commands/list/LibraryFunctions.cpp - Other modules' functions -----===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds functions of libraries, and makes the command lines that list them.
// Functions that are inlined everywhere have source, but no instructions of
// their own.
//
//===----------------------------------------------------------------------===//

#include "commands/list/LibraryFunctions.h"
#include "commands/report/StackNames.h"
#include "model/StackTimes.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "views/FitNames.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

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
