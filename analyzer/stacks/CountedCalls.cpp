//===-- CountedCalls.cpp - Counted calls by function ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CountedCalls.h.
//
//===----------------------------------------------------------------------===//

#include "stacks/CountedCalls.h"

using namespace gmon;
using namespace llvm;

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
  ModuleCode *Callers = Code.codeOf(Call.FromModule);
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
  if (Counted.IsPlaceKnown)
    Result.Callers = Frames.vec();
  else
    Result.Callers = {{Outermost.Function, {}, 0}};
  return Result;
}
