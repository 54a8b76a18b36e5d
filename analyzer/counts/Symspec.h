//===-- Symspec.h - Symbols and arcs chosen by the user ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A symspec names symbols: [file:]name, [file:]line, or a file, which contains
// a dot. from/to names arcs. In: the symspecs of the command line and the
// symbol table. Out: tables that say whether an address or an arc is chosen.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SYMSPEC_H
#define GMON_ANALYZER_SYMSPEC_H

#include "counts/SourceCounts.h"
#include "program/SymbolTable.h"
#include "support/Errors.h"

namespace gmon {

/// The tables in which symspecs include or exclude symbols.
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

/// A symspec of the command line, and its table.
struct SpecRequest {
  SpecTableKind Table;
  std::string Text;
};

class SpecTables {
public:
  /// Searches \p Table, and the functions of \p Source without a symbol, for
  /// the symspecs of \p Requests. Warns of those without a match. Refers to \p
  /// Requests. A text with a dot and no colon is a file and, unless \p
  /// UsesGnuRules, also a function's name.
  SpecTables(llvm::ArrayRef<SpecRequest> Requests, const SymbolTable &Table,
             Warnings &Warn, bool UsesGnuRules = false,
             const SourceCounts &Source = {});

  /// Whether a symspec of \p Kind chooses the code at \p Address.
  bool contains(SpecTableKind Kind, uint64_t Address) const;

  /// Whether \p Include chooses \p Address, or has no match and \p Exclude does
  /// not choose it.
  bool isIn(SpecTableKind Include, SpecTableKind Exclude,
            uint64_t Address) const {
    return contains(Include, Address) ||
           (Tables[Include].empty() && !contains(Exclude, Address));
  }

  /// The same for a line of source counters, whose function may lack a symbol.
  bool isIn(SpecTableKind Include, SpecTableKind Exclude,
            const SourceLine &Line) const;
  bool isIn(SpecTableKind Include, SpecTableKind Exclude,
            const SourceFunction &Function) const;

  /// Whether the arc between these addresses is read.
  bool isArcIn(uint64_t Caller, uint64_t Callee) const;

private:
  /// The code that one half of a symspec chooses: disjoint ranges of adjacent
  /// symbols, each with its last address.
  struct Ranges {
    std::vector<std::pair<uint64_t, uint64_t>> Runs;
    bool contains(uint64_t Address) const;
  };
  /// A symspec: the parts before and behind the slash.
  struct Entry {
    Ranges From, To;
    llvm::StringRef Text; ///< the part before the slash
    /// Functions without a symbol that have this demangled name.
    std::vector<llvm::StringRef> Inlined;
  };

  bool add(SpecTableKind Kind, llvm::StringRef Text, const SymbolTable &Table,
           const SourceCounts &Source);
  bool chooses(const Entry &Spec, const Symbol &WithoutCode) const;
  bool isIn(SpecTableKind Include, SpecTableKind Exclude, uint64_t Address,
            const Symbol &WithoutCode) const;
  static Ranges find(const SymbolTable &Table,
                     llvm::function_ref<bool(const Symbol &)> Matches);
  bool containsArc(SpecTableKind Kind, uint64_t Caller, uint64_t Callee) const;

  /// The symspecs with a match; for arcs, with one before the slash. They stay
  /// separate: a later one must not hide an earlier one.
  std::array<std::vector<Entry>, NumSpecTables> Tables;
  bool UsesGnuRules;
};

/// Returns for each of \p Symbols a symspec, or half of one, that chooses it
/// and, if possible, no other symbol of \p Table; an empty text if there is
/// none.
std::vector<std::string> specsFor(llvm::ArrayRef<SymbolIndex> Symbols,
                                  const SymbolTable &Table);

} // namespace gmon

#endif // GMON_ANALYZER_SYMSPEC_H
