//===-- ExternalSymbols.h - Symbols from text files -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbols of -S, which replace the program's, and the map of -R, which
// replaces functions by object files. In: the output of nm, or /proc/kallsyms:
// lines with an address, a letter for the kind and a name; for -R that of "nm
// -A" or "llvm-nm -A": lines with a file up to the first colon, and a function
// at the end. Out: functions, and changes of symbols.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAM_EXTERNALSYMBOLS_H
#define GMON_ANALYZER_PROGRAM_EXTERNALSYMBOLS_H

#include "program/Symbol.h"
#include "llvm/ADT/SmallVector.h"

namespace gmon {

class ExternalSymbols {
public:
  /// Reads the file \p Path. Skips lines of kinds other than T and t.
  static llvm::Expected<ExternalSymbols> read(llvm::StringRef Path);

  /// The functions, in the order of the file. Names refer to its text.
  llvm::ArrayRef<Symbol> symbols() const { return Symbols; }

private:
  std::unique_ptr<llvm::MemoryBuffer> Text;
  std::vector<Symbol> Symbols;
};

struct Symbol;

class ObjectMap {
public:
  static llvm::Expected<ObjectMap> read(llvm::StringRef Path);

  /// Of each sequence of lines with one file, renames the first function among
  /// \p Symbols to the file, and removes the others. New names refer to the
  /// map. If several functions have one name, the second in the order of \p
  /// Symbols is that of the second line, and so on.
  void apply(std::vector<Symbol> &Symbols) const;

  /// Returns the files of the map for which \p Symbols has no symbol, by name.
  std::vector<llvm::StringRef>
  filesWithout(llvm::ArrayRef<Symbol> Symbols) const;

private:
  struct Entry {
    llvm::StringRef File;
    bool IsFirst; ///< of a sequence of lines with this file
  };

  bool addLine(llvm::StringRef Line, llvm::StringRef &LastFile);

  std::unique_ptr<llvm::MemoryBuffer> Text;
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<Entry, 1>> Functions;
};

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAM_EXTERNALSYMBOLS_H
