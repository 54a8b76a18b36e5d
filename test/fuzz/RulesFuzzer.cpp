//===-- RulesFuzzer.cpp - Fuzzes rules and what they are held against -----===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a rules file. A file that is accepted is checked against a small profile:
// a and b call each other, and x.c has two lines.
//
//===----------------------------------------------------------------------===//

#include "commands/check/RuleChecker.h"
#include "commands/check/Rules.h"
#include <cstdlib>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static ProfileModel makeSmallModel() {
  ProfileModel Model;
  Model.Run.HasArcs = Model.Run.HasTimes = true;
  Model.Run.Cost = makeCost("seconds", 100);
  Model.Run.Total = 10;
  for (StringRef Name : {"main", "a", "b"}) {
    ModelFunction &Function = Model.Functions.emplace_back();
    Function.Name = Function.LinkName = Name;
    Function.Path = "/x.c";
    Function.Self = 3;
  }
  Model.NumInGraph = Model.Functions.size();
  Model.Arcs = {{0, 1, 1, 1}, {1, 2, 5, 5}, {2, 1, 4, 1}};
  for (ArcIndex I = 0; I < Model.Arcs.size(); ++I)
    Model.Functions[Model.Arcs[I].Caller].Callees.push_back(I);
  Model.Cycles.emplace_back().Members = {1, 2};
  CountedFile &File = Model.Lines.emplace_back();
  File.Path = "/x.c";
  File.Lines = {{3, 7}, {4, 0}};
  return Model;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  Expected<std::vector<Rule>> Rules = parseRules(Text, "rules");
  if (!Rules) {
    // Every error has a position.
    if (!toString(Rules.takeError()).starts_with("rules:"))
      std::abort();
    return 0;
  }
  static const ProfileModel Model = makeSmallModel();
  RuleChecker Checker(Model, *Rules);
  for (const Rule &Each : *Rules)
    if (Verdict Found = Checker.check(Each);
        !Found.Holds && Found.Found.empty())
      std::abort();
  return 0;
}
