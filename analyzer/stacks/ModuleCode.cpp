//===-- ModuleCode.cpp - Frames of a module's addresses -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function that is not inlined comes from the symbol table, as in all
// reports. Debug information names the others. An inlined function is the same
// function as a symbol of its name, if that is certain.
//
//===----------------------------------------------------------------------===//

#include "stacks/ModuleCode.h"
#include "gmon/format.h"
#include "stacks/RuntimeCode.h"

using namespace gmon;
using namespace llvm;

ModuleCode::ModuleCode(const SymbolTable &Table, const DebugInfo &Info,
                       bool HasSizes)
    : Table(Table), Info(Info), HasSizes(HasSizes),
      HasMarker(any_of(
          Table.symbols(),
          [](const Symbol &Sym) { return Sym.Name == GMON_OUTSIDE_SYMBOL; })),
      Owners(ownersOf(Table)), Entries(functionsOf(Table)),
      IsRuntime(findRuntimeCode(Table)), Lines(Table, Info) {}

/// Whether \p Address, which is behind the start of \p Index and before the
/// next symbol, is code of it.
bool ModuleCode::covers(SymbolIndex Index, uint64_t Address) const {
  const Symbol &Sym = Table[Index];
  return !HasSizes || !Sym.Size || Address - Sym.Address < Sym.Size;
}

SymbolIndex ModuleCode::symbolAt(uint64_t Address) const {
  SymbolIndex Found = lookupSymbol(Table.symbols(), Address);
  return Found == NoSymbol || !covers(Found, Address) ? NoSymbol
                                                      : Owners[Found];
}

uint32_t ModuleCode::functionOf(SymbolIndex Index) {
  auto [It, IsNew] = OfSymbol.try_emplace(Index, Functions.size());
  if (IsNew) {
    const Symbol &Sym = Table[Index];
    Functions.push_back({Sym.Name, Sym.Path, Sym.Path.empty() ? 0 : Sym.Line,
                         Sym.Address, IsRuntime[Index],
                         Table.otherNames(Sym.Address)});
  }
  return It->second;
}

void ModuleCode::listNames() {
  if (!Named.empty())
    return;
  for (SymbolIndex I = 0; I < Table.size(); ++I)
    if (Owners[I] == I && !Table[I].IsLine)
      Named[Table[I].Name].push_back(I);
}

/// Returns the file that declares the function of \p Index, if debug
/// information has that; else the file of its first line.
StringRef ModuleCode::declaredIn(SymbolIndex Index) const {
  const Symbol &Sym = Table[Index];
  SourceLocation Where = Info.find(Sym.Address);
  StringRef Name = Where.Function, Result = Where.Declared;
  for (InlinedCall I = Where.Inlined; I != NotInlined;) {
    const InlinedCallSite &Call = Info.inlinedCallSites()[I];
    Name = Call.Function;
    Result = Call.Declared;
    I = Call.Outer;
  }
  return Name == Sym.Name && !Result.empty() ? Result : Sym.Path;
}

/// Returns the symbol of the function that is inlined at \p Place, if that is
/// certain.
SymbolIndex ModuleCode::symbolOf(const NamedPlace &Place) {
  listNames();
  const UnitFunction &Function = Info.unitFunctions()[Place.OfUnit];
  if (!Function.HasLinkageName && !Function.HasFile) {
    SymbolIndex Same = symbolByLines(Place.OfUnit);
    if (Same != NoSymbol || Lines.ofFunction(Place.OfUnit).First)
      return Same;
  }
  auto Known = Named.find(Place.Name);
  if (Known == Named.end())
    return NoSymbol;
  ArrayRef<SymbolIndex> Symbols = Known->second;
  for (SymbolIndex I : Symbols)
    if (Place.Declared.empty()
            ? !Place.Path.empty() && Table[I].Path == Place.Path
            : declaredIn(I) == Place.Declared)
      return I;
  return Symbols.size() == 1 && !Table[Symbols.front()].IsStatic
             ? Symbols.front()
             : NoSymbol;
}

/// Returns the symbol of the function \p Index, of which DWARF has neither
/// linkage name nor file: one of the same code, or the only one on its lines
/// that may have its name.
SymbolIndex ModuleCode::symbolByLines(UnitFunctionIndex Index) {
  const ArrayRef<UnitFunction> Functions = Info.unitFunctions();
  SymbolIndex Result = NoSymbol;
  for (SymbolIndex I : Lines.symbolsCalled(Functions[Index].Name)) {
    if (Owners[I] != I)
      continue;
    const UnitFunctionIndex There = Table[I].OfUnit;
    if (There == Index)
      return I;
    const bool IsOther = There != NoUnitFunction &&
                         Functions[There].Unit == Functions[Index].Unit;
    if (IsOther || !Lines.ofSymbol(I).overlaps(Lines.ofFunction(Index)))
      continue;
    if (Result != NoSymbol)
      return NoSymbol;
    Result = I;
  }
  return Result;
}

/// Whether \p A and \p B, which have one name, are the same function.
bool ModuleCode::isSame(UnitFunctionIndex A, UnitFunctionIndex B) {
  const UnitFunction &First = Info.unitFunctions()[A],
                     &Second = Info.unitFunctions()[B];
  if (First.HasFile && Second.HasFile)
    return isSameFile(First.Declared, Second.Declared);
  if (First.HasLinkageName || Second.HasLinkageName)
    return true;
  return First.Unit != Second.Unit &&
         Lines.ofFunction(A).overlaps(Lines.ofFunction(B));
}

uint32_t ModuleCode::inlinedFunction(const NamedPlace &Place) {
  auto [It, IsNew] = Inlined.try_emplace(Place.OfUnit, 0);
  if (IsNew) {
    if (SymbolIndex Same = symbolOf(Place); Same != NoSymbol)
      return It->second = functionOf(Same);
    auto &Others = OnlyInlined[Place.Name];
    auto Known = find_if(
        Others, [&](auto &Known) { return isSame(Known.first, Place.OfUnit); });
    It->second = Known == Others.end() ? Functions.size() : Known->second;
    if (Known == Others.end()) {
      Others.push_back({Place.OfUnit, It->second});
      const UnitFunction &Definition = Info.unitFunctions()[Place.OfUnit];
      const bool IsKnown = !Definition.Path.empty() && Definition.Line;
      Functions.push_back({Place.Name, IsKnown ? Definition.Path : Place.Path,
                           IsKnown ? Definition.Line : 0, 0, false});
    }
  }
  // The first code of a function that occurs may have no line.
  CodeFunction &Result = Functions[It->second];
  if (!Result.Address && Result.Path.empty())
    Result.Path = Place.Path;
  return It->second;
}

/// Whether \p Outer and \p Inner are one function, by their names. Those of -g1
/// tell too little.
bool ModuleCode::isSelf(const NamedPlace &Outer,
                        const NamedPlace &Inner) const {
  if (Outer.OfUnit == Inner.OfUnit)
    return true;
  if (Outer.Name != Inner.Name || Outer.OfUnit == NoUnitFunction)
    return false;
  const UnitFunction &Function = Info.unitFunctions()[Outer.OfUnit];
  return Function.HasLinkageName || Function.HasFile;
}

/// Appends the frames at \p Address.
void ModuleCode::addFrames(uint64_t Address) {
  SymbolIndex Symbol = symbolAt(Address);
  if (Symbol == NoSymbol)
    return;
  SourceLocation Where = Info.find(Address);
  SmallVector<NamedPlace, 8> Places = {
      {Where.Function, Where.Declared, Where.Path, Where.Line, Where.OfUnit}};
  for (InlinedCall I = Where.Inlined;
       I != NotInlined && Places.size() <= MostInlined;) {
    const InlinedCallSite &Call = Info.inlinedCallSites()[I];
    Places.push_back({Call.Function, Call.Declared, Call.Path,
                      Call.Path.empty() ? 0 : Call.Line, Call.OfUnit});
    I = Call.Outer;
  }
  // A compiler may inline a part of a function into the rest of it: glibc's
  // __GI___libc_write, whose symbol is write, calls itself. An inlined call
  // with the name of the symbol is a recursion.
  while (Places.size() > 1 && isSelf(Places.back(), Places.end()[-2]) &&
         Places.back().Name != Table[Symbol].Name)
    Places.pop_back();
  for (const NamedPlace &Place : ArrayRef(Places).drop_back())
    if (Place.OfUnit != NoUnitFunction)
      Frames.push_back({inlinedFunction(Place), Place.Path, Place.Line});
  Frames.push_back(
      {functionOf(Symbol), Places.back().Path, Places.back().Line});
}

ArrayRef<CodeFrame> ModuleCode::framesAt(uint64_t Address) {
  // The map reserves the two greatest addresses.
  if (Address >= UINT64_MAX - 1)
    return {};
  auto [It, IsNew] = Known.try_emplace(Address, Frames.size(), 0);
  if (IsNew) {
    addFrames(Address);
    It->second.second = Frames.size() - It->second.first;
  }
  return ArrayRef(Frames).slice(It->second.first, It->second.second);
}

uint32_t ModuleCode::functionAt(uint64_t Address) {
  SymbolIndex Symbol = symbolAt(Address);
  return Symbol == NoSymbol ? NoSymbol : functionOf(Symbol);
}

uint32_t ModuleCode::calledFunction(uint64_t Address) {
  SymbolIndex Found = lookupSymbol(Table.symbols(), Address);
  if (Found == NoSymbol || Entries[Found] == NoSymbol ||
      !covers(Found, Address))
    return NoSymbol;
  return functionOf(Owners[Entries[Found]]);
}

uint32_t ModuleCode::functionNamed(StringRef Name) {
  listNames();
  if (auto Known = Named.find(Name); Known != Named.end())
    for (SymbolIndex I : Known->second)
      if (!Table[I].IsStatic && Table[I].IsFunction)
        return functionOf(I);
  if (!OtherNames) {
    OtherNames.emplace();
    for (const NamedStart &Other : Table.otherNames()) {
      SymbolIndex I = lookupSymbol(Table.symbols(), Other.Address);
      if (I != NoSymbol && Owners[I] == I && !Other.IsStatic)
        OtherNames->try_emplace(Other.Name, I);
    }
  }
  auto Other = OtherNames->find(Name);
  return Other == OtherNames->end() ? NoSymbol : functionOf(Other->second);
}

AddressRange ModuleCode::rangeOf(SymbolIndex Index) const {
  const Symbol &Sym = Table[Index];
  uint64_t Size = Sym.End - Sym.Address + 1;
  if (HasSizes && Sym.Size)
    Size = std::min(Size, Sym.Size);
  return {Sym.Address, Sym.Address + Size};
}

std::vector<AddressRange> ModuleCode::codeOf(uint32_t Function) {
  if (!HasOwned)
    for (SymbolIndex I = 0; I < Table.size(); ++I)
      if (Owners[I] != I)
        Owned.insert({Owners[I], I});
  HasOwned = true;
  SymbolIndex Whole = symbolAt(Functions[Function].Address);
  if (Whole == NoSymbol)
    return {};
  std::vector<AddressRange> Ranges = {rangeOf(Whole)};
  auto [Part, End] = Owned.equal_range(Whole);
  for (; Part != End; ++Part)
    Ranges.push_back(rangeOf(Part->second));
  llvm::sort(Ranges, [](const AddressRange &A, const AddressRange &B) {
    return A.Low < B.Low;
  });
  // Lines of source divide the code, but what it does depends on what is in
  // front.
  std::vector<AddressRange> Result;
  for (const AddressRange &Range : Ranges)
    if (!Result.empty() && Range.Low <= Result.back().High)
      Result.back().High = std::max(Result.back().High, Range.High);
    else
      Result.push_back(Range);
  return Result;
}
