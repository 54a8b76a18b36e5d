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
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

void LibraryLines::add(const Image &Library, const Profile &Data,
                       const SourceCounts &Source, Warnings &Warn) {
  if (!Data.HasBlocks)
    return;
  CodeSettings Settings;
  Settings.Depth = DebugInfo::LinesAndInlinedCalls;
  Settings.Lines = true;
  Expected<ProgramCode> Read = ProgramCode::read(Settings, Library, Warn);
  if (!Read) {
    Warn.add("the lines of a library have no counts",
             toString(Read.takeError()));
    return;
  }
  const ProgramCode &LibraryCode =
      *Code.emplace_back(std::make_unique<ProgramCode>(std::move(*Read)));
  const SymbolTable &Table = LibraryCode.Table;
  const SpecTables Specs({}, Table, Warn, /*GnuRules=*/false, Source);
  BlockCounts Blocks(Data, Table);
  if (Source.lines().empty()) {
    Blocks.Code = CodeCounts(Library, Data, Table, LibraryCode.Info, Warn);
    Blocks.Copies = LineCopies(Blocks.Code, Table, LibraryCode.Info);
  }
  const Samples Times = accountSamples(Data, Table, Specs);
  append_range(Files, countLines(Table, buildGraph(Data, Table, Times, Specs),
                                 Blocks, Source, Specs));
  AreOptimized |= Blocks.Code.areOptimized();
}
