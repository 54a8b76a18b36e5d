//===-- CallFacts.cpp - What calls tell about the flow --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An arc has the address of a call. That of a function that was entered by a
// jump at the end of another has the address of the call of the latter.
//
//===----------------------------------------------------------------------===//

#include "costs/CallFacts.h"
#include "gmon/abi.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace gmon;
using namespace llvm;

CallFacts::CallFacts(ArrayRef<DecodedFunction> Functions, const OwnCode &Own,
                     const KnownCalls &Known, const Profile &Data)
    : Functions(Functions), Own(Own), Known(Known), Of(Functions.size()) {
  for (auto [I, Function] : enumerate(Functions))
    Starts[Function.Flow->Code.Low] = I;
  for (size_t I = 0; I < Functions.size(); ++I)
    findCalls(I);
  readArcs(Data);
}

/// The function that \p Address is an entry of.
size_t CallFacts::functionAt(uint64_t Address) const {
  if (auto Found = Starts.find(Address); Found != Starts.end())
    return Found->second;
  auto Found = Starts.find(Address - GMON_EARLY_HOOK_SIZE);
  // Without a hook, it may be another function behind a short one.
  return Found != Starts.end() && Functions[Found->second].Flow->hasHookPiece()
             ? Found->second
             : None;
}

/// Whether the jump to \p Target, or to an unknown one, behind \p Piece of \p
/// Flow enters a function: another one, or the same one again.
static bool entersFunction(const FlowFunction &Flow, const FlowPiece &Piece,
                           std::optional<uint64_t> Target) {
  if (!Piece.has(GMON_FLOW_LEFT))
    return false;
  if (!Target)
    return Piece.Successors.empty();
  return !Flow.Code.contains(*Target) ||
         none_of(Piece.Successors, [&](uint32_t Next) {
           return Flow.Pieces[Next].Code.Low == *Target;
         });
}

void CallFacts::findCalls(size_t Function) {
  const FlowFunction &Flow = *Functions[Function].Flow;
  Facts &Mine = Of[Function];
  for (auto [Piece, Code, Number] :
       zip(Flow.Pieces, Functions[Function].Pieces, seq(Flow.Pieces.size()))) {
    for (const CodeInstruction &Each : Code) {
      const bool IsLast = &Each == &Code.back();
      const bool IsJump =
          Each.IsBranch && IsLast && entersFunction(Flow, Piece, Each.Target);
      if (!IsJump && (!Each.IsCall || Piece.has(GMON_FLOW_OWN) ||
                      (Each.Target && Own.isRuntime(*Each.Target))))
        continue;
      Call New;
      New.Piece = uint32_t(Number);
      New.End = Each.end();
      New.Target = Each.Target.value_or(0);
      New.Callee = Each.Target ? functionAt(*Each.Target) : None;
      New.IsJump = IsJump;
      New.EndsPiece = IsLast && Piece.has(GMON_FLOW_LEFT) && !IsJump;
      Mine.HasJump |= IsJump && New.Callee != Function;
      Mine.Calls.push_back(std::move(New));
    }
  }
}

CallFacts::Call *CallFacts::callOf(uint64_t Address, size_t Callee) {
  auto Function = llvm::upper_bound(
      Functions, Address, [](uint64_t Address, const DecodedFunction &Each) {
        return Address < Each.Flow->Code.High;
      });
  if (Function == Functions.end() || Address < Function->Flow->Code.Low)
    return nullptr;
  ArrayRef<FlowPiece> Pieces = Function->Flow->Pieces;
  auto First = llvm::upper_bound(Pieces, Address,
                                 [](uint64_t Address, const FlowPiece &Each) {
                                   return Address < Each.Code.High;
                                 });
  std::vector<Call> &Calls = Of[Function - Functions.begin()].Calls;
  // The code generator may have put other code in front of the call, or have
  // merged it with an equal one: then it is the first on a path from there.
  Call *Result = nullptr;
  SmallVector<size_t> Open = {size_t(First - Pieces.begin())};
  SmallDenseSet<size_t> Seen;
  while (!Open.empty()) {
    const size_t Number = Open.pop_back_val();
    if (Number == Pieces.size() || !Seen.insert(Number).second)
      continue;
    const AddressRange &Code = Pieces[Number].Code;
    const uint64_t From = Code.contains(Address) ? Address : Code.Low;
    auto Next = llvm::partition_point(
        Calls, [&](const Call &Each) { return Each.End <= From; });
    if (Next == Calls.end() || Next->End > Code.High) {
      append_range(Open, Pieces[Number].Successors);
      continue;
    }
    if (Next->Callee == Callee)
      return &*Next;
    // A call through a pointer, or of a function that enters the callee by a
    // jump, rather than one of code that is not described.
    auto Rank = [](const Call &Each) {
      return !Each.Target ? 2 : Each.Callee != None;
    };
    if (!Result || Rank(*Result) < Rank(*Next))
      Result = &*Next;
  }
  return Result;
}

void CallFacts::readArcs(const Profile &Data) {
  for (const RawArc &Arc : Data.Arcs) {
    // A hook that is a call names itself, behind the start of the function.
    auto Callee = Starts.upper_bound(Arc.Self);
    if (Callee == Starts.begin() ||
        !Functions[(--Callee)->second].Flow->Code.contains(Arc.Self))
      continue;
    Facts &Its = Of[Callee->second];
    Its.Arcs += Arc.Count;
    Call *From = callOf(Arc.From, Callee->second);
    const bool SkipsHook =
        From && From->Callee == Callee->second && From->Target != Callee->first;
    if (!SkipsHook)
      Its.HookCalls += Arc.Count;
    if (From)
      From->Arcs[Callee->second] += Arc.Count;
  }
  for (const BlockCount &Block : Data.Blocks)
    if (auto Found = Starts.find(Block.Address); Found != Starts.end())
      Of[Found->second].Entries += Block.Count;
}

std::vector<FlowSum> CallFacts::sumsOf(size_t Function) const {
  std::vector<FlowSum> Result;
  // The code generator may copy a call that the caller counts: the arcs of all
  // copies are those of one.
  std::map<size_t, FlowSum> Groups;
  for (const Call &Each : Of[Function].Calls) {
    if (Each.Callee == None || Each.IsJump)
      continue;
    // If the callee enters others by jumps, these may enter it again.
    const Facts &Its = Of[Each.Callee];
    if (Its.Arcs != Its.Entries || Its.HasJump)
      continue;
    const bool HookCounts = Functions[Each.Callee].Flow->hasHookPiece() &&
                            Each.Target == Functions[Each.Callee].start();
    FlowSum Single;
    FlowSum &Sum = HookCounts ? Single : Groups[Each.Callee];
    Sum.Pieces.push_back(Each.Piece);
    Sum.Count += Each.arcsTo(Each.Callee);
    if (HookCounts)
      Result.push_back(std::move(Single));
  }
  for (auto &[Callee, Sum] : Groups)
    // Two calls in one piece are a multiple of its count.
    if (std::adjacent_find(Sum.Pieces.begin(), Sum.Pieces.end()) ==
        Sum.Pieces.end())
      Result.push_back(std::move(Sum));
  return Result;
}

void CallFacts::note(size_t Function, const FlowSolution &Solution) {
  Facts &Mine = Of[Function];
  Mine.Left = {0, 0};
  auto Add = [](uint64_t &To, uint64_t Value) {
    To = std::min(SaturatingAdd(To, Value), NoBound);
  };
  for (Call &Each : Mine.Calls) {
    const bool IsCertain = Solution.isConsistent();
    const CountRange &Count = Solution.pieces()[Each.Piece];
    Each.Most = IsCertain ? Count.High : NoBound;
    if (Count.High && Each.Target &&
        Known.endOf(Each.Target) == CallEnd::Catches)
      HasCaught = true;
    if (!Each.EndsPiece)
      continue;
    const Bounds Left = Solution.leaving(Each.Piece);
    Add(Mine.Left.Low, IsCertain ? Left.Low : 0);
    Add(Mine.Left.High, IsCertain ? Left.High : NoBound);
  }
  // Control that a call did not return may have come back to a handler, or to
  // where setjmp returns.
  const FlowFunction &Flow = *Functions[Function].Flow;
  for (size_t I = Functions[Function].Flow->hasHookPiece() ? 2 : 1;
       I < Solution.pieces().size(); ++I)
    if (Flow.Pieces[I].has(GMON_FLOW_ENTERED))
      Mine.Left.Low -= std::min(Mine.Left.Low, Solution.pieces()[I].High);
}

/// Whether \p Each may not come back for a reason that is not in code that is
/// described.
bool CallFacts::isSource(const Call &Each) const {
  if (Each.Callee != None)
    return false;
  if (!Each.Target) {
    // What the arcs do not account for led elsewhere.
    uint64_t Sum = 0;
    for (auto [Callee, Count] : Each.Arcs)
      Sum = SaturatingAdd(Sum, Count);
    return Sum < Each.Most;
  }
  switch (Known.endOf(Each.Target)) {
  case CallEnd::Returns:
    return false;
  case CallEnd::Throws:
    return HasCaught;
  case CallEnd::Catches:
  case CallEnd::Unknown:
    return true;
  }
  llvm_unreachable("an end without a case");
}

void CallFacts::findLeaving() {
  std::vector<std::vector<size_t>> Callers(Of.size());
  std::vector<size_t> Work;
  for (auto [I, Mine] : enumerate(Of)) {
    Mine.MayBeLeft = false;
    for (const Call &Each : Mine.Calls) {
      if (!Each.Most || !(Each.EndsPiece || Each.IsJump))
        continue;
      if (Each.Callee != None)
        Callers[Each.Callee].push_back(I);
      // Also those that the callee entered by a jump.
      for (auto [Callee, Count] : Each.Arcs)
        Callers[Callee].push_back(I);
      if (!Mine.MayBeLeft && isSource(Each)) {
        Mine.MayBeLeft = true;
        Work.push_back(I);
      }
    }
  }
  while (!Work.empty()) {
    const size_t Callee = Work.back();
    Work.pop_back();
    for (size_t Caller : Callers[Callee])
      if (!Of[Caller].MayBeLeft) {
        Of[Caller].MayBeLeft = true;
        Work.push_back(Caller);
      }
  }
}

/// How often \p Each may not have come back.
Bounds CallFacts::leavingOf(const Call &Each) const {
  if (isSource(Each))
    return {};
  uint64_t Most = 0;
  auto AddCallee = [&](size_t Callee, uint64_t Calls) {
    const Facts &Its = Of[Callee];
    if (!Its.MayBeLeft)
      return;
    // Where a function jumps to another, its caller is left with the other.
    uint64_t Left = Its.HasJump ? NoBound : Its.Left.High;
    Most = std::min(SaturatingAdd(Most, std::min(Left, Calls)), NoBound);
  };
  if (Each.Callee != None)
    AddCallee(Each.Callee, NoBound);
  for (auto [Callee, Count] : Each.Arcs)
    if (Callee != Each.Callee)
      AddCallee(Callee, Count);
  Bounds Result{0, Most};
  // Its only call is where it is left.
  if (Each.Callee != None && Each.Arcs.size() == 1) {
    const Facts &Its = Of[Each.Callee];
    if (!Its.HasJump && Its.Arcs == Its.Entries &&
        Each.arcsTo(Each.Callee) == Its.Entries)
      Result.Low = std::min(Its.Left.Low, Most);
  }
  return Result;
}

bool CallFacts::narrow(size_t Function, FlowProblem &Problem) const {
  bool HasChanged = false;
  for (const Call &Each : Of[Function].Calls) {
    if (!Each.EndsPiece)
      continue;
    const Bounds New = leavingOf(Each);
    Bounds &Old = Problem.Nodes[Each.Piece].Left;
    if (Old.Low >= New.Low && Old.High <= New.High)
      continue;
    Old = {std::max(Old.Low, New.Low), std::min(Old.High, New.High)};
    HasChanged = true;
  }
  return HasChanged;
}
