//===-- SymspecFuzzer.cpp - Fuzzes the choice of symbols by symspecs ------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: symspecs, one per line, each after a letter for its table; an empty line;
// then symbols, one per line: name, path of the source, line.
//
//===----------------------------------------------------------------------===//

#include "counts/Symspec.h"
#include "llvm/Support/raw_ostream.h"

using namespace gmon;
using namespace llvm;

/// The symbols that the lines of \p Text describe, with eight bytes each.
static std::vector<Symbol> symbolsOf(StringRef Text) {
  std::vector<Symbol> Symbols;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Symbol New;
    StringRef Number;
    std::tie(New.Name, Line) = Line.split(' ');
    std::tie(New.Path, Number) = Line.split(' ');
    if (Number.getAsInteger(10, New.Line) || New.Line == 0)
      New.Path = "";
    New.Address = 0x1000 + 8 * Symbols.size();
    New.End = New.Address + 7;
    Symbols.push_back(New);
  }
  return Symbols;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto [SpecText, SymbolText] =
      StringRef(reinterpret_cast<const char *>(Data), Size).split("\n\n");
  std::vector<SpecRequest> Requests;
  while (!SpecText.empty()) {
    StringRef Line;
    std::tie(Line, SpecText) = SpecText.split('\n');
    if (Line.empty())
      continue;
    auto Kind = SpecTableKind(uint8_t(Line.front()) % NumSpecTables);
    Requests.push_back({Kind, Line.drop_front().str()});
  }

  Warnings Warn;
  SymbolTable Table(symbolsOf(SymbolText));
  SpecTables Specs(Requests, Table, Warn);
  for (const Symbol &Sym : Table.symbols()) {
    Specs.isIn(FlatInclude, FlatExclude, Sym.Address);
    Specs.isIn(TimeInclude, TimeExclude, Sym.End);
    Specs.isArcIn(Table[0].Address, Sym.Address);
  }
  Warn.print(nulls(), "llvm-gprof");
  return 0;
}
