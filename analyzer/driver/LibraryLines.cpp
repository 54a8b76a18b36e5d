//===-- LibraryLines.cpp - Counts of lines of libraries -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the stages of a program's lines for a library.
//
//===----------------------------------------------------------------------===//

#include "driver/LibraryLines.h"
#include "costs/FlowMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

void LibraryLines::add(const Image &Library, const Profile &Data,
                       Warnings &Warn) {
  if (!Data.HasBlocks)
    return;
  CodeSettings Settings;
  Settings.Depth = DebugInfo::LinesAndInlinedCalls;
  Settings.Lines = true;
  Expected<ProgramCode> Code = ProgramCode::read(Settings, Library, Warn);
  if (!Code) {
    Warn.add("the lines of a library have no counts",
             toString(Code.takeError()));
    return;
  }
  Origin &From = *Origins.emplace_back(
      std::make_unique<Origin>(std::move(*Code), SourceCounts()));
  const SymbolTable &Table = From.Code.Table;
  bool IsDamaged = false; // then there are none
  From.Source = SourceCounts::read(Library, Data, Table, IsDamaged);
  const SpecTables Specs({}, Table, Warn, /*GnuRules=*/false, From.Source);
  BlockCounts Blocks(Data, Table);
  Blocks.Copies = LineCopies(Data, Table, From.Code.Info);
  const Samples Times = accountSamples(Data, Table, Specs);
  append_range(Files, countLines(Table, buildGraph(Data, Table, Times, Specs),
                                 Blocks, From.Source, Specs));
  AreOptimized |=
      From.Source.lines().empty() && describesOptimizedCode(Library);
}
