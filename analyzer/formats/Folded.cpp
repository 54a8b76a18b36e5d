//===-- formats/Folded.cpp - Stacks for flame graphs ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line for each stack, "main;count;is_prime 110000", as flamegraph.pl reads
// it: functions from the outermost on, then the time in microseconds or
// another cost in its unit. The
// stacks are those of the CallTree.
//
//===----------------------------------------------------------------------===//

#include "formats/Format.h"
#include "model/CallTree.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

/// Returns \p Name without the characters that end a name or a line.
static std::string foldedName(StringRef Name) {
  std::string Result = oneLine(Name);
  std::replace(Result.begin(), Result.end(), ';', ':');
  return Result;
}

Error gmon::writeFolded(const FormatContext &Context) {
  const CallTree Tree = makeCallTree(
      Context.Model, Context.Settings.MinPercent, /*MeasuredPercent=*/0,
      Context.Settings.ByThread ? ThreadFrames::ByThread
                                : ThreadFrames::ByName);
  std::vector<uint64_t> Times = Tree.wholeTimes();
  std::vector<std::string> Names;
  for (const TreeFrame &Frame : Tree.Frames)
    Names.push_back(foldedName(Frame.Name));
  for (uint32_t I = 0; I < Tree.Nodes.size(); ++I) {
    if (Times[I] == 0)
      continue;
    ListSeparator Separator(";");
    for (uint32_t Frame : Tree.stackOf(I))
      Context.OS << Separator << Names[Frame];
    Context.OS << ' ' << Times[I] << '\n';
  }
  return Error::success();
}
