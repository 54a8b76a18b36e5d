//===-- SymbolTable.h - Functions and lines by address ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbols that get samples, arcs and block counts. In: an Image and its
// DebugInfo. Out: a table sorted by address, with one symbol for each start.
// Later stages refer to a symbol by its index in the table.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SYMBOLTABLE_H
#define GMON_ANALYZER_SYMBOLTABLE_H

#include "program/ElfSymbols.h"
#include "program/FunctionNames.h"
#include "program/Image.h"
#include "program/Symbol.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"

namespace gmon {

/// A name of the function that begins at an address.
using NamedStart = std::pair<uint64_t, llvm::StringRef>;

class SymbolTable {
public:
  /// Reads the symbols of \p Program that \p Rules allow. The table refers to
  /// \p Program, \p Info and the objects of \p Rules.
  static llvm::Expected<SymbolTable>
  build(const Image &Program, const DebugInfo &Info, SymbolRules Rules);

  /// Makes a table of \p Finalized, which finalizeSymbols() has sorted.
  explicit SymbolTable(std::vector<Symbol> Finalized)
      : Symbols(std::move(Finalized)) {}

  llvm::ArrayRef<Symbol> symbols() const { return Symbols; }
  const Symbol &operator[](SymbolIndex Index) const { return Symbols[Index]; }
  size_t size() const { return Symbols.size(); }

  /// Returns the symbol whose code contains \p Address, or NoSymbol. Without
  /// lines, a part counts as its function.
  SymbolIndex lookup(uint64_t Address) const;

  /// Returns the function of which the symbol \p Index is a part, or \p Index.
  SymbolIndex wholeOf(SymbolIndex Index) const {
    return Wholes.empty() ? Index : Wholes[Index];
  }
  /// Returns the symbol that gets the times and calls of the symbol \p Index:
  /// its function; with lines, each known line is separate.
  SymbolIndex accountOf(SymbolIndex Index) const {
    return HasLines && !Symbols[Index].Path.empty() ? Index : wholeOf(Index);
  }
  /// Whether \p Address is in a part that was split off from its function.
  bool isInPart(uint64_t Address) const;

  /// Returns the other names of the function that begins at \p Address.
  std::vector<llvm::StringRef> otherNames(uint64_t Address) const;
  /// All of them, with the addresses, in their order.
  llvm::ArrayRef<NamedStart> otherNames() const { return OtherNames; }

  /// The source files, in the order of their first symbols.
  llvm::ArrayRef<llvm::StringRef> files() const { return Files.getArrayRef(); }

  /// The inlined calls; none unless they were read.
  llvm::ArrayRef<InlinedCallSite> inlinedCallSites() const {
    return InlinedCallSites;
  }
  /// Returns what DWARF says of the function \p Index, or null.
  const UnitFunction *unitFunctionOf(UnitFunctionIndex Index) const {
    return Index < UnitFunctions.size() ? &UnitFunctions[Index] : nullptr;
  }

private:
  SymbolTable() = default;
  void addLines(AddressRange Text, const DebugInfo &Info, FunctionNames Names);
  void noteFile(llvm::StringRef Path);
  void findWholes();

  std::vector<Symbol> Symbols;
  std::vector<SymbolIndex> Wholes; ///< for each symbol; empty without parts
  bool HasLines = false;
  std::vector<NamedStart> OtherNames; ///< sorted
  llvm::SetVector<llvm::StringRef> Files;
  llvm::ArrayRef<InlinedCallSite> InlinedCallSites;
  llvm::ArrayRef<UnitFunction> UnitFunctions;
};

/// Sorts \p Symbols, keeps the best of those with equal starts, and ends each
/// one before the next; the last one, unless it has an end, at \p TextEnd.
/// Adds the names of functions that it drops to \p OtherNames.
void finalizeSymbols(std::vector<Symbol> &Symbols, uint64_t TextEnd,
                     std::vector<NamedStart> *OtherNames = nullptr);

/// Returns the last symbol of the finalized \p Symbols that starts at or before
/// \p Address, if it extends that far; else NoSymbol.
SymbolIndex lookupSymbol(llvm::ArrayRef<Symbol> Symbols, uint64_t Address);

/// For each symbol, the function that it is or that precedes it, or NoSymbol. A
/// call of the symbol is a call of that function.
std::vector<SymbolIndex> functionsOf(const SymbolTable &Table);

/// Returns for each symbol of \p Table the preceding symbol of the function to
/// which its line belongs, or itself.
std::vector<SymbolIndex> ownersOf(const SymbolTable &Table);

} // namespace gmon

#endif // GMON_ANALYZER_SYMBOLTABLE_H
