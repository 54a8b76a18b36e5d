//===-- EntryCounts.cpp - What calls entered, as hooks counted ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hook has the last byte of a call, a counter at a call its first one.
//
//===----------------------------------------------------------------------===//

#include "stacks/EntryCounts.h"

using namespace gmon;
using namespace llvm;

EntryCounts::EntryCounts(ProcessCode &Code, ArrayRef<ModuleCalls> Calls,
                         ArrayRef<CrossModuleCall> CrossModule) {
  forEachCounted(Calls, CrossModule,
                 [&](const CrossModuleCall &Call) { add(Code, Call); });
}

void EntryCounts::add(ProcessCode &Code, const CrossModuleCall &Call) {
  ModuleCode *Callees = Call.Count ? Code.codeOf(Call.SelfModule) : nullptr;
  const uint32_t Called =
      Callees ? Callees->calledFunction(Call.Self) : uint32_t(NoSymbol);
  if (Called == NoSymbol)
    return;
  BySite[{Call.FromModule, Call.From}][{Call.SelfModule, Called}] += Call.Count;
  // The profile of the callee's module has calls from others, too.
  if (Call.FromModule == Call.SelfModule)
    All[{Call.SelfModule, Called}] += Call.Count;
}

const Entries &EntryCounts::at(uint32_t Module, uint64_t Address) const {
  static const Entries None;
  auto Found = BySite.find({Module, Address});
  return Found == BySite.end() || Found->second.size() > MostEntered
             ? None
             : Found->second;
}

Entries EntryCounts::at(uint32_t Module, const Transfer &Call) const {
  Entries Result = at(Module, Call.From);
  for (const auto &[Function, Count] : at(Module, Call.From + Call.Size - 1))
    Result[Function] += Count;
  return Result;
}

uint64_t EntryCounts::of(ModuleFunction Function) const {
  auto It = All.find(Function);
  return It == All.end() ? 0 : It->second;
}
