//===-- NamePrinter.cpp - Names as reports print them ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a name in its chosen form, with the additions of the settings.
//
//===----------------------------------------------------------------------===//

#include "views/NamePrinter.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

std::string NamePrinter::demangled(StringRef Name) const {
  Demangler Parsed(Settings.Demangle);
  Parsed.parse(Name);
  return Parsed.print(Forms.of(Name));
}

/// Prints the functions that contain the call \p Inlined, inner ones first.
void NamePrinter::printCallers(raw_ostream &OS, InlinedCall Inlined) const {
  while (Inlined != NotInlined) {
    const InlinedCallSite &Call = Table.inlinedCallSites()[Inlined];
    OS << " inlined into " << demangled(Call.Function);
    if (!Call.Path.empty())
      OS << " (" << path(Call.Path) << ':' << Call.Line << ')';
    Inlined = Call.Outer;
  }
}

std::string NamePrinter::makeName(const Symbol &Sym) const {
  std::string Result = demangled(Sym.Name);
  if (Sym.Path.empty() || !(Settings.WithLines || Settings.WithFiles))
    return Result;
  raw_string_ostream OS(Result);
  OS << " (" << path(Sym.Path) << ':' << Sym.Line;
  if (Settings.WithLines)
    OS << " @ " << utohexstr(Sym.Address, /*LowerCase=*/true);
  OS << ')';
  printCallers(OS, Sym.Inlined);
  return Result;
}

StringRef NamePrinter::name(SymbolIndex Index) {
  if (Names[Index].empty())
    Names[Index] = StringRef(makeName(Table[Index])).copy(Storage);
  return Names[Index];
}

std::string NamePrinter::tag(const Node &N) {
  if (N.Index == 0)
    return "";
  std::string Number = utostr(N.Index);
  return N.IsPrinted ? '[' + Number + ']' : '(' + Number + ')';
}

void NamePrinter::printFullName(raw_ostream &OS, const CallGraph &Graph,
                                SymbolIndex Index) {
  const Node &N = Graph.Nodes[Index];
  OS << name(Index);
  if (N.Cycle)
    OS << " <cycle " << N.Cycle << '>';
  if (N.Index)
    OS << ' ' << tag(N);
}
