//===-- FitNames.h - Names in few columns -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits names of tables into their parts, and shortens them for a terminal.
// In: a name as in a table, or all names of a table, and a width in columns.
// Out: shorter names, of which no two of a table are equal if the functions
// differ.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_VIEWS_FITNAMES_H
#define GMON_ANALYZER_VIEWS_FITNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>
#include <vector>

namespace gmon {

/// Returns the number of columns that \p Text takes.
size_t columnsOf(llvm::StringRef Text);

/// Returns the start of \p Text that fits into \p Columns.
llvm::StringRef cutOff(llvm::StringRef Text, size_t Columns);

/// Returns the end of \p Text that fits into \p Columns.
llvm::StringRef cutOffFront(llvm::StringRef Text, size_t Columns);

/// Whether \p Byte of UTF-8 is part of the character in front of it.
inline bool isContinuation(char Byte) { return (Byte & 0xc0) == 0x80; }

/// A name as a table prints it: "  f (file.c:12) [libc.so.6] (inlined)".
struct TableName {
  explicit TableName(llvm::StringRef Text);

  size_t Indent = 0; ///< in columns
  llvm::StringRef Function;
  /// With the space in front of them; or empty.
  llvm::StringRef Line, Module, Remark;

  std::string behind() const {
    return (Line + llvm::Twine(Module) + Remark).str();
  }
};

/// A function's name, split at its scopes. Operators such as "operator<" have
/// signs that are no brackets.
struct SplitName {
  explicit SplitName(llvm::StringRef Name, bool KeepsScopesOfTypes = false);

  std::string Text; ///< without the scopes of types in it, unless they are kept
  llvm::SmallVector<size_t> Scopes; ///< where each component begins
  size_t EndOfName = 0;             ///< where its arguments begin, or Text ends

  /// Returns the text without the first \p Number components.
  llvm::StringRef without(size_t Number) const {
    return llvm::StringRef(Text).drop_front(Scopes[Number]);
  }
  /// Returns the last component without its arguments.
  llvm::StringRef ownName() const {
    return llvm::StringRef(Text).slice(Scopes.back(), EndOfName);
  }
};

/// Returns \p Text, a TableName, in at most \p Columns. It leaves out, in this
/// order and as far as needed: the scopes of types in the function's arguments,
/// the outer scopes of the function, the end of its arguments, the remark, the
/// module, the line, and the middle of the name. ".." stands for it.
std::string fitName(llvm::StringRef Text, size_t Columns);

/// Returns the line, the module and the remark of \p Name, as far as they leave
/// enough of \p Room, in columns, for the function.
std::string behindThatFits(const TableName &Name, size_t Room);

/// Returns the function \p Name in at most \p Columns.
std::string fitFunction(llvm::StringRef Name, size_t Columns);

/// Returns how many scopes of \p Name fitFunction() leaves out.
size_t scopesLeftOut(const SplitName &Name, size_t Columns);

/// As fitFunction(), but leaves out at least the first \p Number scopes.
std::string fitWithout(const SplitName &Name, size_t Number, size_t Columns);

/// Returns \p Names, each as fitName() does in \p Columns, under two
/// conditions. In a table without indentation, a scope that one name lacks is
/// left out of all. Names that become equal get the fewest scopes that differ,
/// or else what is behind them or around their difference.
std::vector<std::string> fitNames(llvm::ArrayRef<std::string> Names,
                                  size_t Columns);

/// Whether fitNames() may shorten \p Name, not indented, to \p Shown, with
/// dots.
bool mayShowAs(llvm::StringRef Name, llvm::StringRef Shown);

} // namespace gmon

#endif // GMON_ANALYZER_VIEWS_FITNAMES_H
