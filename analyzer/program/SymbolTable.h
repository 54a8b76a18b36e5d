//===-- SymbolTable.h - Functions and lines by address ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbols that samples, arcs and block counts are accounted to. In: an
// Image and its DebugInfo. Out: a table sorted by address, one symbol for each
// start. Later stages name a symbol by its index in the table.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SYMBOLTABLE_H
#define GMON_ANALYZER_SYMBOLTABLE_H

#include "program/FunctionNames.h"
#include "program/Image.h"
#include "program/Symbol.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"

namespace gmon {

class ExternalSymbols;
class ObjectMap;

/// Which symbols a table has, and where from.
struct SymbolRules {
  /// Take what GNU gprof takes for functions, which local symbols with a '$' or
  /// most with a '.' are not, and is what is weak, wherever it is defined.
  bool UsesGnuRules = false;
  bool NoStatic = false;      ///< leave local symbols out
  bool OnlyFunctions = false; ///< leave local symbols but functions out
  bool Lines = false;         ///< add a symbol for each run of code of a line
  /// Clear bit 0 of ARM functions, which says that they are Thumb code: calls
  /// lead to the address without it.
  bool ClearThumbBit = false;
  llvm::ArrayRef<Symbol> Stubs; ///< add these, which .symtab does not have
  /// If not null, the symbols in place of those of the program and its lines.
  const ExternalSymbols *External = nullptr;
  const ObjectMap *Files = nullptr; ///< if not null, makes functions files
};

class SymbolTable {
public:
  /// Reads the symbols of \p Program that \p Rules allow. The table keeps
  /// references into \p Program, \p Info and what \p Rules point to.
  static llvm::Expected<SymbolTable>
  build(const Image &Program, const DebugInfo &Info, SymbolRules Rules);

  /// A table of \p Finalized, which finalizeSymbols has sorted.
  explicit SymbolTable(std::vector<Symbol> Finalized)
      : Symbols(std::move(Finalized)) {}

  llvm::ArrayRef<Symbol> symbols() const { return Symbols; }
  const Symbol &operator[](SymbolIndex Index) const { return Symbols[Index]; }
  size_t size() const { return Symbols.size(); }

  /// The symbol whose code \p Address is in, or NoSymbol. Without lines, that
  /// of the whole function for a part.
  SymbolIndex lookup(uint64_t Address) const;

  /// The function that the symbol \p Index is a part of, or \p Index.
  SymbolIndex wholeOf(SymbolIndex Index) const {
    return Wholes.empty() ? Index : Wholes[Index];
  }
  /// What the times and calls of the symbol \p Index count for: the whole
  /// function; with lines, each known line of it is on its own.
  SymbolIndex accountOf(SymbolIndex Index) const {
    return HasLines && !Symbols[Index].Path.empty() ? Index : wholeOf(Index);
  }
  /// Whether \p Address is in a part of a function that lies elsewhere.
  bool isInPart(uint64_t Address) const;

  /// The source files, in the order in which symbols first named them.
  llvm::ArrayRef<llvm::StringRef> files() const { return Files.getArrayRef(); }

  /// The calls of inlined functions; none unless they were read.
  llvm::ArrayRef<CallSite> callSites() const { return CallSites; }

private:
  SymbolTable() = default;
  void addLines(AddressRange Text, const DebugInfo &Info, FunctionNames Names);
  void noteFile(llvm::StringRef Path);
  void findWholes();

  std::vector<Symbol> Symbols;
  std::vector<SymbolIndex> Wholes; ///< of each symbol; empty without parts
  bool HasLines = false;
  llvm::SetVector<llvm::StringRef> Files;
  llvm::ArrayRef<CallSite> CallSites;
};

/// What a program's file says about the names of its code.
struct ProgramSymbols {
  /// Those of .symtab that the rules allow, in its order, without source
  /// locations.
  std::vector<Symbol> Symbols;
  /// If the rules want lines, all functions and labels of .text, allowed or
  /// not.
  std::vector<NamedCode> Functions;
  std::vector<AddressRange> Code; ///< the sections with code, as in the file
};
llvm::Expected<ProgramSymbols> readElfSymbols(const Image &Program,
                                              SymbolRules Rules);

/// Sorts \p Symbols, keeps the best of those with equal starts, and ends each
/// before the next; the last, unless it has an end, at \p TextEnd.
void finalizeSymbols(std::vector<Symbol> &Symbols, uint64_t TextEnd);

/// The last symbol of the finalized \p Symbols that starts at or before
/// \p Address, if it reaches that far; else NoSymbol.
SymbolIndex lookupSymbol(llvm::ArrayRef<Symbol> Symbols, uint64_t Address);

/// For each symbol, the function that it is or that precedes it, or NoSymbol: a
/// call of the one is a call of the other.
std::vector<SymbolIndex> functionsOf(const SymbolTable &Table);

} // namespace gmon

#endif // GMON_ANALYZER_SYMBOLTABLE_H
