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
// functions without hooks, and by inlined ones. Calls are counted by the
// callee's hook, or by callers that count their calls of functions without
// hooks, if they call by name. The calls of a library's hooks are in its own
// profile.
//
//===----------------------------------------------------------------------===//

#include "commands/check/QuantityMeter.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

void command::requireCalls(const ProfileModel &Model, std::string &Missing) {
  if (!Model.Run.HasArcs && Missing.empty())
    Missing = "no calls in the profile data";
}

bool CallMeter::Pair::hasCaller(ArrayRef<FunctionIndex> Some) const {
  return any_of(Some,
                [&](FunctionIndex F) { return is_contained(Callers, F); });
}

bool CallMeter::Pair::hasCallee(FunctionIndex F) const {
  return is_contained(Callees, F);
}

/// Whether the program's profile has no calls of \p Name: other modules have
/// the function, or callers count its calls.
bool CallMeter::isElsewhere(StringRef Name) const {
  const NamedInRule &Found = Names.of(Name);
  return any_of(Found.OnStacks, [&](FunctionIndex F) {
    const ModelFunction &Function = Model.Functions[F];
    return Function.IsCountedByCallers ||
           (Found.InProgram.empty() && (Function.Address || Function.Calls) &&
            Function.Module != NoIndex &&
            !Model.Modules[Function.Module].IsProgram);
  });
}

/// Whether \p Name is only inlined, and source counters counted its calls.
bool CallMeter::isCountedInlined(StringRef Name) const {
  const NamedInRule &Found = Names.of(Name);
  return Found.InProgram.empty() && any_of(Found.OnStacks, [&](auto F) {
           return isOnlyInlined(Model, F) && isCounted(F);
         });
}

/// Whether the program's profile lacks calls of \p Callee by \p Caller, which
/// may be empty: one of them is elsewhere, or the caller is inlined everywhere.
bool CallMeter::isInOtherModule(StringRef Caller, StringRef Callee) const {
  if (!Model.HasStacks)
    return false;
  if (isElsewhere(Callee))
    return true;
  return !Caller.empty() &&
         (isElsewhere(Caller) || (Names.of(Caller).InProgram.empty() &&
                                  !Names.of(Caller).OnStacks.empty()));
}

/// Returns the functions of the stacks called \p Name; if some are the
/// program's, only these.
NamedFunctions CallMeter::findInProcess(StringRef Name) const {
  const NamedInRule &Named = Names.of(Name);
  NamedFunctions Found = Named.OnStacks;
  auto IsInlined = [&](FunctionIndex F) { return isOnlyInlined(Model, F); };
  if (Named.InProgram.empty() && any_of(Found, IsInlined))
    erase_if(Found, [&](FunctionIndex F) { return !IsInlined(F); });
  if (!Named.InProgram.empty())
    erase_if(Found, [&](FunctionIndex F) {
      const ModelFunction &Function = Model.Functions[F];
      return !Model.isInGraph(F) && !Function.IsCountedByCallers &&
             !IsInlined(F);
    });
  return Found;
}

bool CallMeter::isCounted(FunctionIndex F) const {
  return Model.Functions[F].Calls.has_value();
}

/// Whether no counted code calls \p Callees, which have no profile: their
/// callers would count.
bool CallMeter::isNeverCalled(const NamedFunctions &Callees) const {
  return !Callees.empty() && Model.CountsOutgoing &&
         none_of(Callees, [&](FunctionIndex F) {
           const uint32_t Module = Model.Functions[F].Module;
           return Module == NoIndex || Model.Modules[Module].HasProfile;
         });
}

/// Whether files have \p Name, and the profile has no function of this name: no
/// counted code calls it, and it makes no counted calls.
bool CallMeter::isNeverEntered(StringRef Name) const {
  return Model.HasStacks && Model.CountsOutgoing && Names.of(Name).IsOnlyLinked;
}

/// Returns the calls of \p Functions at those sites that \p IsWanted chooses.
uint64_t
CallMeter::sumSites(const Pair &Functions,
                    function_ref<bool(const StackSiteCalls &)> IsWanted) const {
  uint64_t Calls = 0;
  for (const StackSiteCalls &Site : Model.SiteCalls)
    if (Functions.hasCallee(Site.Callee) && Functions.hasCaller(Site.Callers) &&
        IsWanted(Site))
      Calls += Site.Calls;
  return Calls;
}

/// Adds the bounds of the calls of \p Functions, up to all of the callees.
void CallMeter::addDoubts(const Pair &Functions, CallCount &Result) const {
  for (const StackCallDoubt &Doubt : Model.Doubts)
    if (Functions.hasCallee(Doubt.Callee) &&
        (Doubt.Callers.empty() || Functions.hasCaller(Doubt.Callers))) {
      Result.Fewer += Doubt.Fewer;
      Result.More += Doubt.More;
    }
  uint64_t All = 0;
  for (FunctionIndex F : Functions.Callees)
    All += Model.Functions[F].Calls.value_or(0);
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
    Require(Caller, !Named.Callers.empty() || isNeverEntered(Caller));
  }
  Named.Callees = findInProcess(Callee);
  // Calls are counted in the callee's module.
  Require(Callee, (!Caller.empty() && isNeverCalled(Named.Callees)) ||
                      any_of(Named.Callees,
                             [&](FunctionIndex F) { return isCounted(F); }));
  if (!Result.Missing.empty())
    return Result;
  if (Caller.empty()) {
    for (FunctionIndex F : Named.Callees)
      Result.Count += Model.Functions[F].Calls.value_or(0);
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
  const bool IsOnlyLinked = isNeverEntered(Callee);
  if (!IsOnlyLinked && isInOtherModule(Caller, Callee))
    return countInProcess(Caller, Callee);
  CallCount Result;
  auto Require = [&](StringRef Name) {
    if (Result.Missing.empty())
      Result.Missing = Names.of(Name).Missing;
  };
  if (!Caller.empty() && !isNeverEntered(Caller) &&
      !(IsOnlyLinked && !Names.of(Caller).OnStacks.empty()))
    Require(Caller);
  if (!IsOnlyLinked)
    Require(Callee);
  requireCalls(Model, Result.Missing);
  if (!Result.Missing.empty() || IsOnlyLinked)
    return Result;
  if (Caller.empty()) {
    for (FunctionIndex I : Names.of(Callee).InProgram)
      Result.Count += Model.Functions[I].executions();
    return Result;
  }
  Result.Count = callsInProgram(Caller, Callee);
  if (!Model.HasStacks)
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

/// How code is compiled that does not count calls of functions without hooks.
static constexpr StringLiteral NotOutgoing =
    "without optimization or with -gmon-calls=instrumented";

const Instrumented &CountCoverage::program() const {
  if (Program)
    return *Program;
  Expected<Image> File = Image::open(Model.Run.Program);
  if (File)
    return Program.emplace(Instrumented::read(*File));
  consumeError(File.takeError()); // the model has been read from it
  return Program.emplace();
}

const Instrumented &CountCoverage::read(const Image &File) const {
  auto [It, IsNew] = Files.try_emplace(&File);
  if (IsNew)
    It->second = Instrumented::read(File);
  return It->second;
}

/// Whether code of \p File counts its calls of functions without hooks. A
/// program that makes no such calls by name counts them, too.
bool CountCoverage::countsOutgoing(const Instrumented &File) const {
  return File.countsOutgoing() ||
         (&File == &program() && !Model.Run.Uncounted.AreOutgoing);
}

/// Returns the functions that \p Name means.
SmallVector<CountCoverage::Place, 1>
CountCoverage::placesOf(StringRef Name) const {
  const NamedInRule &Found = Names.of(Name);
  SmallVector<Place, 1> Result;
  for (FunctionIndex F : Found.InProgram)
    Result.push_back({&program(), Model.Functions[F].Address, true, {}});
  if (!Result.empty() || !Model.HasStacks)
    return Result;
  for (FunctionIndex F : Found.OnStacks) {
    const ModelFunction &Function = Model.Functions[F];
    if (Function.Module == NoIndex)
      continue;
    const StackModuleRow &Module = Model.Modules[Function.Module];
    const Instrumented *File = Module.IsProgram ? &program()
                               : Module.File    ? &read(*Module.File)
                                                : nullptr;
    Result.push_back({File, Function.Address,
                      Module.IsProgram || Module.HasProfile, Module.Name});
  }
  return Result;
}

/// Returns why calls of \p Callee, which has no hook, by \p Caller were not
/// counted; empty if they were.
std::string CountCoverage::whyCallerLacks(StringRef Caller,
                                          StringRef Callee) const {
  const SmallVector<Place, 1> Places = placesOf(Caller);
  for (const Place &P : Places)
    // Inlined code is that of functions that are instrumented.
    if (!P.Address || !P.Module)
      return "";
  for (const Place &P : Places)
    if (P.find() && countsOutgoing(*P.Module))
      return "";
  if (Places.empty() && Names.of(Caller).IsOnlyLinked &&
      !Names.of(Callee).IsOnlyLinked)
    return ("no counts of the calls by '" + Caller +
            "' of functions without a hook, such as '" + Callee +
            "': it is not in the profile")
        .str();
  if (Places.empty())
    return "";
  const Place &First = Places.front();
  std::string Why = "it was compiled without instrumentation";
  if (First.find() && First.Module == &program())
    Why = "it was compiled " + NotOutgoing.str();
  else if (First.find())
    Why = (First.ModuleName + " makes no such calls by name, or was compiled " +
           NotOutgoing)
              .str();
  return ("no counts of the calls by '" + Caller +
          "' of functions without a hook, such as '" + Callee + "': " + Why)
      .str();
}

std::string CountCoverage::whyMoreCalls(StringRef Caller, StringRef Callee,
                                        uint64_t Count) const {
  // Another compiler's hooks are not described.
  if (program().empty())
    return "";
  const SmallVector<Place, 1> Callees = placesOf(Callee);
  bool IsCounted = !Callees.empty();
  for (const Place &P : Callees) {
    const InstrumentedFunction *Function = P.find();
    IsCounted &= Function && Function->HasCalls;
    if (Function && !Function->HasCalls)
      return ("no counts of the calls of '" + Callee + "', which has no hook")
          .str();
    if (Function && !P.HasProfile)
      return ("no profile of " + P.ModuleName +
              " that is of this run and has the calls of '" + Callee + "'")
          .str();
  }
  if (IsCounted)
    return "";
  if (!Caller.empty())
    return whyCallerLacks(Caller, Callee);
  if (Count)
    return "";
  if (!countsOutgoing(program()))
    return ("no counts of the calls of functions without a hook, such as '" +
            Callee + "': the program was compiled " + NotOutgoing)
        .str();
  // The C library of a static program has no debug information, usually.
  if (any_of(Names.of(Callee).InProgram,
             [&](FunctionIndex F) { return Model.Functions[F].Line != 0; }))
    return ("no counts of the calls by address of '" + Callee +
            "', which was compiled without instrumentation")
        .str();
  return "";
}

std::string CountCoverage::whyNoBlocks(StringRef Name,
                                       const NamedFunctions &Functions) const {
  if (program().empty())
    return "";
  for (FunctionIndex F : Functions) {
    const InstrumentedFunction *Function =
        program().find(Model.Functions[F].Address);
    if (!Function || !Function->HasBlocks)
      return ("no counts of the blocks of '" + Name +
              "'; was it compiled with -a?")
          .str();
  }
  return "";
}
