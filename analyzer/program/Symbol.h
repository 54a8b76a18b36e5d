//===-- Symbol.h - A symbol of the program ----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the stages know of a function, a line or an object file with code.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAM_SYMBOL_H
#define GMON_ANALYZER_PROGRAM_SYMBOL_H

#include "program/DebugInfo.h"
#include "llvm/ADT/StringRef.h"
#include <limits>

namespace gmon {

/// Index of a symbol in the SymbolTable.
using SymbolIndex = uint32_t;
inline constexpr SymbolIndex NoSymbol = std::numeric_limits<SymbolIndex>::max();

struct Symbol {
  uint64_t Address = 0;
  uint64_t End = 0; ///< the last address; 0 until finalizeSymbols()
  llvm::StringRef Name;
  llvm::StringRef Path; ///< source file; empty if unknown
  uint32_t Line = 0;    ///< 0 if the file is unknown
  bool IsStatic = false;
  bool IsFunction = false; ///< a function, not a label or a line
  bool IsLine = false;     ///< a line of source code
  bool IsFile = false;     ///< named after the object file that it represents
  /// A part of the function at Whole, split off by the compiler: foldParts().
  bool IsPart = false;
  /// For a static symbol, the number of its source file in .symtab; else 0.
  uint32_t Unit = 0;
  uint64_t Whole = 0;
  uint64_t Size = 0; ///< as the symbol table has it; 0 if that does not say it
  /// What DWARF says of the function, or of the innermost function of a line:
  /// an index of SymbolTable::unitFunctionOf(), if inlined calls were read.
  UnitFunctionIndex OfUnit = NoUnitFunction;
  /// For a line: where it is inlined, an index of inlinedCallSites().
  InlinedCall Inlined = NotInlined;
};

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAM_SYMBOL_H
