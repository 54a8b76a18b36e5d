//===-- NamePrinter.h - Names as reports print them -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the names of symbols: demangled, with their place in the source and
// with their number in the call graph, as the settings have it.
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

/// What names have in reports.
struct NameSettings {
  DemangleStyle Demangle = DemangleStyle::Auto;
  bool Short = false;     ///< C++ names have the shortest form that differs
  bool WithLines = false; ///< source line and address follow
  bool WithFiles = false; ///< the source line follows
  bool FullPaths = false; ///< of source files; else their base names
};

class NamePrinter {
public:
  NamePrinter(NameSettings Settings, const SymbolTable &Table,
              const NameForms &Forms)
      : Settings(Settings), Table(Table), Forms(Forms), Names(Table.size()) {}

  /// The name of the symbol \p Index, with its source line and where that is
  /// inlined if the settings want them. It is made once and kept: most names
  /// stand in several reports, and in the entries of all callers.
  llvm::StringRef name(SymbolIndex Index);

  /// \p Name, which the linker knows, alone.
  std::string demangled(llvm::StringRef Name) const;

  /// Prints name(), the cycle and the number of the entry.
  void printFullName(llvm::raw_ostream &OS, const CallGraph &Graph,
                     SymbolIndex Index);

  /// " [number]" of the entry of \p N, in parentheses if it is not printed;
  /// empty if it has none.
  static std::string tag(const Node &N);

  /// The path \p Path as the settings want it printed.
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
  std::vector<llvm::StringRef> Names; ///< those made so far, by symbol
};

} // namespace gmon

#endif // GMON_ANALYZER_NAMEPRINTER_H
