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
                         ArrayRef<CrossModuleCall> Between) {
  for (const ModuleCalls &Module : Calls)
    for (const RawArc &Arc : Module.Arcs)
      add(Code,
          {Module.Module, Module.Module, Arc.From, Arc.Self, Arc.Count});
  for (const CrossModuleCall &Call : Between)
    if (Call.FromModule != Call.SelfModule)
      add(Code, Call);
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

Entries EntryCounts::at(uint32_t Module, const Transfer &Call) const {
  Entries Result;
  for (uint64_t From : {Call.From, Call.From + Call.Size - 1})
    if (auto It = BySite.find({Module, From}); It != BySite.end()) {
      if (It->second.size() > MostEntered)
        return {};
      for (const auto &[Function, Count] : It->second)
        Result[Function] += Count;
    }
  return Result;
}

bool EntryCounts::hasEntered(uint32_t Module, const Transfer &Call,
                             ModuleFunction Function) const {
  for (uint64_t From : {Call.From, Call.From + Call.Size - 1})
    if (auto It = BySite.find({Module, From});
        It != BySite.end() && It->second.count(Function))
      return true;
  return false;
}

uint64_t EntryCounts::of(ModuleFunction Function) const {
  auto It = All.find(Function);
  return It == All.end() ? 0 : It->second;
}
