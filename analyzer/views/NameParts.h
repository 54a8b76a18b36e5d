//===-- NameParts.h - The parts of names in tables --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a name as a table prints it. Out: the function with its scopes, and what
// stands in front of it and behind it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NAMEPARTS_H
#define GMON_ANALYZER_NAMEPARTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

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

  /// Returns the line, the module and the remark.
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

} // namespace gmon

#endif // GMON_ANALYZER_NAMEPARTS_H
