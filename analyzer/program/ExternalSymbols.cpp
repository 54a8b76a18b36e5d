//===-- ExternalSymbols.cpp - Symbols from a text file --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the lines of a symbol table in text form. Ignores the text behind a
// name, such as the module of a kernel function.
//
//===----------------------------------------------------------------------===//

#include "program/ExternalSymbols.h"
#include "files/FileBytes.h"
#include "support/Errors.h"
#include "llvm/Support/LineIterator.h"

using namespace gmon;
using namespace llvm;

/// Returns the function of \p Line, if it has one.
static std::optional<Symbol> parseLine(StringRef Line) {
  constexpr StringLiteral Blanks = " \t\r";
  Symbol Sym;
  Line = Line.ltrim(Blanks);
  StringRef Address =
      Line.take_until([&](char C) { return Blanks.contains(C); });
  StringRef Rest = Line.drop_front(Address.size()).ltrim(Blanks);
  Address.consume_front("0x");
  if (Address.getAsInteger(16, Sym.Address) || Rest.empty())
    return std::nullopt;
  char Kind = Rest.front();
  Rest = Rest.drop_front().ltrim(Blanks);
  Sym.Name = Rest.take_until([&](char C) { return Blanks.contains(C); });
  Sym.IsStatic = Kind == 't';
  Sym.IsFunction = true;
  if ((Kind != 'T' && Kind != 't') || Sym.Name.empty())
    return std::nullopt;
  return Sym;
}

Expected<ExternalSymbols> ExternalSymbols::read(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  ExternalSymbols Result;
  Result.Text = std::move(*Text);
  for (line_iterator Line(*Result.Text); !Line.is_at_end(); ++Line)
    if (std::optional<Symbol> Sym = parseLine(*Line))
      Result.Symbols.push_back(*Sym);
  if (Result.Symbols.empty())
    return makeFileError(
        Path, "no functions; expected lines of 'nm' such as '401000 T main'");
  return Result;
}
