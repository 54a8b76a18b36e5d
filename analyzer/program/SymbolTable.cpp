//===-- SymbolTable.cpp - Functions and lines by address ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses among symbols of equal address, determines the ends of symbols and,
// for accounting by line, adds a symbol for each range of code of one line.
//
//===----------------------------------------------------------------------===//

#include "program/SymbolTable.h"
#include "program/ExternalSymbols.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

FunctionNames::FunctionNames(std::vector<NamedCode> All)
    : Symbols(std::move(All)) {
  llvm::stable_sort(Symbols, [](const NamedCode &A, const NamedCode &B) {
    return A.Address != B.Address ? A.Address < B.Address : A.Size > B.Size;
  });
  auto Same = [](const NamedCode &A, const NamedCode &B) {
    return A.Address == B.Address;
  };
  Symbols.erase(llvm::unique(Symbols, Same), Symbols.end());
}

void FunctionNames::walk(AddressRange Part,
                         function_ref<void(uint64_t, StringRef)> Visit) {
  uint64_t Address = Part.Low;
  auto Reaches = [&] { return Address - Current.Address < Current.Size; };
  while (Address < Part.High) {
    while (Next < Symbols.size() && Symbols[Next].Address <= Address)
      ++Next;
    if (!Reaches() && Next)
      Current = Symbols[Next - 1];
    if (Current.Size)
      Visit(Address, Current.Name);
    uint64_t End = Next < Symbols.size() ? Symbols[Next].Address : Part.High;
    if (Reaches())
      End = Current.Address + Current.Size;
    Address = std::min(End, Part.High);
  }
}

/// Whether \p New is a better name for an address than \p Kept: global before
/// static, function before label or part, fewer underscores in front.
static bool isBetter(const Symbol &New, const Symbol &Kept) {
  if (New.IsStatic != Kept.IsStatic)
    return Kept.IsStatic;
  if (New.IsFunction != Kept.IsFunction)
    return New.IsFunction;
  if (New.IsPart != Kept.IsPart)
    return Kept.IsPart;
  if (!Kept.Name.starts_with("_"))
    return false;
  return !New.Name.starts_with("_") ||
         (Kept.Name.starts_with("__") && !New.Name.starts_with("__"));
}

/// The order in which symbols are finalized.
static bool isBefore(const Symbol &A, const Symbol &B) {
  return std::make_tuple(A.Address, !A.IsFunction, A.IsStatic) <
         std::make_tuple(B.Address, !B.IsFunction, B.IsStatic);
}

/// Whether \p A and \p B, of one address, are names of one function.
static bool areNames(const Symbol &A, const Symbol &B) {
  return A.IsFunction && B.IsFunction && A.IsPart == B.IsPart &&
         A.Name != B.Name;
}

void gmon::finalizeSymbols(std::vector<Symbol> &Symbols, uint64_t TextEnd,
                           std::vector<NamedStart> *OtherNames) {
  if (!is_sorted(Symbols, isBefore))
    llvm::stable_sort(Symbols, isBefore);
  size_t NumKept = 0;
  for (Symbol &New : Symbols) {
    if (NumKept && Symbols[NumKept - 1].Address == New.Address) {
      Symbol &Kept = Symbols[NumKept - 1];
      const bool AreNames = OtherNames && areNames(New, Kept);
      if (isBetter(New, Kept))
        std::swap(New, Kept);
      if (AreNames)
        OtherNames->push_back({New.Address, New.Name, New.IsStatic});
      continue;
    }
    if (NumKept && !Symbols[NumKept - 1].End)
      Symbols[NumKept - 1].End = New.Address - 1;
    // The end of the text has cut off data_start and the like.
    if (!New.End || New.Address <= New.End)
      Symbols[NumKept++] = New;
  }
  Symbols.resize(NumKept);
  if (NumKept && !Symbols.back().End)
    Symbols.back().End = TextEnd;
}

/// Ends each of the finalized \p Symbols at the end of its section of \p Code.
static void endWithSections(std::vector<Symbol> &Symbols,
                            std::vector<AddressRange> Code) {
  llvm::sort(Code,
             [](AddressRange A, AddressRange B) { return A.Low < B.Low; });
  auto Section = Code.begin();
  for (Symbol &Sym : Symbols) {
    while (Section != Code.end() && Section->High <= Sym.Address)
      ++Section;
    if (Section != Code.end() && Section->Low <= Sym.Address)
      Sym.End = std::min(Sym.End, Section->High - 1);
  }
}

SymbolIndex gmon::lookupSymbol(ArrayRef<Symbol> Symbols, uint64_t Address) {
  auto It = std::ranges::upper_bound(Symbols, Address, {}, &Symbol::Address);
  if (It == Symbols.begin() || Address > std::prev(It)->End)
    return NoSymbol;
  return It - Symbols.begin() - 1;
}

void SymbolTable::noteFile(StringRef Path) {
  if (!Path.empty())
    Files.insert(Path);
}

/// Adds a symbol wherever line, file or function of the code changes. Code
/// without a line does not end a range. \p Names has names that DWARF lacks.
void SymbolTable::addLines(AddressRange Text, const DebugInfo &Info,
                           FunctionNames Names) {
  std::vector<Symbol> Lines;
  auto Add = [&](uint64_t Address, const SourceLocation &Where,
                 StringRef Function) {
    Symbol New;
    New.Address = Address;
    New.Path = Where.Path;
    New.Line = Where.Line;
    New.Name = Function;
    New.IsLine = true;
    New.Inlined = Where.Inlined;
    New.OfUnit = Where.OfUnit;
    const Symbol *Last = Lines.empty() ? nullptr : &Lines.back();
    if (Last && Last->Path == New.Path && Last->Name == New.Name) {
      if (Last->Line == New.Line && Last->Inlined == New.Inlined)
        return;
      New.IsStatic = Last->IsStatic;
    } else {
      SymbolIndex Enclosing = lookup(Address);
      New.IsStatic = Enclosing != NoSymbol && Symbols[Enclosing].IsStatic;
    }
    noteFile(New.Path);
    Lines.push_back(New);
  };
  uint64_t End = Text.Low;
  Info.walk(Text, [&](AddressRange Part, const SourceLocation &Where) {
    Names.walk({End, Part.Low}, [](uint64_t, StringRef) {});
    End = Part.High;
    if (!Where.Function.empty())
      return Add(Part.Low, Where, Where.Function);
    Names.walk(Part, [&](uint64_t Address, StringRef Name) {
      Add(Address, Where, Name);
    });
  });
  // Both are sorted. Of equal ones, a line is first.
  size_t NumLines = Lines.size();
  Lines.insert(Lines.end(), Symbols.begin(), Symbols.end());
  std::inplace_merge(Lines.begin(), Lines.begin() + NumLines, Lines.end(),
                     isBefore);
  Symbols = std::move(Lines);
}

/// Says what to name in place of \p Program, which has no symbols.
static Error makeStrippedError(const Image &Program) {
  StringRef Link = Program.debugLink();
  std::string Debug = Link.empty() ? "" : (" '" + Link + "'").str();
  return makeFileError(Program.path(),
                       "no symbols; was it stripped of its symbol table? name "
                       "its debug file" +
                           Debug + " or the unstripped program in its place");
}

Expected<SymbolTable> SymbolTable::build(const Image &Program,
                                         const DebugInfo &Info,
                                         SymbolRules Rules) {
  SymbolTable Table;
  Table.InlinedCallSites = Info.inlinedCallSites();
  Table.UnitFunctions = Info.unitFunctions();
  ProgramSymbols Found;
  if (Rules.External) {
    Table.Symbols = Rules.External->symbols().vec();
  } else {
    Expected<ProgramSymbols> Read = readElfSymbols(Program, Rules);
    if (!Read)
      return Read.takeError();
    Found = std::move(*Read);
    Table.Symbols = std::move(Found.Symbols);
  }
  // finalizeSymbols() keeps the first of equally good names.
  if (Rules.IsLibrary)
    llvm::stable_sort(Table.Symbols, [](const Symbol &A, const Symbol &B) {
      return std::make_tuple(A.Name.size(), A.Name) <
             std::make_tuple(B.Name.size(), B.Name);
    });
  if (!Rules.UsesGnuRules)
    foldParts(Table.Symbols, Rules.NoStatic);
  if (Rules.Files)
    Rules.Files->apply(Table.Symbols);
  if (Table.Symbols.empty())
    return makeStrippedError(Program);
  if (!Rules.External)
    llvm::append_range(Table.Symbols, Rules.Stubs);
  if (Table.Symbols.size() >= NoSymbol / 4)
    return makeFileError(Program.path(), "too many symbols");
  uint64_t TextEnd = Program.text().High - 1;
  if (!Rules.UsesGnuRules)
    for (AddressRange Section : Found.Code)
      TextEnd = std::max(TextEnd, Section.High - 1);
  if (Rules.External) {
    finalizeSymbols(Table.Symbols, TextEnd);
    Table.findWholes();
    return Table;
  }
  auto Place = [&](Symbol &Sym, std::optional<SourceLocation> Where) {
    if (!Where)
      return;
    Sym.Path = Where->Path;
    Sym.Line = Where->Line;
    Table.noteFile(Sym.Path);
  };
  for (Symbol &Sym : Table.Symbols) {
    Place(Sym, Info.locate(Sym.Address));
    Sym.OfUnit = Info.functionAt(Sym.Address);
  }
  auto Finalize = [&] {
    finalizeSymbols(Table.Symbols, TextEnd, &Table.OtherNames);
    if (!Rules.UsesGnuRules)
      endWithSections(Table.Symbols, Found.Code);
  };
  Finalize();
  if (!Rules.UsesGnuRules) {
    for (size_t I = 0, E = Table.Symbols.size(); I != E; ++I) {
      Symbol &Sym = Table.Symbols[I];
      if (!Sym.Path.empty())
        continue;
      // Sizes of symbols may overlap; with the next one, other code begins.
      uint64_t Next = I + 1 != E ? Table.Symbols[I + 1].Address : UINT64_MAX;
      Place(Sym, Info.locateFirst({Sym.Address, std::min(Sym.End + 1, Next)}));
    }
  }
  if (Rules.Lines) {
    Table.addLines(Program.text(), Info,
                   FunctionNames(std::move(Found.Functions)));
    Finalize();
    if (Table.Symbols.size() >= NoSymbol / 4)
      return makeFileError(Program.path(), "too many lines");
    Table.HasLines = true;
  }
  llvm::sort(Table.OtherNames);
  Table.findWholes();
  return Table;
}

std::vector<StringRef> SymbolTable::otherNames(uint64_t Address) const {
  std::vector<StringRef> Result;
  for (auto It = llvm::lower_bound(OtherNames, NamedStart{Address, {}});
       It != OtherNames.end() && It->Address == Address; ++It)
    if (Result.empty() || Result.back() != It->Name)
      Result.push_back(It->Name);
  return Result;
}

SymbolIndex SymbolTable::lookup(uint64_t Address) const {
  SymbolIndex Found = lookupSymbol(Symbols, Address);
  return Found == NoSymbol ? NoSymbol : accountOf(Found);
}

bool SymbolTable::isInPart(uint64_t Address) const {
  if (Wholes.empty())
    return false;
  SymbolIndex Found = lookupSymbol(Symbols, Address);
  while (Found != NoSymbol && Symbols[Found].IsLine)
    Found = Found ? Found - 1 : NoSymbol;
  return Found != NoSymbol && Symbols[Found].IsPart;
}

/// Finds the functions of parts, for symbols that keep their places.
void SymbolTable::findWholes() {
  if (none_of(Symbols, [](const Symbol &Sym) { return Sym.IsPart; }))
    return;
  Wholes.reserve(Symbols.size());
  for (SymbolIndex I = 0; I < Symbols.size(); ++I) {
    Symbol &Sym = Symbols[I];
    Wholes.push_back(I);
    if (!Sym.IsPart)
      continue;
    SymbolIndex Whole = lookupSymbol(Symbols, Sym.Whole);
    Sym.IsPart = Whole != NoSymbol && Symbols[Whole].Address == Sym.Whole;
    if (!Sym.IsPart)
      continue;
    Wholes.back() = Whole;
    Sym.Name = Symbols[Whole].Name;
  }
}

std::vector<SymbolIndex> gmon::functionsOf(const SymbolTable &Table) {
  std::vector<SymbolIndex> Result;
  Result.reserve(Table.size());
  SymbolIndex Last = NoSymbol;
  for (SymbolIndex I = 0; I < Table.size(); ++I) {
    if (Table[I].IsFunction)
      Last = Table.wholeOf(I);
    Result.push_back(Last);
  }
  return Result;
}

std::vector<SymbolIndex> gmon::ownersOf(const SymbolTable &Table) {
  std::vector<SymbolIndex> OwnerOf(Table.size());
  SymbolIndex Owner = 0;
  for (SymbolIndex I = 0; I < Table.size(); ++I) {
    // A line in front of all functions stays separate.
    if (!Table[I].IsLine || Table[Owner].IsLine)
      Owner = I;
    OwnerOf[I] = Table.wholeOf(Owner);
  }
  return OwnerOf;
}
