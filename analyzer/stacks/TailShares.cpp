//===-- TailShares.cpp - Tail calls that hooks counted elsewhere ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The jumps to a function are as many as its entries at all calls that did not
// call it. A call that enters another function has jumps only, one that enters
// the function itself has none, and one through a pointer has some: as many as
// functions that jump were entered there, at most.
//
//===----------------------------------------------------------------------===//

#include "stacks/TailShares.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gmon;
using namespace llvm;

TailShares::TailShares(TailCallGraph &Graph, const EntryCounts &Counts,
                       ArrayRef<ModuleCalls> Calls,
                       ArrayRef<CrossModuleCall> CrossModule,
                       ArrayRef<OutgoingCall> Outgoing)
    : Graph(Graph), Counts(Counts) {
  findSites(Outgoing);
  if (Callees.empty())
    return;
  std::map<ModuleFunction, std::vector<Entered>> All;
  forEachCounted(Calls, CrossModule, [&](const CrossModuleCall &Call) {
    if (std::optional<Entered> New = entered(Call))
      All[New->Callee].push_back(*New);
  });
  std::vector<ModuleFunction> Contradictory;
  for (auto &[Callee, Its] : Callees) {
    std::vector<Entered> &Mine = All[Callee];
    if (!divide(Mine, Its.count()))
      Contradictory.push_back(Callee);
    Its.Rest = Its.count();
    for (const Entered &Entry : Mine) {
      Its.Shares[Entry.From] = Entry.Tail;
      Its.Rest -= Entry.Tail.Count;
    }
  }
  for (ModuleFunction Callee : Contradictory)
    Callees.erase(Callee);
}

/// Finds the calls among \p Outgoing of functions whose hooks count them, too.
void TailShares::findSites(ArrayRef<OutgoingCall> Outgoing) {
  DenseSet<StringRef> Hooked;
  for (const auto &[Function, Count] : Counts.all()) {
    const CodeFunction &Code = Graph.codeOf(Function);
    Hooked.insert(Code.LinkName);
    Hooked.insert(Code.OtherNames.begin(), Code.OtherNames.end());
  }
  for (const OutgoingCall &Call : Outgoing) {
    if (!Call.Count || !Hooked.contains(Call.Name))
      continue;
    const Target Callee = targetOf(Call);
    if (!Callee.Function || !Counts.of(*Callee.Function))
      continue;
    Counted.insert({Call.Module, Call.From});
    if (Callee.IsJump)
      Callees[*Callee.Function].Sites.push_back(
          {Call.Module, Call.From, Call.Count});
  }
}

/// Returns what \p Call enters, if it is direct or a jump.
TailShares::Target TailShares::targetOf(const OutgoingCall &Call) {
  ModuleJumps *Jumps = Graph.jumpsOf(Call.Module);
  std::optional<ModuleFunction> Caller =
      Graph.functionAt(Call.Module, Call.From);
  if (!Jumps || !Caller)
    return {};
  std::optional<Transfer> Direct = Jumps->callAt(Caller->Function, Call.From);
  if (Direct && Direct->Target)
    return {Graph.functionOf(Call.Module, Jumps->entryOf(Direct->Target, true)),
            /*IsJump=*/false};
  const FunctionJumps &All = Jumps->jumpsOf(Caller->Function);
  auto Tail = find_if(
      All.Tail, [&](const TailJump &Jump) { return Jump.From == Call.From; });
  if (Tail != All.Tail.end())
    return {Graph.functionOf(Call.Module, Tail->To), /*IsJump=*/true};
  if (is_contained(All.Indirect, Call.From))
    return {Graph.functionOf(Call.Module, {NoSymbol, Call.Name}),
            /*IsJump=*/true};
  // Calls of functions that the same file defines have a count only if they are
  // jumps.
  if (Graph.codeOf(*Caller).isNamed(Call.Name))
    return {Caller, /*IsJump=*/true};
  return {};
}

/// Returns what a hook counted as \p Call, with the limits of its share.
/// Nothing if no counted jump leads to the callee, or the caller is unknown.
std::optional<TailShares::Entered>
TailShares::entered(const CrossModuleCall &Call) {
  ModuleCode *Code = Graph.code().codeOf(Call.SelfModule);
  if (!Call.Count || !Code)
    return std::nullopt;
  Entered Result;
  Result.Callee = {Call.SelfModule, Code->calledFunction(Call.Self)};
  Result.From = {Call.FromModule, Call.From};
  Result.Count = Call.Count;
  std::optional<ModuleFunction> Caller =
      Graph.functionAt(Call.FromModule, Call.From);
  if (!Caller || !Callees.count(Result.Callee))
    return std::nullopt;
  Result.Caller = *Caller;
  Result.Tail = limitsOf(Result);
  return Result;
}

TailShare TailShares::limitsOf(Entered &Arc) {
  const TailShare None, All{0, Arc.Count, Arc.Count}, Any{0, 0, Arc.Count};
  const auto [Module, Address] = Arc.From;
  std::optional<Transfer> Call = Graph.callAt(Module, Address, Arc.Callee);
  if (!Call)
    return None;
  if (!Call->Target)
    return isRecursive(Arc.Callee) ? Any : limitsOfPointer(Arc, *Call);
  const CodeEntry Entry = Graph.jumpsOf(Module)->entryOf(Call->Target, true);
  if (Graph.enters(Module, Entry, Arc.Callee))
    return isRecursive(Arc.Callee) ? Any : None;
  std::optional<ModuleFunction> Called = Graph.functionOf(Module, Entry);
  if (!Called || Graph.codeOf(*Called).IsRuntime)
    return None;
  Arc.IsJump = true;
  return jumpsByPointer(*Called) ? Any : All;
}

/// Returns the limits for \p Call, which is one through a pointer.
TailShare TailShares::limitsOfPointer(const Entered &Entry,
                                      const Transfer &Call) {
  TailShare Result;
  for (const auto &[Function, Count] : Counts.at(Entry.From.first, Call)) {
    if (Function == Entry.Callee ||
        (!Graph.chains(Function, Entry.Callee).Number &&
         !jumpsByPointer(Function)))
      continue;
    Result.High += Count;
    // Of all entries of the function, so many did not jump to the callee.
    const uint64_t All = Counts.of(Function);
    const uint64_t Others = All - std::min(All, jumps(Function, Entry.Callee));
    Result.Low += Count - std::min(Count, Others);
  }
  Result.High = std::min(Result.High, Entry.Count);
  Result.Low = std::min(Result.Low, Result.High);
  return Result;
}

/// Whether a jump by a pointer may be in a chain of tail calls from \p
/// Function.
bool TailShares::jumpsByPointer(ModuleFunction Function) {
  bool Result = false;
  bool IsWhole =
      Graph.walk(Function, [&](ArrayRef<TailFrame>, ModuleFunction Reached) {
        Result |= Graph.tailCallsOf(Reached).HasIndirect;
        return !Result;
      });
  return Result || !IsWhole;
}

/// Whether jumps may lead from \p Callee to itself.
bool TailShares::isRecursive(ModuleFunction Callee) {
  return jumpsByPointer(Callee) ||
         any_of(Callees[Callee].Sites, [&](const TailSite &Site) {
           std::optional<ModuleFunction> Caller =
               Graph.functionAt(Site.Module, Site.Jump);
           return Caller && (*Caller == Callee ||
                             Graph.chains(Callee, *Caller).Number != 0);
         });
}

/// Divides \p Total by \p Weights, whose sum is at least as great, so that the
/// parts add up and none is greater than its weight.
static SmallVector<uint64_t> divideBy(ArrayRef<uint64_t> Weights,
                                      uint64_t Total) {
  uint64_t Sum = 0;
  for (uint64_t Weight : Weights)
    Sum += Weight;
  SmallVector<uint64_t> Parts;
  for (uint64_t Weight : Weights) {
    // The rest is divided by the rest.
    const double Share = Sum ? double(Weight) / double(Sum) : 0;
    const uint64_t Least = Total - std::min(Total, Sum - Weight);
    const uint64_t Part = std::clamp(uint64_t(std::llround(Share * Total)),
                                     Least, std::min(Weight, Total));
    Parts.push_back(Part);
    Total -= Part;
    Sum -= Weight;
  }
  return Parts;
}

/// The greatest and the least part of \p Total that \p Weight can have, if \p
/// Others have the rest.
static uint64_t mostOf(uint64_t Weight, uint64_t Total) {
  return std::min(Weight, Total);
}
static uint64_t leastOf(uint64_t Others, uint64_t Total) {
  return Total - std::min(Total, Others);
}

/// Sets the shares of the calls of \p Group, which are \p Part of \p Rest
/// jumps. All groups have the slack \p Sum.
void TailShares::setShares(const Group &Calls, uint64_t Part, uint64_t Rest,
                           uint64_t Sum) {
  SmallVector<uint64_t> Slacks;
  for (const Entered *Entry : Calls.All)
    Slacks.push_back(Entry->slack());
  // What is certain of the calls together is called certain of each.
  const bool IsCertain =
      mostOf(Calls.Slack, Rest) == leastOf(Sum - Calls.Slack, Rest);
  for (auto [Entry, Slack, Mine] :
       zip(Calls.All, Slacks, divideBy(Slacks, Part))) {
    TailShare &Tail = Entry->Tail;
    Tail.Count = Tail.Low + Mine;
    Tail.High = IsCertain ? Tail.Count : Tail.Low + mostOf(Slack, Rest);
    Tail.Low = IsCertain ? Tail.Count : Tail.Low + leastOf(Sum - Slack, Rest);
  }
}

/// Sets the shares of \p All, whose limits are known, so that their sum is \p
/// Jumps, as far as callers are known. Returns false if the limits do not
/// permit that.
bool TailShares::divide(MutableArrayRef<Entered> All, uint64_t Jumps) {
  uint64_t Least = 0;
  // All entries at calls that certainly entered another function are jumps.
  Groups OfJumps, Others;
  for (Entered &Entry : All) {
    (Entry.IsJump ? OfJumps : Others).add(Entry);
    Least += Entry.Tail.Low;
  }
  if (Jumps < Least)
    return false;
  const uint64_t Sum = OfJumps.Slack + Others.Slack;
  const uint64_t Rest = std::min(Jumps - Least, Sum);
  const uint64_t First = std::min(Rest, OfJumps.Slack);
  auto Divide = [&](Groups &Among, uint64_t Total) {
    SmallVector<uint64_t> Slacks;
    for (const auto &[Caller, Its] : Among.ByCaller)
      Slacks.push_back(Its.Slack);
    for (auto [Entry, Part] : zip(Among.ByCaller, divideBy(Slacks, Total)))
      setShares(Entry.second, Part, Rest, Sum);
  };
  Divide(OfJumps, First);
  Divide(Others, Rest - First);
  return true;
}

ArrayRef<TailSite> TailShares::sitesOf(ModuleFunction Callee) const {
  auto Found = Callees.find(Callee);
  if (Found == Callees.end())
    return {};
  return Found->second.Sites;
}

uint64_t TailShares::restOf(ModuleFunction Callee) const {
  auto Found = Callees.find(Callee);
  return Found == Callees.end() ? 0 : Found->second.Rest;
}

uint64_t TailShares::jumps(ModuleFunction Function,
                           ModuleFunction Callee) const {
  uint64_t Result = 0;
  for (const TailSite &Site : sitesOf(Callee))
    if (Graph.functionAt(Site.Module, Site.Jump) == Function)
      Result += Site.Count;
  return Result;
}

TailShare TailShares::shareAt(uint32_t Module, uint64_t Caller,
                              ModuleFunction Callee) const {
  auto Found = Callees.find(Callee);
  if (Found == Callees.end())
    return TailShare();
  auto Share = Found->second.Shares.find({Module, Caller});
  return Share == Found->second.Shares.end() ? TailShare() : Share->second;
}
