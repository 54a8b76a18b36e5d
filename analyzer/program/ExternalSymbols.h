//===-- ExternalSymbols.h - Symbols from a text file ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbols of -S, which replace the program's. In: the output of nm, or
// /proc/kallsyms: lines with an address, a letter for the kind and a name. Out:
// functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_EXTERNALSYMBOLS_H
#define GMON_ANALYZER_EXTERNALSYMBOLS_H

#include "program/Symbol.h"
#include "llvm/Support/MemoryBuffer.h"

namespace gmon {

class ExternalSymbols {
public:
  /// Reads the file \p Path. Skips lines of kinds other than T and t.
  static llvm::Expected<ExternalSymbols> read(llvm::StringRef Path);

  /// The functions, in the order of the file. Their names refer to the file's
  /// text.
  llvm::ArrayRef<Symbol> symbols() const { return Symbols; }

private:
  std::unique_ptr<llvm::MemoryBuffer> Text;
  std::vector<Symbol> Symbols;
};

} // namespace gmon

#endif // GMON_ANALYZER_EXTERNALSYMBOLS_H
