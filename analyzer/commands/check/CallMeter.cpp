//===-- CallMeter.cpp - Counts the calls that rules name ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up calls of the program and of other modules. Calls between functions of
// the program are in its profile. The stacks have those of other modules, of
// functions without hooks, and by inlined functions.
//
//===----------------------------------------------------------------------===//

#include "commands/check/CallMeter.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

void command::requireCalls(const ProfileModel &Model, std::string &Missing) {
  if (!Model.Run.HasArcs && Missing.empty())
    Missing = "no calls in the profile data";
}

bool CallMeter::Pair::hasCaller(ArrayRef<StackFunctionIndex> Some) const {
  return any_of(Some,
                [&](StackFunctionIndex F) { return is_contained(Callers, F); });
}

bool CallMeter::Pair::hasCallee(StackFunctionIndex F) const {
  return is_contained(Callees, F);
}

/// Whether the program's profile has no calls of \p Name: other modules have
/// the function, or callers count its calls.
bool CallMeter::isElsewhere(StringRef Name) const {
  const StackModel &Process = *Model.Stacks;
  const NamedInRule &Found = Names.of(Name);
  return any_of(Found.OnStacks, [&](StackFunctionIndex F) {
    const StackFunction &Function = Process.Functions[F];
    return Function.IsCountedByCallers ||
           (Found.InProgram.empty() && (Function.Address || Function.Calls) &&
            Function.Module != NoStackIndex &&
            !Process.Modules[Function.Module].IsProgram);
  });
}

/// Whether \p Name is only inlined, and source counters counted its calls.
bool CallMeter::isCountedInlined(StringRef Name) const {
  const NamedInRule &Found = Names.of(Name);
  return Found.InProgram.empty() && any_of(Found.OnStacks, [&](auto F) {
           return isOnlyInlined(*Model.Stacks, F) && isCounted(F);
         });
}

/// Whether the program's profile lacks calls of \p Callee by \p Caller, which
/// may be empty: one of them is elsewhere, or the caller is inlined everywhere.
bool CallMeter::isInOtherModule(StringRef Caller, StringRef Callee) const {
  if (!Model.Stacks)
    return false;
  if (isElsewhere(Callee))
    return true;
  return !Caller.empty() &&
         (isElsewhere(Caller) || (Names.of(Caller).InProgram.empty() &&
                                  !Names.of(Caller).OnStacks.empty()));
}

/// Returns the functions of the stacks called \p Name; only those of the
/// program if it has some.
NamedFunctions CallMeter::findInProcess(StringRef Name) const {
  const NamedInRule &Named = Names.of(Name);
  NamedFunctions Found = Named.OnStacks;
  auto IsInlined = [&](StackFunctionIndex F) {
    return isOnlyInlined(*Model.Stacks, F);
  };
  if (Named.InProgram.empty() && any_of(Found, IsInlined))
    erase_if(Found, [&](StackFunctionIndex F) { return !IsInlined(F); });
  if (!Named.InProgram.empty())
    erase_if(Found, [&](StackFunctionIndex F) {
      const StackFunction &Function = Model.Stacks->Functions[F];
      return Function.InModel == NoStackIndex && !Function.IsCountedByCallers &&
             !IsInlined(F);
    });
  return Found;
}

bool CallMeter::isCounted(StackFunctionIndex F) const {
  return Model.Stacks->Functions[F].Calls.has_value();
}

/// Whether no counted code calls \p Callees, which have no profile: their
/// callers would count.
bool CallMeter::isNeverCalled(const NamedFunctions &Callees) const {
  const StackModel &Process = *Model.Stacks;
  return !Callees.empty() && Process.CountsOutgoing &&
         none_of(Callees, [&](StackFunctionIndex F) {
           const uint32_t Module = Process.Functions[F].Module;
           return Module == NoStackIndex || Process.Modules[Module].HasProfile;
         });
}

/// Returns the calls of \p Functions at those sites that \p IsWanted chooses.
uint64_t
CallMeter::sumSites(const Pair &Functions,
                    function_ref<bool(const StackSiteCalls &)> IsWanted) const {
  uint64_t Calls = 0;
  for (const StackSiteCalls &Site : Model.Stacks->SiteCalls)
    if (Functions.hasCallee(Site.Callee) && Functions.hasCaller(Site.Callers) &&
        IsWanted(Site))
      Calls += Site.Calls;
  return Calls;
}

/// Adds the bounds of the calls of \p Functions. There are no more than all
/// calls of the callees.
void CallMeter::addDoubts(const Pair &Functions, CallCount &Result) const {
  for (const StackCallDoubt &Doubt : Model.Stacks->Doubts)
    if (Functions.hasCallee(Doubt.Callee) &&
        (Doubt.Callers.empty() || Functions.hasCaller(Doubt.Callers))) {
      Result.Fewer += Doubt.Fewer;
      Result.More += Doubt.More;
    }
  uint64_t All = 0;
  for (StackFunctionIndex F : Functions.Callees)
    All += Model.Stacks->Functions[F].Calls.value_or(0);
  Result.Fewer = std::min(Result.Fewer, Result.Count);
  Result.More = std::min(Result.More, All - std::min(All, Result.Count));
}

/// Counts calls of or by functions of other modules with profiles.
CallCount CallMeter::countInProcess(StringRef Caller, StringRef Callee) const {
  CallCount Result;
  Pair Named;
  auto Require = [&](StringRef Name, bool IsThere) {
    if (!IsThere && Result.Missing.empty())
      Result.Missing = Names.of(Name).Missing;
  };
  if (!Caller.empty()) {
    Named.Callers = findInProcess(Caller);
    Require(Caller, !Named.Callers.empty());
  }
  Named.Callees = findInProcess(Callee);
  // Calls are counted in the callee's module.
  Require(Callee, (!Caller.empty() && isNeverCalled(Named.Callees)) ||
                      any_of(Named.Callees, [&](StackFunctionIndex F) {
                        return isCounted(F);
                      }));
  if (!Result.Missing.empty())
    return Result;
  if (Caller.empty()) {
    for (StackFunctionIndex F : Named.Callees)
      Result.Count += Model.Stacks->Functions[F].Calls.value_or(0);
    return Result;
  }
  Result.Count = sumSites(Named, [](const StackSiteCalls &) { return true; });
  addDoubts(Named, Result);
  return Result;
}

uint64_t CallMeter::callsInProgram(StringRef Caller, StringRef Callee) const {
  const NamedFunctions &Callees = Names.of(Callee).InProgram;
  uint64_t Calls = 0;
  for (FunctionIndex F : Names.of(Caller).InProgram)
    for (ArcIndex I : Model.Functions[F].Callees)
      if (is_contained(Callees, Model.Arcs[I].Callee))
        Calls += Model.Arcs[I].Calls;
  return Calls;
}

/// Counts the calls of \p Callee, by \p Caller unless that is empty.
CallCount CallMeter::count(StringRef Caller, StringRef Callee) const {
  if (Caller.empty() && isCountedInlined(Callee))
    return countInProcess(Caller, Callee);
  // No counted code calls a function that is only linked.
  const bool IsOnlyLinked = Model.Stacks && Model.Stacks->CountsOutgoing &&
                            Names.of(Callee).IsOnlyLinked;
  if (!IsOnlyLinked && isInOtherModule(Caller, Callee))
    return countInProcess(Caller, Callee);
  CallCount Result;
  auto Require = [&](StringRef Name) {
    if (Result.Missing.empty())
      Result.Missing = Names.of(Name).Missing;
  };
  if (!Caller.empty() && !(IsOnlyLinked && !Names.of(Caller).OnStacks.empty()))
    Require(Caller);
  if (!IsOnlyLinked)
    Require(Callee);
  requireCalls(Model, Result.Missing);
  if (!Result.Missing.empty() || IsOnlyLinked)
    return Result;
  if (Caller.empty()) {
    for (FunctionIndex I : Names.of(Callee).InProgram)
      Result.Count += Model.Functions[I].Calls + Model.Functions[I].SelfCalls;
    return Result;
  }
  Result.Count = callsInProgram(Caller, Callee);
  if (!Model.Stacks)
    return Result;
  const Pair Named{findInProcess(Caller), findInProcess(Callee)};
  // The program's profile has the others.
  Result.Count += sumSites(Named, [&](const StackSiteCalls &Site) {
    return !Named.hasCaller(Site.caller());
  });
  addDoubts(Named, Result);
  return Result;
}

CallCount CallMeter::countBetween(StringRef Caller, StringRef Callee) const {
  CallCount Result = count(Caller, Callee);
  if (!Result.Missing.empty())
    return Result;
  auto Add = [&](const Twine &HiddenCaller, const Twine &HiddenCallee,
                 const Twine &New) {
    if (!Names.isKnown(New.str()))
      return;
    const CallCount Hidden = count(HiddenCaller.str(), HiddenCallee.str());
    Result.Count += Hidden.Count;
    Result.Fewer += Hidden.Fewer;
    Result.More += Hidden.More;
  };
  for (StringRef Kind : {"non-virtual thunk to ", "virtual thunk to "})
    if (Names.anyContains(Kind))
      Add(Caller, Kind + Callee, Kind + Callee);
  for (StringRef Part : {" (.resume)", " (.destroy)", " (.cleanup)"})
    if (Names.anyContains(Part))
      Add(Caller + Part, Callee, Caller + Part);
  return Result;
}
