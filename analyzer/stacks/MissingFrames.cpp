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

MissingFrames::MissingFrames(ProcessCode &Code)
    : Code(Code), Modules(Code.size()) {}

void MissingFrames::addCalls(uint32_t Module, ArrayRef<RawArc> Calls) {
  ModuleCode *Counts = Code.codeOf(Module);
  if (!Counts)
    return;
  for (const RawArc &Arc : Calls)
    if (uint32_t Called = Counts->calledFunction(Arc.Self);
        Called != NoSymbol && Arc.Count)
      Counted[{Module, Arc.From}][{Module, Called}] += Arc.Count;
}

void MissingFrames::addCalls(ArrayRef<CrossModuleCall> Calls) {
  for (const CrossModuleCall &Call : Calls) {
    ModuleCode *Callees = Code.codeOf(Call.SelfModule);
    uint32_t Called = Callees && Call.Count ? Callees->calledFunction(Call.Self)
                                            : uint32_t(NoSymbol);
    if (Called != NoSymbol)
      Counted[{Call.FromModule, Call.From}][{Call.SelfModule, Called}] +=
          Call.Count;
  }
}

ModuleJumps *MissingFrames::jumpsOf(uint32_t Module) {
  std::unique_ptr<ModuleJumps> &Jumps = Modules[Module];
  if (!Jumps && Code.codeOf(Module) && Code.fileOf(Module))
    Jumps = std::make_unique<ModuleJumps>(*Code.fileOf(Module),
                                          *Code.codeOf(Module));
  return Jumps.get();
}

const CodeFunction &MissingFrames::codeOf(ModuleFunction Function) {
  return Code.codeOf(Function.Module)->functions()[Function.Function];
}

/// Returns the function that \p Entry, in \p Module, enters, if it is certain.
std::optional<ModuleFunction>
MissingFrames::functionOf(uint32_t Module, const CodeEntry &Entry) {
  if (Entry.Function != NoSymbol)
    return ModuleFunction{Module, Entry.Function};
  std::optional<ModuleFunction> Result;
  if (Entry.OtherModules.empty())
    return Result;
  for (uint32_t I = 0; I < Code.size(); ++I) {
    ModuleCode *Candidate = Code.codeOf(I);
    uint32_t Named =
        Candidate ? Candidate->functionNamed(Entry.OtherModules) : NoSymbol;
    if (Named == NoSymbol)
      continue;
    if (Result)
      return std::nullopt;
    Result = {I, Named};
  }
  return Result;
}

bool MissingFrames::enters(uint32_t Module, const CodeEntry &Entry,
                           ModuleFunction Function) {
  if (!Entry.OtherModules.empty())
    return codeOf(Function).LinkName == Entry.OtherModules;
  return Entry.Function == Function.Function && Module == Function.Module;
}

/// Returns whether the hook of \p Function counted that \p Call entered it.
bool MissingFrames::isCounted(uint32_t Module, const Transfer &Call,
                              ModuleFunction Function) const {
  for (uint64_t From : {Call.From, Call.From + Call.Size - 1})
    if (auto It = Counted.find({Module, From});
        It != Counted.end() && It->second.count(Function))
      return true;
  return false;
}

/// Returns the functions that \p Call entered, as their hooks counted.
MissingFrames::Entries MissingFrames::countedAt(uint32_t Module,
                                                const Transfer &Call) {
  Entries Result;
  for (uint64_t From : {Call.From, Call.From + Call.Size - 1})
    if (auto It = Counted.find({Module, From}); It != Counted.end()) {
      if (It->second.size() > MostEntered)
        return {};
      for (const auto &[Function, Count] : It->second)
        Result[Function] += Count;
    }
  return Result;
}

const MissingFrames::TailCalls &
MissingFrames::tailCallsOf(ModuleFunction Function) {
  auto [It, IsNew] = Known.try_emplace(Function);
  TailCalls &Result = It->second;
  ModuleJumps *Jumps = jumpsOf(Function.Module);
  if (!IsNew || !Jumps || codeOf(Function).IsRuntime ||
      !codeOf(Function).Address)
    return Result;
  const FunctionJumps &All = Jumps->jumpsOf(Function.Function);
  for (const TailJump &Jump : All.Tail) {
    std::optional<ModuleFunction> To = functionOf(Function.Module, Jump.To);
    if (!To || *To == Function)
      continue;
    auto [Callee, IsFirst] = Result.Callees.try_emplace(*To, Jump.From);
    if (!IsFirst)
      Callee->second = 0;
  }
  Result.HasIndirect = !All.Indirect.empty();
  if (All.Indirect.size() == 1)
    Result.Indirect = All.Indirect.front();
  return Result;
}

/// Visits \p At, to which \p Path leads, and all chains that extend it. Returns
/// false if there are too many.
bool MissingFrames::walk(ModuleFunction At, Chain &Path, unsigned &Steps,
                         VisitFn Visit) {
  if (++Steps > MostSteps || ++AllSteps > MostStepsOfAll)
    return false;
  if (!Visit(Path, At) || Path.size() == MostFrames)
    return true;
  // A map's nodes stay where they are.
  for (const auto &[Callee, Jump] : tailCallsOf(At).Callees) {
    if (any_of(Path, [&, To = Callee](const TailFrame &Frame) {
          return Frame.Where == To;
        }))
      continue;
    Path.push_back({At, Jump});
    bool IsWhole = walk(Callee, Path, Steps, Visit);
    Path.pop_back();
    if (!IsWhole)
      return false;
  }
  return true;
}

/// Searches chains of direct tail calls from \p From to \p To.
MissingFrames::Found MissingFrames::chains(ModuleFunction From,
                                           ModuleFunction To) {
  auto [It, IsNew] = KnownChains.try_emplace({From, To});
  Found &Result = It->second;
  if (!IsNew)
    return Result;
  Chain Path;
  unsigned Steps = 0;
  bool IsWhole =
      walk(From, Path, Steps, [&](ArrayRef<TailFrame> Way, ModuleFunction At) {
        if (At != To)
          return Result.Number < 2;
        Result.add(Way);
        return false;
      });
  if (!IsWhole)
    Result.Number = 2;
  return Result;
}

/// Searches chains with one jump to an unknown place, which is one of \p
/// Entered.
MissingFrames::Found MissingFrames::indirectChains(ModuleFunction From,
                                                   const Entries &Entered,
                                                   ModuleFunction To) {
  Found Result;
  Chain Path;
  unsigned Steps = 0;
  auto Visit = [&](ArrayRef<TailFrame> Way, ModuleFunction At) {
    const TailCalls &Calls = tailCallsOf(At);
    if (!Calls.HasIndirect)
      return Result.Number < 2;
    for (const auto &[Next, Count] : Entered) {
      if (Next == From)
        continue;
      Found Rest = chains(Next, To);
      if (Rest.Number == 0)
        continue;
      Chain All(Way);
      All.push_back({At, Calls.Indirect});
      All.append(Rest.First.begin(), Rest.First.end());
      Result.add(All);
      Result.Number += Rest.Number - 1;
    }
    return Result.Number < 2;
  };
  if (!walk(From, Path, Steps, Visit))
    Result.Number = 2;
  return Result;
}

/// Returns those of \p Counted that a jump of a chain from \p Called to an
/// unknown place may have entered. The others were entered by direct jumps.
MissingFrames::Entries MissingFrames::enteredFirst(ModuleFunction Called,
                                                   Entries Counted) {
  // A function to which no direct jump leads was entered by such a jump. If
  // these were as many as the calls, no call is left for the others.
  auto IsFirst = [&](ModuleFunction Function) {
    return none_of(Counted, [&](const auto &Other) {
      return Other.first != Function &&
             chains(Other.first, Function).Number != 0;
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

MissingFrames::Chain MissingFrames::find(uint32_t Module, uint64_t Address,
                                         ModuleFunction Inner) {
  ModuleJumps *Jumps = jumpsOf(Module);
  if (!Jumps || codeOf(Inner).IsRuntime ||
      enters(Module, Jumps->guessCall(Address), Inner) ||
      enters(Module, Jumps->entryFrom(Address), Inner))
    return {};
  ArrayRef<CodeFrame> Frames = Code.codeOf(Module)->framesAt(Address);
  if (Frames.empty() || codeOf({Module, Frames.back().Function}).IsRuntime)
    return {};
  std::optional<Transfer> Call = Jumps->callAt(Frames.back().Function, Address);
  if (!Call)
    return {};
  Found Result;
  if (Call->Target) {
    CodeEntry Entry = Jumps->entryOf(Call->Target, true);
    std::optional<ModuleFunction> Called = functionOf(Module, Entry);
    if (!Called || enters(Module, Entry, Inner) || codeOf(*Called).IsRuntime)
      return {};
    Result = chains(*Called, Inner);
    if (Result.Number == 0)
      Result = indirectChains(
          *Called, enteredFirst(*Called, countedAt(Module, *Call)), Inner);
  } else {
    if (isCounted(Module, *Call, Inner))
      return {};
    for (const auto &[Called, Count] : countedAt(Module, *Call)) {
      Found Some = chains(Called, Inner);
      if (Some.Number)
        Result.First = Some.First;
      Result.Number += Some.Number;
    }
  }
  return Result.Number == 1 ? Result.First : Chain();
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
      (void)Code.codeOf(Frame.Where.Module)->framesAt(Frame.Jump);
  return It->second;
}

ArrayRef<TailFrame> MissingFrames::between(const StackProfile &Stacks,
                                           const StackContext &Inner) {
  if (!Inner.Caller || Inner.Module == GMON_NO_MODULE)
    return {};
  const StackContext &Caller = Stacks.Contexts[Inner.Caller - 1];
  ModuleCode *Callee = Code.codeOf(Inner.Module);
  if (Caller.Module == GMON_NO_MODULE || !Callee)
    return {};
  ArrayRef<CodeFrame> Frames = Callee->framesAt(Inner.Address);
  if (Frames.empty())
    return {};
  return between(Caller.Module, Caller.Address,
                 {Inner.Module, Frames.back().Function});
}
