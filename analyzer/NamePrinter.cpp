//===-- NamePrinter.cpp - Names as reports print them ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the form of a name that was chosen for it, and adds what the options
// ask for.
//
//===----------------------------------------------------------------------===//

#include "NamePrinter.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

std::string NamePrinter::name(SymbolIndex Index) const {
  const Symbol &Sym = Table[Index];
  Demangler Parsed(Opts.Traditional ? DemangleStyle::None : Opts.Demangle);
  Parsed.parse(Sym.Name);
  std::string Result = Parsed.print(Forms.of(Sym.Name));
  if (Sym.Path.empty() || !(Opts.Lines || Opts.InlineFileNames))
    return Result;
  raw_string_ostream OS(Result);
  OS << " (" << path(Sym.Path) << ':' << Sym.Line;
  if (Opts.Lines)
    OS << " @ " << utohexstr(Sym.Address, /*LowerCase=*/true);
  OS << ')';
  return Result;
}

std::string NamePrinter::tag(const Node &N) {
  if (N.Index == 0)
    return "";
  return N.IsPrinted ? ("[" + Twine(N.Index) + "]").str()
                     : ("(" + Twine(N.Index) + ")").str();
}

std::string NamePrinter::fullName(const CallGraph &Graph,
                                  SymbolIndex Index) const {
  const Node &N = Graph.Nodes[Index];
  std::string Result = name(Index);
  if (N.Cycle)
    Result += (" <cycle " + Twine(N.Cycle) + ">").str();
  if (N.Index)
    Result += " " + tag(N);
  return Result;
}
