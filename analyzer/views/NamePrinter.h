//===-- NamePrinter.h - Names as reports print them -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the names of symbols: demangled, with their source location and their
// number in the call graph, as the settings say.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NAMEPRINTER_H
#define GMON_ANALYZER_NAMEPRINTER_H

#include "graph/CallGraph.h"
#include "program/SymbolTable.h"
#include "support/Paths.h"
#include "views/NameForms.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// The additions to names in reports.
struct NameSettings {
  DemangleStyle Demangle = DemangleStyle::Auto;
  bool Short = false;     ///< print the shortest unambiguous form of C++ names
  bool WithLines = false; ///< add source line and address
  bool WithFiles = false; ///< add the source line
  bool FullPaths = false; ///< print full paths of source files, not base names
};

class NamePrinter {
public:
  NamePrinter(NameSettings Settings, const SymbolTable &Table,
              const NameForms &Forms)
      : Settings(Settings), Table(Table), Forms(Forms), Names(Table.size()) {}

  /// Returns the name of the symbol \p Index; if the settings say so, with its
  /// source line and the place of inlining. Names are cached: most occur in
  /// several reports, and in the entries of all callers.
  llvm::StringRef name(SymbolIndex Index);

  /// Returns \p Name, a linkage name, in its chosen form, without additions.
  std::string demangled(llvm::StringRef Name) const;

  /// Prints name(), the cycle and the number of the entry.
  void printFullName(llvm::raw_ostream &OS, const CallGraph &Graph,
                     SymbolIndex Index);

  /// Returns " [number]" for the entry of \p N, in parentheses if it is not
  /// printed; empty if there is none.
  static std::string tag(const Node &N);

  /// Returns \p Path as the settings say.
  llvm::StringRef path(llvm::StringRef Path) const {
    return Settings.FullPaths ? Path : baseName(Path);
  }

private:
  std::string makeName(const Symbol &Sym) const;
  void printCallers(llvm::raw_ostream &OS, InlinedCall Inlined) const;

  NameSettings Settings;
  const SymbolTable &Table;
  const NameForms &Forms;
  llvm::BumpPtrAllocator Storage;
  std::vector<llvm::StringRef> Names; ///< by symbol; empty if not made yet
};

} // namespace gmon

#endif // GMON_ANALYZER_NAMEPRINTER_H
