//===-- TrueCallers.cpp - Counted calls by their callers ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of tail calls say best who made them. Where there are none, a single
// chain of jumps does.
//
//===----------------------------------------------------------------------===//

#include "stacks/TrueCallers.h"

using namespace gmon;
using namespace llvm;

namespace {

class Finder {
public:
  Finder(ProcessCode &Code, MissingFrames &Missing, const TailShares &Shares,
         bool WithBounds)
      : Code(Code), Missing(Missing), Shares(Shares), WithBounds(WithBounds) {}

  /// Adds \p Call to \p Result, without those that were counted tail calls.
  void add(const CrossModuleCall &Call, std::vector<TrueCall> &Result);
  /// Adds the tail calls that add() left out to \p Result.
  void addTailCalls(std::vector<TrueCall> &Result);

private:
  /// The tail calls of a function.
  struct TailCalls {
    std::vector<TailSite> Sites; ///< with what is not in a result yet
    uint64_t OfUnknown = 0;      ///< calls of unknown callers among them
    uint64_t LeftOut = 0;
    uint64_t Self = 0; ///< address of the function
  };

  void setCaller(TrueCall &Call, const TailFrame &Frame) const;
  void addOthers(TrueCall &Call, const PossibleCallers &Possible, bool IsJump,
                 std::vector<TrueCall> &Result) const;
  TailCalls *tailCallsOf(const CrossModuleCall &Call, ModuleFunction Callee);

  ProcessCode &Code;
  MissingFrames &Missing;
  const TailShares &Shares;
  const bool WithBounds;
  std::map<ModuleFunction, TailCalls> Known;
};

} // namespace

/// Returns the counted tail calls of \p Callee; null if there are none.
Finder::TailCalls *Finder::tailCallsOf(const CrossModuleCall &Call,
                                       ModuleFunction Callee) {
  ArrayRef<TailSite> Sites = Shares.sitesOf(Callee);
  if (Sites.empty())
    return nullptr;
  auto [It, IsNew] = Known.try_emplace(Callee);
  if (IsNew)
    It->second = {Sites.vec(), Shares.restOf(Callee), 0, Call.Self};
  return &It->second;
}

void Finder::add(const CrossModuleCall &Call, std::vector<TrueCall> &Result) {
  ModuleCode *Callees = Code.codeOf(Call.SelfModule);
  const uint32_t Called =
      Callees ? Callees->calledFunction(Call.Self) : uint32_t(NoSymbol);
  ModuleCode *Callers = Code.codeOf(Call.FromModule);
  TrueCall Direct{Call, true, false, Call.Count, Call.Count};
  if (!Call.Count || Called == NoSymbol || !Callers) {
    Result.push_back(Direct);
    return;
  }
  const ModuleFunction Callee{Call.SelfModule, Called};
  if (TailCalls *Jumps = tailCallsOf(Call, Callee)) {
    TailShare Tail = Shares.shareAt(Call.FromModule, Call.From, Callee);
    if (Callers->framesAt(Call.From).empty()) {
      Tail.Count = std::min(Jumps->OfUnknown, Call.Count);
      Tail.Low = Tail.High = Tail.Count;
      Jumps->OfUnknown -= Tail.Count;
    }
    Jumps->LeftOut += Tail.Count;
    Direct.Call.Count -= Tail.Count;
    Direct.Low -= Tail.High;
    Direct.High -= Tail.Low;
    if (!Direct.High)
      return;
  }
  ArrayRef<TailFrame> Chain =
      Missing.between(Call.FromModule, Call.From, Callee);
  // Counted jumps are not left.
  if (!Chain.empty() && Shares.jumps(Chain.back().Where, Callee))
    Chain = {};
  // The callee's hook saw the return address of an outer call.
  if (!Chain.empty())
    setCaller(Direct, Chain.back());
  if (WithBounds || Chain.empty())
    addOthers(Direct,
              Missing.possibleCallers(Call.FromModule, Call.From, Callee,
                                      /*IsThorough=*/WithBounds),
              !Chain.empty(), Result);
  Result.push_back(Direct);
}

/// Makes \p Call one from \p Frame.
void Finder::setCaller(TrueCall &Call, const TailFrame &Frame) const {
  const auto [Module, Function] = Frame.Where;
  Call.Call.FromModule = Module;
  Call.IsPlaceKnown = Frame.Jump;
  Call.Call.From = Frame.Jump
                       ? Frame.Jump
                       : Code.codeOf(Module)->functions()[Function].Address;
}

/// Widens the bounds of \p Call, and adds to \p Result what other functions of
/// \p Possible may have called. \p IsJump: the caller was found, and jumped.
void Finder::addOthers(TrueCall &Call, const PossibleCallers &Possible,
                       bool IsJump, std::vector<TrueCall> &Result) const {
  if (Possible.IsCallPossible && Possible.Jumping.empty())
    return;
  std::set<ModuleFunction> Functions;
  for (const TailFrame &Frame : Possible.Jumping)
    Functions.insert(Frame.Where);
  // It is certain which function jumped, but perhaps not in which code.
  const bool IsCertain = !Possible.IsCallPossible && Functions.size() == 1;
  if (IsCertain && !IsJump)
    setCaller(Call, Possible.Jumping.size() == 1
                        ? *Possible.Jumping.begin()
                        : TailFrame{*Functions.begin(), 0});
  if (IsCertain && Possible.Jumping.size() == 1)
    return;
  TrueCall Other = Call;
  Other.Call.Count = Other.Low = 0;
  Other.IsInlinedOnly = IsCertain;
  if (Possible.Jumping.empty()) {
    Other.Call.FromModule = GMON_NO_MODULE;
    Result.push_back(Other);
  }
  for (const TailFrame &Frame : Possible.Jumping) {
    setCaller(Other, Frame);
    Result.push_back(Other);
  }
  if (!IsCertain)
    Call.Low = 0;
}

void Finder::addTailCalls(std::vector<TrueCall> &Result) {
  for (auto &[Callee, Calls] : Known)
    for (TailSite &Site : Calls.Sites) {
      const uint64_t Count = std::min(Site.Count, Calls.LeftOut);
      if (!Count)
        continue;
      Result.push_back(
          {{Site.Module, Callee.Module, Site.Jump, Calls.Self, Count},
           true,
           false,
           Count,
           Count});
      Site.Count -= Count;
      Calls.LeftOut -= Count;
    }
}

TrueCalls gmon::findTrueCallers(ProcessCode &Code, MissingFrames &Missing,
                                const TailShares &Shares,
                                ArrayRef<ModuleCalls> Calls,
                                ArrayRef<CrossModuleCall> CrossModule,
                                bool WithBounds) {
  TrueCalls Result;
  Finder Calling(Code, Missing, Shares, WithBounds);
  Result.Profiled = Calls.vec();
  auto AddTo = [&](std::vector<TrueCall> &Result) {
    return [&](const CrossModuleCall &Call) { Calling.add(Call, Result); };
  };
  forEachCounted(Calls, {}, AddTo(Result.InProfiles));
  Calling.addTailCalls(Result.InProfiles);
  forEachCounted({}, CrossModule, AddTo(Result.Between));
  Calling.addTailCalls(Result.Between);
  return Result;
}

std::vector<RawArc> gmon::arcsOf(const TrueCalls &Calls, uint32_t Module,
                                 uint64_t Outside) {
  std::vector<RawArc> Result;
  // By functions of the module, but by jumps whose outer call was outside.
  std::map<uint64_t, uint64_t> FromInside;
  for (const TrueCall &Found : Calls.Between)
    if (const CrossModuleCall &Call = Found.Call;
        Call.FromModule == Module && Call.SelfModule == Module) {
      FromInside[Call.Self] += Call.Count;
      Result.push_back({Call.From, Call.Self, Call.Count});
    }
  for (const TrueCall &Found : Calls.InProfiles) {
    const CrossModuleCall &Call = Found.Call;
    if (Call.SelfModule != Module)
      continue;
    RawArc Arc{Call.FromModule == Module ? Call.From : Outside, Call.Self,
               Call.Count};
    if (auto Inside = FromInside.find(Call.Self);
        Arc.From == Outside && Inside != FromInside.end()) {
      const uint64_t Part = std::min(Arc.Count, Inside->second);
      Arc.Count -= Part;
      Inside->second -= Part;
    }
    if (Arc.Count)
      Result.push_back(Arc);
  }
  return Result;
}

std::optional<CountedCall> gmon::findFunctions(ProcessCode &Code,
                                               const TrueCall &Counted) {
  const CrossModuleCall &Call = Counted.Call;
  ModuleCode *Callees = Code.codeOf(Call.SelfModule);
  if (!Callees || !Counted.High)
    return std::nullopt;
  const uint32_t Called = Callees->calledFunction(Call.Self);
  if (Called == NoSymbol ? !Callees->mayLackSymbols()
                         : Callees->functions()[Called].IsRuntime)
    return std::nullopt;
  CountedCall Result;
  Result.Callee = {Call.SelfModule, Called};
  Result.CallerModule = Call.FromModule;
  Result.Count = Call.Count;
  Result.Low = Counted.Low;
  Result.High = Counted.High;
  ModuleCode *Callers = Call.FromModule == GMON_NO_MODULE
                            ? nullptr
                            : Code.codeOf(Call.FromModule);
  if (!Callers)
    return Result;
  ArrayRef<CodeFrame> Frames = Callers->framesAt(Call.From);
  if (Frames.empty())
    return Result;
  const CodeFrame &Outermost = Frames.back();
  // Compilers may call a part that they split off.
  if (Call.FromModule == Call.SelfModule && Outermost.Function == Called &&
      Callees->isInPart(Call.Self))
    return std::nullopt;
  Result.IsByRuntime = Callers->functions()[Outermost.Function].IsRuntime;
  if (Counted.IsInlinedOnly)
    Result.Callers = Frames.drop_back().vec();
  else if (Counted.IsPlaceKnown)
    Result.Callers = Frames.vec();
  else
    Result.Callers = {{Outermost.Function, {}, 0}};
  if (Counted.IsInlinedOnly && Result.Callers.empty())
    return std::nullopt;
  return Result;
}
