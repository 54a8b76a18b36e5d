//===-- FunctionLines.cpp - Lines that tell functions apart ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mangled name has the length of each identifier in front of it. Reading
// these costs less than demangling all names.
//
//===----------------------------------------------------------------------===//

#include "stacks/FunctionLines.h"
#include "names/Demangler.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

bool gmon::isSameFile(StringRef A, StringRef B) {
  if (A == B)
    return true;
  if (sys::path::filename(A) != sys::path::filename(B))
    return false;
  SmallString<256> First(A), Second(B);
  sys::path::remove_dots(First, /*remove_dot_dot=*/true);
  sys::path::remove_dots(Second, /*remove_dot_dot=*/true);
  return First == Second;
}

void LineSpan::add(StringRef OfPath, uint32_t Line) {
  if (!Line || OfPath.empty())
    return;
  if (!First)
    *this = {OfPath, Line, Line};
  // Code of other files is that of macros, or included in the middle.
  if (Path != OfPath)
    return;
  First = std::min(First, Line);
  Last = std::max(Last, Line);
}

const LineSpan &FunctionLines::ofFunction(UnitFunctionIndex Index) {
  if (OfFunctions.empty()) {
    OfFunctions.resize(Info.unitFunctions().size());
    Info.walk({0, UINT64_MAX}, [&](AddressRange, const SourceLocation &Where) {
      if (Where.OfUnit != NoUnitFunction)
        OfFunctions[Where.OfUnit].add(Where.Path, Where.Line);
    });
    for (const InlinedCallSite &Call : Info.inlinedCallSites())
      if (Call.OfUnit != NoUnitFunction)
        OfFunctions[Call.OfUnit].add(Call.Path, Call.Line);
  }
  return OfFunctions[Index];
}

LineSpan FunctionLines::ofSymbol(SymbolIndex Index) const {
  const Symbol &Sym = Table[Index];
  const uint64_t End = std::max(Sym.End + 1, Sym.Address + Sym.Size);
  LineSpan Result;
  Info.walk({Sym.Address, End}, [&](AddressRange, const SourceLocation &Where) {
    if (Where.Inlined == NotInlined)
      Result.add(Where.Path, Where.Line);
  });
  return Result;
}

void FunctionLines::listSymbols() {
  HasSymbols = true;
  auto Add = [&](StringRef Word, SymbolIndex I) {
    SmallVector<SymbolIndex, 1> &Symbols = ByWord[Word];
    if (Symbols.empty() || Symbols.back() != I)
      Symbols.push_back(I);
  };
  for (SymbolIndex I = 0; I < Table.size(); ++I) {
    StringRef Rest = Table[I].Name;
    if (Table[I].IsLine)
      continue;
    if (!Rest.starts_with("_Z")) {
      Add(Rest, I);
      continue;
    }
    while (!(Rest = Rest.drop_until(isDigit)).empty()) {
      size_t Length;
      if (Rest.consumeInteger(10, Length) || Length > Rest.size())
        break;
      Add(Rest.take_front(Length), I);
      Rest = Rest.drop_front(Length);
    }
  }
}

ArrayRef<SymbolIndex> FunctionLines::symbolsCalled(StringRef Name) {
  if (!HasSymbols)
    listSymbols();
  // DWARF's names of templates have arguments.
  Name = Name.split('<').first;
  auto [It, IsNew] = Called.try_emplace(Name);
  auto Known = ByWord.find(Name);
  if (!IsNew || Known == ByWord.end())
    return It->second;
  Demangler Parsed(DemangleStyle::Auto);
  for (SymbolIndex I : Known->second) {
    Parsed.parse(Table[I].Name);
    const std::string Plain = Parsed.print(NameForm::Plain);
    if (StringRef Last = Plain;
        Last == Name || (Last.consume_back(Name) && Last.ends_with("::")))
      It->second.push_back(I);
  }
  return It->second;
}
