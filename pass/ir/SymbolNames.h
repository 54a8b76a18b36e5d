//===-- SymbolNames.h - Names of symbols in assembly ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name in LLVM IR may have any byte but 0. Each directive that takes a name
// of the program reads it by one of the rules below; the plugin's own symbols
// have names that every directive reads.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_IR_SYMBOLNAMES_H
#define GMON_PASS_IR_SYMBOLNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Comdat;
class Function;
class GlobalValue;
} // namespace llvm

namespace gmon {

/// Assembly of a module, or inline assembly, where one dollar begins an operand
/// and two are a dollar.
enum class AsmKind { Module, Inline };

/// The name of \p Value in the object file.
std::string symbolName(const llvm::GlobalValue &Value);

/// \p Name, a symbol's, for a label, an expression, or a directive that sets
/// attributes of a symbol: assemblers since LLVM 21 read escaped characters
/// there. Section directives and .ifndef do not.
std::string quoteName(llvm::StringRef Name, AsmKind Kind);

/// Whether quoteName has a form of the name of \p F.
bool canQuote(const llvm::Function &F);

/// The name of \p Group for a section directive. canQuote(Group) must hold.
std::string quoteName(const llvm::Comdat &Group, AsmKind Kind);

/// Whether a section directive can name \p Group.
bool canQuote(const llvm::Comdat &Group);

/// \p Bytes in the string of .ascii and the like.
std::string escapeBytes(llvm::StringRef Bytes, AsmKind Kind);

/// A name that no directive reads otherwise, made of \p Name: itself, if it is
/// such a name. Of different names it makes different ones.
std::string plainName(llvm::StringRef Name);

} // namespace gmon

#endif // GMON_PASS_IR_SYMBOLNAMES_H
