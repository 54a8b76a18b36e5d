//===-- FunctionParts.cpp - Functions in several parts --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part is in the object file of its function. So either both are local
// symbols behind one STT_FILE, or the function is global and unique by its
// name.
//
//===----------------------------------------------------------------------===//

#include "program/FunctionParts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace gmon;
using namespace llvm;

StringRef gmon::wholeName(StringRef Name) {
  StringRef Rest = Name;
  if (Rest.consume_back(".cold") || Rest.consume_back(".eh"))
    return Rest;
  Rest = Name.rtrim("0123456789");
  if (Rest.size() < Name.size() &&
      (Rest.consume_back(".cold.") || Rest.consume_back(".__part.")))
    return Rest;
  return {};
}

namespace {

/// Functions by their names.
class FunctionFinder {
public:
  explicit FunctionFinder(ArrayRef<Symbol> Symbols) : Symbols(Symbols) {}

  void add(size_t Index) { ByName[Symbols[Index].Name].push_back(Index); }
  /// Returns the function to which \p Part belongs, if that is certain.
  std::optional<size_t> wholeOf(const Symbol &Part) const;

private:
  std::optional<size_t> single(ArrayRef<size_t> Candidates,
                               function_ref<bool(const Symbol &)> Fits) const;

  ArrayRef<Symbol> Symbols;
  DenseMap<StringRef, SmallVector<size_t, 1>> ByName;
};

} // namespace

/// Returns the candidate that \p Fits; none if there are several.
std::optional<size_t>
FunctionFinder::single(ArrayRef<size_t> Candidates,
                       function_ref<bool(const Symbol &)> Fits) const {
  std::optional<size_t> Found;
  for (size_t I : Candidates) {
    if (!Fits(Symbols[I]))
      continue;
    if (Found && Symbols[*Found].Address != Symbols[I].Address)
      return std::nullopt;
    Found = I;
  }
  return Found;
}

std::optional<size_t> FunctionFinder::wholeOf(const Symbol &Part) const {
  auto It = ByName.find(wholeName(Part.Name));
  if (It == ByName.end())
    return std::nullopt;
  ArrayRef<size_t> Candidates = It->second;
  auto IsLocal = [&](const Symbol &Sym) {
    return Sym.IsStatic && Sym.Unit == Part.Unit;
  };
  if (Part.IsStatic &&
      any_of(Candidates, [&](size_t I) { return IsLocal(Symbols[I]); }))
    return single(Candidates, IsLocal);
  return single(Candidates, [](const Symbol &Sym) { return !Sym.IsStatic; });
}

void gmon::foldParts(std::vector<Symbol> &Symbols, bool NoStatic) {
  std::vector<size_t> Parts;
  DenseSet<StringRef> Wanted;
  for (size_t I = 0; I < Symbols.size(); ++I)
    if (Symbols[I].IsFunction && !wholeName(Symbols[I].Name).empty()) {
      Parts.push_back(I);
      Wanted.insert(wholeName(Symbols[I].Name));
    }
  if (Parts.empty())
    return;
  FunctionFinder Functions(Symbols);
  for (size_t I = 0; I < Symbols.size(); ++I)
    if (Symbols[I].IsFunction && Wanted.contains(Symbols[I].Name))
      Functions.add(I);
  DenseMap<size_t, size_t> WholeOf;
  for (size_t I : Parts)
    if (std::optional<size_t> Whole = Functions.wholeOf(Symbols[I]))
      WholeOf[I] = *Whole;
  // A part may have parts. Names become shorter, so the loop ends.
  for (size_t I : Parts) {
    size_t Whole = I;
    for (auto It = WholeOf.find(Whole); It != WholeOf.end();
         It = WholeOf.find(Whole))
      Whole = It->second;
    if (Whole == I)
      continue;
    Symbols[I].IsPart = true;
    Symbols[I].Whole = Symbols[Whole].Address;
  }
  if (NoStatic)
    llvm::erase_if(
        Symbols, [](const Symbol &Sym) { return Sym.IsStatic && !Sym.IsPart; });
}
