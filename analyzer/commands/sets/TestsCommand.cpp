//===-- TestsCommand.cpp - llvm-gprof tests -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints which tests call functions or run lines: the labels of the profiles
// with such counts. Tests may be several programs that share code and
// libraries; all are searched.
//
//===----------------------------------------------------------------------===//

#include "commands/CommandLine.h"
#include "commands/Commands.h"
#include "commands/sets/TestSearch.h"
#include "driver/Driver.h"

#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns what \p Line looks for.
static Expected<std::unique_ptr<TestSearch>> makeSearch(const CommandLine &Line,
                                                        Warnings &Warn) {
  if (Line.has(OPT_calls) + Line.has(OPT_runs) + Line.has(OPT_changed_lines) !=
      1)
    return makeError("tests expects --calls=FUNCTION, --runs=FILE:LINE or "
                     "--changed-lines=DIFF");
  if (Line.has(OPT_changed_lines)) {
    Expected<std::vector<LineRange>> Lines = changedLines(Line);
    if (!Lines)
      return Lines.takeError();
    return std::make_unique<LineSearch>(std::move(*Lines), "changed lines");
  }
  if (Line.has(OPT_calls))
    return std::make_unique<CallSearch>(Line.args().getAllArgValues(OPT_calls),
                                        Warn);
  std::vector<LineRange> Lines;
  for (const std::string &Text : Line.args().getAllArgValues(OPT_runs)) {
    Expected<LineRange> Range = parseLineRange(Text);
    if (!Range)
      return makeError("option '--runs': " + toString(Range.takeError()));
    Lines.push_back(std::move(*Range));
  }
  const std::string Text = join(
      map_range(Lines, [](const LineRange &L) { return L.text(); }), " or ");
  return std::make_unique<LineSearch>(std::move(Lines), Text);
}

/// Searches the profiles of \p Module, one of \p NumModules.
static Error searchIn(const TestedModule &Module, size_t NumModules,
                      TestSearch &Search, TestList &Tests, Warnings &Warn) {
  Options Opts;
  Opts.ImageFile = Module.Path;
  Opts.ProfileFiles = Module.Profiles;
  Opts.ShortNames = true;
  Opts.ShowUnused = true;
  ModelParts Parts;
  Parts.Stacks = false;
  Parts.Apart = true;
  Parts.Sources = Search.needsSources();
  NameList WereRead;
  Error Result = computeModel(
      Opts, Warn,
      [&](const ProfileModel &Model) {
        WereRead = Model.Single->files();
        return Search.searchIn(Model, NumModules, Tests);
      },
      Parts);
  Tests.noteUnknown(Module, WereRead);
  return Result;
}

Expected<int> command::tests(const CommandLine &Line, Context &Ctx) {
  Expected<std::unique_ptr<TestSearch>> Search = makeSearch(Line, Ctx.Warn);
  if (!Search)
    return Search.takeError();
  Expected<StringRef> Format =
      formatOf(Line, " of tests", {"text", "markdown", "json"});
  if (!Format)
    return Format.takeError();
  Expected<std::vector<TestedModule>> Modules =
      findTestedModules(Line, Ctx.Warn);
  if (!Modules)
    return Modules.takeError();
  TestList Tests(Ctx.Warn);
  size_t NumFailed = 0;
  for (const TestedModule &Module : *Modules)
    if (Error E =
            searchIn(Module, Modules->size(), **Search, Tests, Ctx.Warn)) {
      if (++NumFailed == Modules->size())
        return std::move(E);
      Ctx.Warn.add("passed over a program or library", toString(std::move(E)));
    }
  if (Error E = (*Search)->finish())
    return std::move(E);
  Tests.finish();
  const TestWords Words = (*Search)->words();
  if (Line.has(OPT_names))
    Tests.printNames(Ctx.OS);
  else if (*Format == "json")
    Tests.printJson(Ctx.OS, Words);
  else
    printInFormat(Ctx.OS, *Format, Terminal::of(Ctx.OS, Line),
                  [&](raw_ostream &OS, const Terminal &Display) {
                    Tests.printText(OS, Display, Words);
                  });
  return Tests.isComplete() && (*Search)->isComplete() ? EXIT_SUCCESS
                                                       : EXIT_FAILURE;
}
