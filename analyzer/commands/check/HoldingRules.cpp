//===-- HoldingRules.cpp - Rules that a profile fulfils -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks each rule as check does, with the same parts of the model.
//
//===----------------------------------------------------------------------===//

#include "commands/check/HoldingRules.h"
#include "commands/check/RuleChecker.h"
#include "driver/Driver.h"
#include "formats/Format.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the rules that the format filecheck has of \p Model.
static Expected<std::string> allRules(const ProfileModel &Model,
                                      Warnings &Warn) {
  std::string Text;
  raw_string_ostream OS(Text);
  const FormatSettings Settings;
  if (Error E = writeFileCheck({Model, Settings, OS, Warn}))
    return std::move(E);
  return std::move(Text);
}

/// Writes the rules of \p Text, one in each line, that hold for \p Model.
static Error writeHolding(const ProfileModel &Model, StringRef Text,
                          raw_ostream &OS, Warnings &Warn) {
  Expected<std::vector<Rule>> Rules = parseRules(Text, "filecheck");
  if (!Rules)
    return Rules.takeError();
  SmallVector<StringRef, 0> Lines;
  Text.split(Lines, '\n');
  const RuleChecker Checker(Model, *Rules);
  size_t NumLeftOut = 0;
  for (const Rule &R : *Rules)
    if (Checker.check(R).Holds)
      OS << Lines[R.Line - 1] << '\n';
    else
      ++NumLeftOut;
  if (NumLeftOut)
    Warn.add("left out rules that the profile does not decide",
             utostr(NumLeftOut));
  return Error::success();
}

Error command::writeRulesThatHold(Options Opts, raw_ostream &OS,
                                  Warnings &Warn) {
  // A rule may name a function without calls.
  Opts.ShowUnused = true;
  ModelParts Parts;
  Parts.StacksBesideCosts = Parts.CallDoubts = true;
  Parts.Sources = Opts.Lines;
  return printOutput(Opts, OS, [&](raw_ostream &Out) {
    auto Write = [&](const ProfileModel &Model) -> Error {
      Expected<std::string> Text = allRules(Model, Warn);
      if (!Text)
        return Text.takeError();
      return writeHolding(Model, *Text, Out, Warn);
    };
    return computeModel(Opts, Warn, Write, Parts);
  });
}
