//===-- MissingFrames.cpp - Frames that tail calls replaced ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains are simple paths in the graph of direct tail calls. A jump to an
// unknown place extends a chain only if the profile counted a call from the
// same call site: the hook of the entered function saw its return address.
//
//===----------------------------------------------------------------------===//

#include "stacks/MissingFrames.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

/// Whether \p Call itself may have entered \p Function: its hook counted a call
/// from there, which was no tail call.
bool MissingFrames::isCalledAt(uint32_t Module, const Transfer &Call,
                               ModuleFunction Function) {
  const Entries Counted = Counts.at(Module, Call);
  auto Found = Counted.find(Function);
  return Found != Counted.end() &&
         Shares.shareAt(Module, Call.From + Call.Size - 1, Function).Low <
             Found->second;
}

/// Searches chains with one jump to an unknown place, which is one of \p
/// Entered.
TailChains MissingFrames::indirectChains(ModuleFunction Start,
                                         const Entries &Entered,
                                         ModuleFunction End) {
  TailChains Result;
  auto Visit = [&](ArrayRef<TailFrame> Way, ModuleFunction Reached) {
    const TailCalls &Calls = Graph.tailCallsOf(Reached);
    if (!Calls.HasIndirect)
      return Result.Number < 2;
    for (const auto &[Next, Count] : Entered) {
      if (Next == Start)
        continue;
      const TailChains &Rest = Graph.chains(Next, End);
      if (Rest.Number == 0)
        continue;
      TailChain All(Way);
      All.push_back({Reached, Calls.Indirect});
      All.append(Rest.First.begin(), Rest.First.end());
      Result.add(All);
      Result.Number += Rest.Number - 1;
    }
    return Result.Number < 2;
  };
  if (!Graph.walk(Start, Visit))
    Result.Number = 2;
  return Result;
}

/// Returns those of \p Counted that a jump of a chain from \p Called to an
/// unknown place may have entered. The others were entered by direct jumps.
Entries MissingFrames::enteredFirst(ModuleFunction Called, Entries Counted) {
  // A function to which no direct jump leads was entered by such a jump. If
  // these were as many as the calls, no call is left for the others.
  auto IsFirst = [&](ModuleFunction Function) {
    return none_of(Counted, [&](const auto &Other) {
      return Other.first != Function &&
             Graph.chains(Other.first, Function).Number != 0;
    });
  };
  const uint64_t NumCalls = Counted[Called];
  Entries First;
  uint64_t NumFirst = 0;
  for (const auto &[Function, Count] : Counted)
    if (Function != Called && IsFirst(Function)) {
      First[Function] = Count;
      NumFirst += Count;
    }
  return NumCalls && NumFirst >= NumCalls ? First : Counted;
}

TailChain MissingFrames::find(uint32_t Module, uint64_t Address,
                              ModuleFunction Inner) {
  // Most calls enter the function of the next frame.
  if (ModuleJumps *Jumps = Graph.jumpsOf(Module);
      Jumps && Graph.enters(Module, Jumps->guessCall(Address), Inner))
    return {};
  std::optional<Transfer> Call = Graph.callAt(Module, Address, Inner);
  if (!Call)
    return {};
  TailChains Result;
  if (Call->Target) {
    CodeEntry Entry = Graph.jumpsOf(Module)->entryOf(Call->Target, true);
    std::optional<ModuleFunction> Called = Graph.functionOf(Module, Entry);
    if (!Called || Graph.enters(Module, Entry, Inner) ||
        Graph.codeOf(*Called).IsRuntime)
      return {};
    Result = Graph.chains(*Called, Inner);
    if (Result.Number == 0)
      Result = indirectChains(
          *Called, enteredFirst(*Called, Counts.at(Module, *Call)), Inner);
  } else {
    if (isCalledAt(Module, *Call, Inner))
      return {};
    for (const auto &[Called, Count] : Counts.at(Module, *Call)) {
      if (Called == Inner)
        continue;
      const TailChains &Some = Graph.chains(Called, Inner);
      if (Some.Number)
        Result.First = Some.First;
      Result.Number += Some.Number;
    }
  }
  return Result.Number == 1 ? Result.First : TailChain();
}

PossibleCallers MissingFrames::possibleCallers(uint32_t Module,
                                               uint64_t Address,
                                               ModuleFunction Callee,
                                               bool IsThorough) {
  PossibleCallers Result;
  ModuleJumps *Jumps = Graph.jumpsOf(Module);
  if (!Jumps ||
      (!IsThorough && Graph.enters(Module, Jumps->guessCall(Address), Callee)))
    return Result;
  std::optional<Transfer> Call = Graph.callAt(Module, Address, Callee);
  if (!Call)
    return Result;
  const Entries &Entered = Counts.at(Module, Address);
  Entries Starts = Entered;
  if (Call->Target) {
    CodeEntry Entry = Jumps->entryOf(Call->Target, true);
    std::optional<ModuleFunction> Called = Graph.functionOf(Module, Entry);
    if (Called && Graph.codeOf(*Called).IsRuntime)
      return Result;
    // A name is that of another function, whose code is unknown.
    Result.IsCallPossible =
        Graph.enters(Module, Entry, Callee) || !Entry.isKnown();
    if (!Called)
      return Result;
    Starts = {{*Called, 0}};
  }
  if (Result.IsCallPossible && !IsThorough)
    return Result;
  const bool HasCounts = !Shares.sitesOf(Callee).empty();
  bool HasIndirect = false;
  auto Visit = [&](ArrayRef<TailFrame>, ModuleFunction Reached) {
    const TailCalls &Its = Graph.tailCallsOf(Reached);
    HasIndirect |= Its.HasIndirect;
    if (Its.HasIndirect && (Reached != Callee || Entered.size() == 1))
      for (uint64_t Jump :
           Graph.jumpsOf(Reached.Module)->jumpsOf(Reached.Function).Indirect)
        Result.Jumping.insert(TailFrame{Reached, Jump});
    if (auto Direct = Its.Callees.find(Callee);
        !HasCounts && Reached != Callee && Direct != Its.Callees.end())
      Result.Jumping.insert(TailFrame{Reached, Direct->second});
    return true;
  };
  for (const auto &[Function, Count] : Starts)
    (void)Graph.walk(Function, Visit);
  // A jump by a pointer may have entered each of the functions.
  if (HasIndirect)
    for (const auto &[Function, Count] : Entered)
      (void)Graph.walk(Function, Visit);
  return Result;
}

ArrayRef<TailFrame> MissingFrames::between(uint32_t Module, uint64_t Address,
                                           ModuleFunction Inner) {
  auto [It, IsNew] = Results.try_emplace({Module, Address, Inner});
  if (!IsNew)
    return It->second;
  It->second = find(Module, Address, Inner);
  // Names of functions are chosen later, so these must be known.
  for (const TailFrame &Frame : It->second)
    if (Frame.Jump)
      (void)Graph.code().codeOf(Frame.Where.Module)->framesAt(Frame.Jump);
  return It->second;
}

ArrayRef<TailFrame> MissingFrames::between(const StackProfile &Stacks,
                                           const StackContext &Inner) {
  if (!Inner.Caller || Inner.Module == GMON_NO_MODULE)
    return {};
  const StackContext &Caller = Stacks.Contexts[Inner.Caller - 1];
  if (Caller.Module == GMON_NO_MODULE)
    return {};
  std::optional<ModuleFunction> Callee =
      Graph.functionAt(Inner.Module, Inner.Address);
  if (!Callee)
    return {};
  return between(Caller.Module, Caller.Address, *Callee);
}
