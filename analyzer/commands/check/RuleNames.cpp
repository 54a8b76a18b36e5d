//===-- RuleNames.cpp - The functions that rules name ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the functions that a rule names. A rule whose name means nothing does
// not hold. So a function that nobody calls needs a proof that it exists: a
// symbol of a file. The functions on stacks depend on samples. Those of the
// program that the symbol table has, or whose code makes counted calls, do not;
// so they precede.
//
//===----------------------------------------------------------------------===//

#include "commands/check/QuantityMeter.h"
#include "program/LinkedNames.h"
#include "support/Errors.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

bool command::isOnlyInlined(const ProfileModel &Model, FunctionIndex F) {
  const ModelFunction &Function = Model.Functions[F];
  return Function.Module != NoIndex &&
         Model.Modules[Function.Module].IsProgram &&
         Function.What == ModelFunction::Function && !Function.Address;
}

RuleNames::RuleNames(const ProfileModel &Model)
    : Model(Model), Lookup(FunctionLookup::ofGraph(Model)) {
  if (!Model.HasStacks)
    return;
  StackLookup.emplace(Model);
  HasCalls.resize(Model.Functions.size());
  for (const StackSiteCalls &Site : Model.SiteCalls)
    for (FunctionIndex F : Site.Callers)
      if (F != NoIndex)
        HasCalls.set(F);
}

/// Whether \p F, a function of the stacks, is certainly one of the program.
bool RuleNames::isCertain(FunctionIndex F) const {
  return Model.isInGraph(F) || (HasCalls.test(F) && isOnlyInlined(Model, F));
}

static bool areOnlyInlined(const ProfileModel &Model,
                           const NamedFunctions &Functions) {
  return all_of(Functions,
                [&](FunctionIndex F) { return isOnlyInlined(Model, F); });
}

bool RuleNames::isInlinedEverywhere(StringRef Name) const {
  const NamedInRule &Found = of(Name);
  return Found.InProgram.empty() && !Found.OnStacks.empty() &&
         areOnlyInlined(Model, Found.OnStacks);
}

std::string RuleNames::whyNotInProgram(StringRef Name,
                                       const NamedFunctions &OnStacks) const {
  const std::string None = ("no function '" + Name + "'").str();
  if (areOnlyInlined(Model, OnStacks))
    return None + ": it is inlined everywhere";
  for (FunctionIndex F : OnStacks) {
    const ModelFunction &Function = Model.Functions[F];
    if (!Function.Address || Function.Module == NoIndex ||
        Model.Modules[Function.Module].IsProgram)
      continue;
    const StackModuleRow &Module = Model.Modules[Function.Module];
    return ("'" + Name + "' is a function of " + Module.Name +
            (Module.HasProfile ? "; check this library with its profile"
                               : ", which has no profile"))
        .str();
  }
  return None;
}

NamedInRule RuleNames::find(StringRef Name) const {
  NamedInRule Result;
  Result.InProgram = Lookup.find(Name);
  if (StackLookup)
    Result.OnStacks = StackLookup->find(Name);
  if (Result.InProgram.empty() && Result.OnStacks.empty())
    findByScopes(Name, Result);
  else if (Result.InProgram.empty())
    Result.Missing = whyNotInProgram(Name, Result.OnStacks);
  return Result;
}

/// Finds the functions of whose names \p Name is the end.
void RuleNames::findByScopes(StringRef Name, NamedInRule &Result) const {
  const std::string None = ("no function '" + Name + "'").str();
  if (!StackLookup) {
    if (Error E = Lookup.findMeant(Name, None).moveInto(Result.InProgram))
      Result.Missing = toString(std::move(E));
    return;
  }
  if (Error E = StackLookup
                    ->findMeant(Name, None,
                                [&](FunctionIndex F) { return isCertain(F); })
                    .moveInto(Result.OnStacks)) {
    Result.Missing = toString(std::move(E));
    if (!StackLookup->hasBehindScopes(Name))
      findLinked(Name, Result);
    return;
  }
  copy_if(Result.OnStacks, std::back_inserter(Result.InProgram),
          [&](FunctionIndex F) { return Model.isInGraph(F); });
  if (Result.InProgram.empty())
    Result.Missing = whyNotInProgram(Name, Result.OnStacks);
}

/// Searches the symbols of files for \p Name; the profile has no function of
/// this name. If they have none either, adds similar symbols to \p
/// Result.Missing, if it has no suggestions.
void RuleNames::findLinked(StringRef Name, NamedInRule &Result) const {
  const std::string None = ("no function '" + Name + "'").str();
  Expected<NamedFunctions> Found = linked().findMeant(Name, None);
  Result.IsOnlyLinked = bool(Found);
  if (Result.IsOnlyLinked) {
    Result.Missing = None + " in the profile";
    return;
  }
  std::string Text = toString(Found.takeError());
  if (Result.Missing == None)
    Result.Missing = std::move(Text);
}

const NamedInRule &RuleNames::of(StringRef Name) const {
  auto [It, IsNew] = Known.try_emplace(Name);
  if (IsNew)
    It->second = find(Name);
  return It->second;
}

bool RuleNames::isKnown(StringRef Name) const {
  auto Has = [&](const FunctionLookup &Some) {
    return !Some.find(Name).empty() || Some.hasBehindScopes(Name);
  };
  return Has(Lookup) || (StackLookup && Has(*StackLookup));
}

bool RuleNames::anyContains(StringRef Part) const {
  auto [It, IsNew] = Contained.try_emplace(Part);
  if (IsNew)
    It->second = Lookup.anyContains(Part) ||
                 (StackLookup && StackLookup->anyContains(Part));
  return It->second;
}

/// Returns the functions that files of the process have, or import.
const FunctionLookup &RuleNames::linked() const {
  if (Linked)
    return *Linked;
  std::vector<const Image *> Files;
  StringSet<> Known;
  for (const StackModuleRow &Module : Model.Modules) {
    Known.insert(Module.Name);
    if (Module.File)
      Files.push_back(Module.File);
  }
  Needed = openNeeded(Files, Known);
  std::vector<FunctionLookup::LinkedName> Names;
  auto Add = [&](const Image &File, StringRef Module) {
    for (StringRef Name : linkedFunctions(File))
      Names.push_back({Name, Module});
  };
  for (const StackModuleRow &Module : Model.Modules)
    if (Module.File)
      Add(*Module.File, Module.IsProgram ? StringRef() : Module.Name);
  for (const Image &File : Needed)
    Add(File, sys::path::filename(File.path()));
  return Linked.emplace(Names);
}
