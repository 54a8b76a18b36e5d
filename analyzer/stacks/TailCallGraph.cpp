//===-- TailCallGraph.cpp - Tail calls of all modules ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains are simple paths in the graph of direct tail calls.
//
//===----------------------------------------------------------------------===//

#include "stacks/TailCallGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

ModuleJumps *TailCallGraph::jumpsOf(uint32_t Module) {
  std::unique_ptr<ModuleJumps> &Jumps = Modules[Module];
  if (!Jumps && Code.codeOf(Module) && Code.fileOf(Module))
    Jumps = std::make_unique<ModuleJumps>(*Code.fileOf(Module),
                                          *Code.codeOf(Module));
  return Jumps.get();
}

const CodeFunction &TailCallGraph::codeOf(ModuleFunction Function) const {
  return Code.codeOf(Function.Module)->functions()[Function.Function];
}

std::optional<ModuleFunction>
TailCallGraph::functionOf(uint32_t Module, const CodeEntry &Entry) {
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

std::optional<ModuleFunction>
TailCallGraph::functionAt(uint32_t Module, uint64_t Address) const {
  ModuleCode *Found = Code.codeOf(Module);
  ArrayRef<CodeFrame> Frames =
      Found ? Found->framesAt(Address) : ArrayRef<CodeFrame>();
  if (Frames.empty())
    return std::nullopt;
  return ModuleFunction{Module, Frames.back().Function};
}

std::optional<Transfer> TailCallGraph::callAt(uint32_t Module, uint64_t Address,
                                              ModuleFunction Callee) {
  ModuleJumps *Jumps = jumpsOf(Module);
  if (!Jumps || codeOf(Callee).IsRuntime ||
      enters(Module, Jumps->entryFrom(Address), Callee))
    return std::nullopt;
  std::optional<ModuleFunction> Caller = functionAt(Module, Address);
  if (!Caller || codeOf(*Caller).IsRuntime)
    return std::nullopt;
  return Jumps->callAt(Caller->Function, Address);
}

bool TailCallGraph::enters(uint32_t Module, const CodeEntry &Entry,
                           ModuleFunction Function) const {
  if (!Entry.OtherModules.empty())
    return codeOf(Function).isNamed(Entry.OtherModules);
  return Entry.Function == Function.Function && Module == Function.Module;
}

const TailCalls &TailCallGraph::tailCallsOf(ModuleFunction Function) {
  auto [It, IsNew] = Known.try_emplace(Function);
  TailCalls &Result = It->second;
  ModuleJumps *Jumps = jumpsOf(Function.Module);
  if (!IsNew || !Jumps || codeOf(Function).IsRuntime ||
      !codeOf(Function).Address)
    return Result;
  const FunctionJumps &All = Jumps->jumpsOf(Function.Function);
  for (const TailJump &Jump : All.Tail) {
    std::optional<ModuleFunction> Target = functionOf(Function.Module, Jump.To);
    if (!Target || *Target == Function)
      continue;
    auto [Callee, IsFirst] = Result.Callees.try_emplace(*Target, Jump.From);
    if (!IsFirst)
      Callee->second = 0;
  }
  Result.HasIndirect = !All.Indirect.empty();
  if (All.Indirect.size() == 1)
    Result.Indirect = All.Indirect.front();
  return Result;
}

/// Visits \p Function, to which \p Path leads, and all chains that extend it.
/// Returns false if there are too many.
bool TailCallGraph::walk(ModuleFunction Function, TailChain &Path,
                         unsigned &Steps, VisitFn Visit) {
  if (++Steps > MostSteps || ++AllSteps > MostStepsOfAll)
    return false;
  if (!Visit(Path, Function) || Path.size() == MostFrames)
    return true;
  // A map's nodes stay where they are.
  for (const auto &[Callee, Jump] : tailCallsOf(Function).Callees) {
    if (any_of(Path, [&, Called = Callee](const TailFrame &Frame) {
          return Frame.Where == Called;
        }))
      continue;
    Path.push_back({Function, Jump});
    bool IsWhole = walk(Callee, Path, Steps, Visit);
    Path.pop_back();
    if (!IsWhole)
      return false;
  }
  return true;
}

bool TailCallGraph::walk(ModuleFunction Start, VisitFn Visit) {
  TailChain Path;
  unsigned Steps = 0;
  return walk(Start, Path, Steps, Visit);
}

const TailChains &TailCallGraph::chains(ModuleFunction Start,
                                        ModuleFunction End) {
  auto [It, IsNew] = KnownChains.try_emplace({Start, End});
  TailChains &Result = It->second;
  if (!IsNew)
    return Result;
  bool IsWhole =
      walk(Start, [&](ArrayRef<TailFrame> Way, ModuleFunction Function) {
        if (Function != End)
          return Result.Number < 2;
        Result.add(Way);
        return false;
      });
  if (!IsWhole)
    Result.Number = 2;
  return Result;
}
