//===-- HookTime.cpp - Time that entry hooks took -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hook is in the called function, so each call adds its time there.
//
//===----------------------------------------------------------------------===//

#include "graph/HookTime.h"

using namespace gmon;
using namespace llvm;

HookTime gmon::estimateHookTime(const CallGraph &Graph, const Profile &Data) {
  HookTime Hooks;
  // Hooks take time, and their other costs are unknown.
  double PerCall =
      Data.cost().isTime() ? Data.RunNotes.hookSeconds() * Data.Rate : 0;
  Hooks.Of.reserve(Graph.NumSymbols);
  for (NodeIndex N = 0; N < Graph.NumSymbols; ++N) {
    Hooks.NumCalls += Graph.Nodes[N].Calls;
    Hooks.Of.push_back(double(Graph.Nodes[N].Calls) * PerCall);
  }
  Hooks.Total = double(Hooks.NumCalls) * PerCall;
  return Hooks;
}
