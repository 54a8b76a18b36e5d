//===-- DiffSources.cpp - Source beside source ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DiffSources.h. Times are those of the stacks if the model has some, as in
// chooseSource().
//
//===----------------------------------------------------------------------===//

#include "commands/diff/DiffSources.h"
#include "model/ProfileDiff.h"
#include "support/Errors.h"
#include "llvm/ADT/StringMap.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// The greatest number of bytes of a side's source in a page.
static constexpr size_t MaxSourceText = 384 << 10;

namespace {

/// Adds up the figures of functions in lines, by path.
class FunctionLines {
public:
  FunctionLines(const ProfileModel &Model, bool ByLine);
  std::vector<FunctionInLine> take(StringRef Path);

private:
  FunctionInLine &at(StringRef Path, uint32_t Line, StringRef LinkName) {
    auto &Found = Files[Path][{Line, linkNameOfBuilds(LinkName)}];
    Found.Line = Line;
    return Found;
  }
  void addStacks(const StackModel &Stacks);
  void addCounts(const CountedFile &File);

  using Key = std::pair<uint32_t, StringRef>; ///< line, name
  StringMap<std::map<Key, FunctionInLine>> Files;
};

} // namespace

void FunctionLines::addStacks(const StackModel &Stacks) {
  for (const StackLine &Line : StackTimes(Stacks).lines())
    if (const StackFunction &Function = Stacks.Functions[Line.Function];
        !Line.Path.empty() && Line.Time.Self > 0)
      at(Line.Path, Line.Line, linkNameOf(Function)).Time += Line.Time.Self;
}

void FunctionLines::addCounts(const CountedFile &File) {
  auto Add = [&](StringRef LinkName, const CountedLine &Line) {
    std::optional<uint64_t> &Count = at(File.Path, Line.Number, LinkName).Count;
    Count = Count.value_or(0) + Line.Count;
  };
  std::map<uint32_t, uint64_t> Known;
  for (const CountedFunction &Function : File.Functions)
    for (const CountedLine &Line : Function.Lines) {
      Add(Function.LinkName, Line);
      Known[Line.Number] += Line.Count;
    }
  for (const CountedLine &Line : File.Lines)
    if (auto Found = Known.find(Line.Number); Found == Known.end())
      Add("", Line);
    else if (Found->second < Line.Count)
      Add("", {Line.Number, Line.Count - Found->second});
}

FunctionLines::FunctionLines(const ProfileModel &Model, bool ByLine) {
  if (Model.hasSampledStacks())
    addStacks(*Model.Stacks);
  else
    for (const ModelRow &Row : Model.Flat)
      if (Model.Run.IsByLine && !Row.Path.empty() && Row.Line && Row.Self > 0)
        at(Row.Path, Row.Line,
           ByLine ? Row.LinkName : Model.Functions[Row.Function].LinkName)
            .Time += Row.Self;
  for (const CountedFile &File : Model.Lines)
    addCounts(File);
  for (const CountedFile &File : Model.LibraryLines)
    addCounts(File);
}

std::vector<FunctionInLine> FunctionLines::take(StringRef Path) {
  std::vector<FunctionInLine> Result;
  for (auto &[Place, Figures] : Files[Path]) {
    Figures.LinkName = Place.second.str();
    Result.push_back(std::move(Figures));
  }
  return Result;
}

std::vector<DiffFile> command::chooseDiffSource(const ProfileModel &Model,
                                                bool ByLine,
                                                const SourceSettings &Settings,
                                                Warnings &Warn) {
  const SourceOpener Opener(Settings, *Model.Origins, Warn);
  FunctionLines Lines(Model, ByLine);
  std::vector<DiffFile> Result;
  for (PageFile &File : chooseSource(
           Model,
           [&](PageFile &Each) {
             Each.Text = Opener.openAsCompiled(Each.Path);
           },
           MaxSourceText)) {
    std::vector<FunctionInLine> Functions = Lines.take(File.Path);
    Result.push_back({std::move(File), std::move(Functions)});
  }
  return Result;
}
