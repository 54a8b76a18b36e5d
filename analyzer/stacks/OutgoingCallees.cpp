//===-- OutgoingCallees.cpp - Functions called without a hook -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/OutgoingCallees.h"
#include "program/LinkedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

/// Returns the function of \p Module that modules call as \p Name.
static uint32_t functionNamed(ProcessCode &Code, uint32_t Module,
                              StringRef Name) {
  ModuleCode *Found = Code.codeOf(Module);
  return Found ? Found->functionNamed(Name) : NoSymbol;
}

/// Returns the function that modules call as \p Name: the program's, or that of
/// the first module that has it.
static OutgoingCallee findCallee(ProcessCode &Code, StringRef Name) {
  OutgoingCallee Result = {Name};
  auto FindIn = [&](uint32_t Module) {
    const uint32_t Named = functionNamed(Code, Module, Name);
    if (Named != NoSymbol) {
      if (Code.codeOf(Module)->functions()[Named].IsRuntime)
        return false;
      Result.Function = Named;
    } else if (!Code.codeOf(Module) ||
               !Code.codeOf(Module)->hasOtherName(Name)) {
      return false;
    }
    Result.Module = Module;
    return true;
  };
  if (!FindIn(Code.program()))
    (void)any_of(seq<uint32_t>(0, Code.size()), FindIn);
  return Result;
}

/// Whether hooks counted the calls of the function that modules call as
/// \p Name.
bool OutgoingCallees::isHooked(ProcessCode &Code, ArrayRef<ModuleCalls> Hooked,
                               StringRef Name) const {
  return any_of(Hooked, [&](const ModuleCalls &Calls) {
    const uint32_t Named = functionNamed(Code, Calls.Module, Name);
    return Named != NoSymbol && WithHook.contains({Calls.Module, Named});
  });
}

/// Finds the modules of callees that no module of \p Stacks has.
void OutgoingCallees::findInLibraries(ProcessCode &Code,
                                      const StackProfile &Stacks) {
  MapVector<StringRef, OutgoingCallee *> Wanted;
  for (OutgoingCallee &Each : Callees)
    if (!Each.Module)
      Wanted.insert({Each.Name, &Each});
  if (Wanted.empty())
    return;
  StringSet<> Known;
  std::vector<const Image *> Files = {Code.fileOf(Code.program())};
  for (uint32_t I = 0; I < Code.size(); ++I) {
    Known.insert(sys::path::filename(Stacks.Modules[I].Path));
    if (I != Code.program() && Code.fileOf(I))
      Files.push_back(Code.fileOf(I));
  }
  for (Image &Library : openNeeded(Files, Known)) {
    bool HasCallees = false;
    for (StringRef Name : exportedFunctions(Library))
      if (auto Found = Wanted.find(Name);
          Found != Wanted.end() && !Found->second->Module) {
        Found->second->Module = Code.size() + Needed.size();
        HasCallees = true;
      }
    if (HasCallees)
      Needed.push_back(std::move(Library));
  }
}

OutgoingCallees::OutgoingCallees(ProcessCode &Code, const StackProfile &Stacks,
                                 ArrayRef<ModuleCalls> Hooked,
                                 const TailShares &Shares) {
  ArrayRef<OutgoingCall> Calls = Stacks.OutgoingCalls;
  if (Calls.empty())
    return;
  for (const ModuleCalls &Each : Hooked)
    if (ModuleCode *Module = Code.codeOf(Each.Module))
      for (const RawArc &Arc : Each.Arcs)
        WithHook.insert({Each.Module, Module->calledFunction(Arc.Self)});
  DenseMap<StringRef, std::optional<uint32_t>> ByName;
  for (const OutgoingCall &Call : Calls) {
    if (!Call.Count || Shares.isHooked(Call.Module, Call.From))
      continue;
    auto [It, IsNew] = ByName.try_emplace(Call.Name);
    if (IsNew && !isHooked(Code, Hooked, Call.Name)) {
      It->second = Callees.size();
      Callees.push_back(findCallee(Code, Call.Name));
    }
    if (It->second)
      BySite[{Call.Module, Call.From}] = *It->second;
  }
  findInLibraries(Code, Stacks);
}

std::optional<uint32_t> OutgoingCallees::calledAt(uint32_t Module,
                                                  uint64_t Address) const {
  auto Found = BySite.find({Module, Address});
  if (Found == BySite.end())
    return std::nullopt;
  return Found->second;
}
