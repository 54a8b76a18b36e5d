//===-- CountedCalls.cpp - Counted calls by function ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/CountedCalls.h"

using namespace gmon;
using namespace llvm;

/// Returns a call at \p From of \p FromModule to \p Self of \p SelfModule.
static std::optional<CountedCall>
find(ProcessCode &Code, MissingFrames &Missing, const CrossModuleCall &Call) {
  ModuleCode *Callees = Code.codeOf(Call.SelfModule);
  if (!Callees || !Call.Count)
    return std::nullopt;
  const uint32_t Called = Callees->calledFunction(Call.Self);
  if (Called == NoSymbol ? !Callees->mayLackSymbols()
                         : Callees->functions()[Called].IsRuntime)
    return std::nullopt;
  CountedCall Result;
  Result.Callee = {Call.SelfModule, Called};
  Result.Count = Call.Count;
  uint32_t Module = Call.FromModule;
  ModuleCode *Callers = Code.codeOf(Module);
  if (!Callers) {
    Result.CallerModule = Module;
    return Result;
  }
  ArrayRef<CodeFrame> Frames = Callers->framesAt(Call.From);
  // Compilers may call a part that they split off.
  if (Module == Call.SelfModule && !Frames.empty() &&
      Frames.back().Function == Called && Callees->isInPart(Call.Self))
    return std::nullopt;
  CodeFrame Tail;
  ArrayRef<TailFrame> Chain;
  if (Called != NoSymbol)
    Chain = Missing.between(Module, Call.From, Result.Callee);
  if (!Chain.empty()) {
    // The callee's hook saw the return address of an outer call.
    const TailFrame &Last = Chain.back();
    Module = Last.Where.Module;
    Tail = {Last.Where.Function, {}, 0};
    Frames =
        Last.Jump ? Code.codeOf(Module)->framesAt(Last.Jump) : ArrayRef(Tail);
  } else {
    Frames = Callers->framesAt(Call.From);
  }
  Result.CallerModule = Module;
  if (Frames.empty())
    return Result;
  Result.Callers = Frames.vec();
  Result.IsByRuntime =
      Code.codeOf(Module)->functions()[Frames.back().Function].IsRuntime;
  return Result;
}

std::optional<CountedCall> gmon::findCall(ProcessCode &Code,
                                          MissingFrames &Missing,
                                          uint32_t Module, const RawArc &Call) {
  return find(Code, Missing,
              {Module, Module, Call.From, Call.Self, Call.Count});
}

std::optional<CountedCall> gmon::findCall(ProcessCode &Code,
                                          MissingFrames &Missing,
                                          const CrossModuleCall &Call) {
  // The profile of a module has the calls within the module.
  if (Call.FromModule == Call.SelfModule)
    return std::nullopt;
  return find(Code, Missing, Call);
}
