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

#ifndef GMON_ANALYZER_PROGRAM_SYMBOLTABLE_H
#define GMON_ANALYZER_PROGRAM_SYMBOLTABLE_H

#include "program/DebugInfo.h"
#include "program/Image.h"
#include "program/Symbol.h"
#include "llvm/ADT/SetVector.h"
#include <limits>
#include <tuple>

namespace gmon {

/// A function or label in the program's symbol table.
struct NamedCode {
  uint64_t Address = 0;
  uint64_t Size = 0; ///< at least 1; does not exceed the address space
  llvm::StringRef Name;
};

class FunctionNames {
public:
  /// \p Symbols are in the order of the program's symbol table.
  explicit FunctionNames(std::vector<NamedCode> Symbols);

  /// Calls \p Visit with the start and the name of each range of code in \p
  /// Part that has one name. Parts must ascend. A symbol is valid up to its
  /// end, even if another one starts within it; behind its end, the nearest
  /// symbol is valid.
  void walk(AddressRange Part,
            llvm::function_ref<void(uint64_t, llvm::StringRef)> Visit);

private:
  std::vector<NamedCode> Symbols; ///< by address, one for each address
  size_t Next = 0;                ///< the first that starts behind the current
                                  ///< place
  NamedCode Current;              ///< at the current place; of size 0 at first
};

class ExternalSymbols;
class ObjectMap;

/// Which symbols a table has, and from which source.
struct SymbolRules {
  /// Choose GNU gprof's functions: no local symbols with a '$' and few with a
  /// '.', but weak symbols of any section.
  bool UsesGnuRules = false;
  bool NoStatic = false;      ///< omit local symbols
  bool OnlyFunctions = false; ///< omit local symbols that are no functions
  bool Lines = false;         ///< add a symbol for each range of code of a line
  llvm::ArrayRef<Symbol> Stubs; ///< add these, which are not in .symtab
  /// If not null, these symbols replace those of the program and its lines.
  const ExternalSymbols *External = nullptr;
  const ObjectMap *Files = nullptr; ///< if not null, replaces functions by
                                    ///< files
  /// The file is a library on stacks: without .symtab, reads .dynsym; omits
  /// versions of names; of several names, chooses the shortest.
  bool IsLibrary = false;
};

/// The names of code in a program's file.
struct ProgramSymbols {
  /// The symbols of .symtab that the rules allow, in its order, without lines.
  std::vector<Symbol> Symbols;
  /// If the rules demand lines: all functions and labels of .text.
  std::vector<NamedCode> Functions;
  std::vector<AddressRange> Code; ///< the sections with code, as in the file
};
llvm::Expected<ProgramSymbols> readElfSymbols(const Image &Program,
                                              SymbolRules Rules);

/// A name of the function that begins at an address.
struct NamedStart {
  uint64_t Address = 0;
  llvm::StringRef Name;
  bool IsStatic = false; ///< no other file can use the name

  bool operator<(const NamedStart &Other) const {
    return std::tie(Address, Name, IsStatic) <
           std::tie(Other.Address, Other.Name, Other.IsStatic);
  }
};

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

/// Returns the name of the function to which \p Name, by its form, belongs as a
/// part; else an empty name. Compilers move rarely executed code out of a
/// function: f.cold by GCC and by LLVM's -fsplit-machine-functions, f.cold.1 by
/// its hot-cold splitting, f.__part.1 and f.eh by -fbasic-block-sections. Jumps
/// enter most parts, and no profile counts jumps: the time of a part would
/// reach no caller. f.part.0 and f.isra.0 are called, so they stay functions.
llvm::StringRef wholeName(llvm::StringRef Name);

/// Finds the symbols of \p Symbols that are parts of others, and records their
/// functions. A part whose function is missing or ambiguous stays a function;
/// with \p NoStatic, a static one is removed.
void foldParts(std::vector<Symbol> &Symbols, bool NoStatic);

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAM_SYMBOLTABLE_H
