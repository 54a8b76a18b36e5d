//===-- ElfSymbols.h - Symbols of an ELF file -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: an Image and rules. Out: the symbols that reports may have.
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
  /// The symbols of .symtab that the rules allow, in its order, without source
  /// locations.
  std::vector<Symbol> Symbols;
  /// If the rules demand lines: all functions and labels of .text, allowed or
  /// not.
  std::vector<NamedCode> Functions;
  std::vector<AddressRange> Code; ///< the sections with code, as in the file
};
llvm::Expected<ProgramSymbols> readElfSymbols(const Image &Program,
                                              SymbolRules Rules);

} // namespace gmon

#endif // GMON_ANALYZER_ELFSYMBOLS_H
