//===-- CheckCommand.cpp - llvm-gprof check -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads rules, computes the parts of the profile that they need, and prints
// those that fail.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "RuleChecker.h"
#include "Rules.h"
#include "driver/Driver.h"
#include "support/FileBytes.h"
#include "support/TextFile.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static Expected<std::vector<Rule>> readRules(StringRef Name) {
  if (Error E = refuseDevice(Name))
    return std::move(E);
  if (isProgram(Name))
    return makeFileError(Name, "expected a file of rules, which comes before "
                               "the program; found a program");
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Name);
  if (!Text)
    return Text.takeError();
  return parseRules((*Text)->getBuffer(), Name);
}

/// Prints the results of \p Checker for \p Rules, and returns how many fail.
static size_t printVerdicts(raw_ostream &OS, const RuleChecker &Checker,
                            ArrayRef<Rule> Rules, StringRef FileName) {
  size_t NumFailed = 0;
  for (const Rule &Each : Rules) {
    Verdict Found = Checker.check(Each);
    if (Found.Holds)
      continue;
    ++NumFailed;
    OS << printable(FileName) << ':' << Each.Line
       << ": failed: " << printable(Each.Text) << ": found "
       << printable(Found.Found) << '\n';
  }
  return NumFailed;
}

Expected<int> command::check(const CommandLine &Line, Context &To) {
  std::vector<std::string> Words = Line.inputs();
  if (Words.empty())
    return makeError("check expects a file of rules");
  std::string RulesFile = Words.front();
  Expected<std::vector<Rule>> Rules = readRules(RulesFile);
  if (!Rules)
    return Rules.takeError();
  Options Opts;
  if (Error E = profileOptions(ArrayRef(Words).drop_front()).moveInto(Opts))
    return std::move(E);
  takeDebugFolders(Line, Opts);
  if (Error E = takeCost(Line, Opts))
    return std::move(E);
  // A rule may name a function without calls: its count is 0.
  Opts.ShowUnused = true;
  Opts.Lines = any_of(*Rules, [](const Rule &Each) {
    auto NeedsLines = [](const Quantity &Q) {
      return Q.Kind == Quantity::Lines || Q.Kind == Quantity::Blocks;
    };
    return NeedsLines(Each.Left) || NeedsLines(Each.Right);
  });
  size_t NumFailed = 0;
  auto Check = [&](const ProfileModel &Model) {
    NumFailed =
        printVerdicts(To.OS, RuleChecker(Model, *Rules), *Rules, RulesFile);
    return Error::success();
  };
  if (Error E = computeModel(Opts, To.Warn, Check))
    return std::move(E);
  auto Count = [](size_t Number) {
    return (Twine(Number) + (Number == 1 ? " rule" : " rules")).str();
  };
  if (NumFailed)
    To.OS << NumFailed << " of " << Count(Rules->size()) << " failed\n";
  else if (!Line.has(OPT_quiet))
    To.OS << Count(Rules->size()) << (Rules->size() == 1 ? " holds" : " hold")
          << '\n';
  return NumFailed ? EXIT_FAILURE : EXIT_SUCCESS;
}
