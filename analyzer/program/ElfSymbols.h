//===-- ElfSymbols.h - Symbols of an ELF file -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: an Image and rules. Out: the symbols that reports may show.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ELFSYMBOLS_H
#define GMON_ANALYZER_ELFSYMBOLS_H

#include "program/FunctionNames.h"
#include "program/Image.h"
#include "program/Symbol.h"
#include "llvm/ADT/ArrayRef.h"

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

} // namespace gmon

#endif // GMON_ANALYZER_ELFSYMBOLS_H
