//===-- Symspec.h - Symbols and arcs chosen by the user ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A symspec names symbols: [file:]name, [file:]line or a file, which contains a
// dot; from/to names arcs. In: the symspecs of the command line and the symbol
// table. Out: tables that tell whether an address or an arc was chosen.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SYMSPEC_H
#define GMON_ANALYZER_SYMSPEC_H

#include "counts/SourceCounts.h"
#include "program/SymbolTable.h"
#include "support/Errors.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>

namespace gmon {

/// The tables that symspecs include symbols in or exclude them from.
enum SpecTableKind : unsigned {
  FlatInclude,
  FlatExclude,
  GraphInclude,
  GraphExclude,
  TimeInclude,
  TimeExclude,
  ArcInclude,
  ArcExclude,
  AnnotateInclude,
  AnnotateExclude,
  ExecInclude,
  ExecExclude,
  NumSpecTables
};

/// One symspec of the command line and the table that it adds to.
struct SpecRequest {
  SpecTableKind Table;
  std::string Text;
};

class SpecTables {
public:
  /// Looks the symspecs of \p Requests up in \p Table, and in functions of
  /// \p Source that have no symbol; warns of those without a match. Keeps
  /// references to \p Requests. A text with a dot and no colon is a file, and,
  /// unless \p UsesGnuRules, the name of a function as well.
  SpecTables(llvm::ArrayRef<SpecRequest> Requests, const SymbolTable &Table,
             Warnings &Warn, bool UsesGnuRules = false,
             const SourceCounts &Source = {});

  /// Whether a symspec of \p Kind chose code at \p Address.
  bool contains(SpecTableKind Kind, uint64_t Address) const;

  /// Whether \p Include chose \p Address, or is without a match and \p Exclude
  /// did not choose it.
  bool isIn(SpecTableKind Include, SpecTableKind Exclude,
            uint64_t Address) const {
    return contains(Include, Address) ||
           (Tables[Include].empty() && !contains(Exclude, Address));
  }

  /// Likewise of a line that source counters counted, whose function may have
  /// no symbol.
  bool isIn(SpecTableKind Include, SpecTableKind Exclude,
            const SourceLine &Line) const;
  bool isIn(SpecTableKind Include, SpecTableKind Exclude,
            const SourceFunction &Function) const;

  /// Whether the arc between these addresses is to be read at all.
  bool isArcIn(uint64_t From, uint64_t To) const;

private:
  /// The code that one half of a symspec chose: disjoint runs of neighbouring
  /// symbols, each with its last address.
  struct Ranges {
    std::vector<std::pair<uint64_t, uint64_t>> Runs;
    bool contains(uint64_t Address) const;
  };
  /// One symspec: what is in front of the slash and what is behind it.
  struct Entry {
    Ranges From, To;
    llvm::StringRef Text; ///< what is in front of the slash
    /// Functions without a symbol whose demangled name it is.
    std::vector<llvm::StringRef> Inlined;
  };

  bool add(SpecTableKind Kind, llvm::StringRef Text, const SymbolTable &Table,
           const SourceCounts &Source);
  bool chooses(const Entry &Spec, const Symbol &WithoutCode) const;
  bool isIn(SpecTableKind Include, SpecTableKind Exclude, uint64_t Address,
            const Symbol &WithoutCode) const;
  static Ranges find(const SymbolTable &Table,
                     llvm::function_ref<bool(const Symbol &)> Matches);
  bool containsArc(SpecTableKind Kind, uint64_t From, uint64_t To) const;

  /// The symspecs with a match; of arcs, with one in front of the slash. Each
  /// stays on its own, so that no later one hides an earlier.
  std::array<std::vector<Entry>, NumSpecTables> Tables;
  bool UsesGnuRules;
};

/// For each of \p Symbols a symspec, or half of one, that chooses it and, where
/// that is possible, no other symbol of \p Table; empty if none can. With
/// \p LinesAreFunctions it chooses all lines of a function.
std::vector<std::string> specsFor(llvm::ArrayRef<SymbolIndex> Symbols,
                                  const SymbolTable &Table,
                                  bool LinesAreFunctions);

} // namespace gmon

#endif // GMON_ANALYZER_SYMSPEC_H
