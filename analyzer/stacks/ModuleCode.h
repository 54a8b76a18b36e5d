//===-- ModuleCode.h - Frames of a module's addresses -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions and lines of one module of a process. In: its symbols and its debug
// information. Out: for an address, the function whose code it is, and the
// functions that are inlined there.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODULECODE_H
#define GMON_ANALYZER_MODULECODE_H

#include "program/DebugInfo.h"
#include "program/SymbolTable.h"
#include "stacks/FunctionLines.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>

namespace gmon {

/// A function of a module.
struct CodeFunction {
  llvm::StringRef LinkName;
  llvm::StringRef Path;   ///< source file; empty if unknown
  uint32_t Line = 0;      ///< where it begins; 0 if unknown
  uint64_t Address = 0;   ///< its start; 0 if it only occurs inlined
  bool IsRuntime = false; ///< of the profiler
  std::vector<llvm::StringRef> OtherNames = {}; ///< other linkage names

  /// Whether \p Name is one of the linkage names.
  bool isNamed(llvm::StringRef Name) const {
    return LinkName == Name || llvm::is_contained(OtherNames, Name);
  }
};

/// A function at an address.
struct CodeFrame {
  uint32_t Function = 0; ///< index of a CodeFunction
  /// The line in that function; empty and 0 if unknown.
  llvm::StringRef Path;
  uint32_t Line = 0;
};

class ModuleCode {
public:
  /// The rules of \p HasSizes: code behind the end of a symbol belongs to no
  /// function, as in a library without local symbols. \p Table and \p Info must
  /// outlive the result.
  ModuleCode(const SymbolTable &Table, const DebugInfo &Info, bool HasSizes);

  /// Returns the functions at \p Address, the innermost first; the last is not
  /// inlined. Empty if no symbol covers the address. The result is valid until
  /// the next call; a second call for an address costs little.
  llvm::ArrayRef<CodeFrame> framesAt(uint64_t Address);

  /// Returns the index of the function that begins at \p Address, as a call
  /// there enters it; or NoSymbol, if no symbol covers the address.
  uint32_t calledFunction(uint64_t Address);

  /// Returns the index of the function that other modules call as \p Name; or
  /// NoSymbol. Its LinkName may be another of its names: the symbol table
  /// chooses one of those at an address.
  uint32_t functionNamed(llvm::StringRef Name);

  /// Returns the code of \p Function, whose Address is not 0, and of the parts
  /// that were split off from it, in order of address. What is contiguous is
  /// one range.
  std::vector<AddressRange> codeOf(uint32_t Function);

  /// Returns the index of the function to which the symbol at \p Address
  /// belongs; or NoSymbol.
  uint32_t functionAt(uint64_t Address);

  /// Whether \p Address is in a part that was split off from its function.
  bool isInPart(uint64_t Address) const { return Table.isInPart(Address); }

  /// Whether functions may have no symbol: the module is a library.
  bool mayLackSymbols() const { return HasSizes; }

  /// Whether a symbol says where the marker for callers outside the module is.
  bool hasMarker() const { return HasMarker; }

  /// The functions that occurred so far.
  llvm::ArrayRef<CodeFunction> functions() const { return Functions; }

private:
  /// A function at an address, by the name that debug information gives it.
  struct NamedPlace {
    llvm::StringRef Name;
    llvm::StringRef Declared; ///< like SourceLocation::Declared
    llvm::StringRef Path;     ///< of the line; empty if there is none
    uint32_t Line;
    UnitFunctionIndex OfUnit;
  };

  /// Inlined calls at one address; valid programs have fewer.
  static constexpr size_t MostInlined = 256;

  bool covers(SymbolIndex Symbol, uint64_t Address) const;
  SymbolIndex symbolAt(uint64_t Address) const;
  AddressRange rangeOf(SymbolIndex Symbol) const;
  uint32_t functionOf(SymbolIndex Symbol);
  void addFrames(uint64_t Address);
  llvm::StringRef declaredIn(SymbolIndex Symbol) const;
  SymbolIndex symbolOf(const NamedPlace &Place);
  SymbolIndex symbolByLines(UnitFunctionIndex Index);
  bool isSame(UnitFunctionIndex A, UnitFunctionIndex B);
  bool isSelf(const NamedPlace &Outer, const NamedPlace &Inner) const;
  uint32_t inlinedFunction(const NamedPlace &Place);
  void listNames();

  const SymbolTable &Table;
  const DebugInfo &Info;
  bool HasSizes;
  bool HasMarker;
  std::vector<SymbolIndex> Owners;  ///< functions of symbols
  std::vector<SymbolIndex> Entries; ///< functions that calls of symbols enter
  /// Symbols, other than the function itself, whose owner is a function; once
  /// codeOf() needs them.
  std::multimap<SymbolIndex, SymbolIndex> Owned;
  bool HasOwned = false;
  llvm::BitVector IsRuntime;
  std::vector<CodeFunction> Functions;
  llvm::DenseMap<SymbolIndex, uint32_t> OfSymbol;
  /// Symbols by name, once an inlined function occurs.
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<SymbolIndex, 1>> Named;
  /// The functions that other modules may call, by their other names; once
  /// functionNamed() needs them.
  std::optional<llvm::DenseMap<llvm::StringRef, SymbolIndex>> OtherNames;
  FunctionLines Lines;
  /// The functions of units that are inlined.
  llvm::DenseMap<UnitFunctionIndex, uint32_t> Inlined;
  /// Those of them that are not there out of line, by name: one of a unit and
  /// the function that it is.
  llvm::DenseMap<llvm::StringRef,
                 std::vector<std::pair<UnitFunctionIndex, uint32_t>>>
      OnlyInlined;
  /// The results so far, by address: ranges of Frames.
  llvm::DenseMap<uint64_t, std::pair<size_t, size_t>> Known;
  std::vector<CodeFrame> Frames;
};

} // namespace gmon

#endif // GMON_ANALYZER_MODULECODE_H
