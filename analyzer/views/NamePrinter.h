//===-- NamePrinter.h - Names as reports print them -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the names of symbols: demangled, with their source location and their
// number in the call graph, as the settings say. And chooses forms that tell
// names apart: for --short-names, the shortest form of each in which names that
// differ in full differ, too; for tables, of names that may be equal.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_VIEWS_NAMEPRINTER_H
#define GMON_ANALYZER_VIEWS_NAMEPRINTER_H

#include "graph/CallGraph.h"
#include "names/Demangler.h"
#include "program/SymbolTable.h"
#include "support/Printable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <vector>

namespace gmon {

class NameForms {
public:
  /// Makes all names full.
  NameForms() = default;

  /// Chooses the shortest forms of \p Names, and refers to them. Names with
  /// equal plain forms all get the first form in which they differ, in the
  /// order of NameForm's enumerators.
  NameForms(std::vector<llvm::StringRef> Names, DemangleStyle Style);

  /// Returns the form of \p Name, which must be one of the names.
  NameForm of(llvm::StringRef Name) const {
    auto It = Exceptions.find(Name);
    return It == Exceptions.end() ? Default : It->second;
  }

private:
  NameForm Default = NameForm::Full;
  llvm::DenseMap<llvm::StringRef, NameForm> Exceptions;
};

struct NamedFunction {
  std::string Name; ///< a TableName
  llvm::StringRef LinkName;
  llvm::StringRef Path; ///< of its line; or empty
  uint32_t Line = 0;    ///< 0 if unknown
};

/// Returns the names of \p Functions. Those with equal names get parameters and
/// template arguments; or, if these are equal, the place in the source; or else
/// the linker's name.
std::vector<std::string> distinctNames(llvm::ArrayRef<NamedFunction> Functions);

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

#endif // GMON_ANALYZER_VIEWS_NAMEPRINTER_H
