//===-- StackNames.h - Functions of all modules, by name --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel, words of a user. Out: the functions that the user means,
// names as a report prints them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_STACKNAMES_H
#define GMON_ANALYZER_COMMANDS_REPORT_STACKNAMES_H

#include "model/FunctionLookup.h"
#include "model/StackTree.h"

namespace gmon::command {

/// Returns the functions that a user means by \p Text: a name, or a regular
/// expression between slashes, with an i behind the second to ignore case.
/// Fails if there are none: with \p Missing for a name, unless that is empty.
llvm::Expected<llvm::SmallVector<FunctionIndex, 1>>
chooseFunctions(const FunctionLookup &Lookup, llvm::StringRef Text,
                const llvm::Twine &Missing = "");

/// Returns the same, or none.
llvm::SmallVector<FunctionIndex, 1> chosenOrNone(const FunctionLookup &Lookup,
                                                 llvm::StringRef Text);

/// Whether \p Text is a regular expression between slashes.
bool isExpression(llvm::StringRef Text);

/// Whether \p Text is a line of a file, "list.cpp:12".
bool isLineName(llvm::StringRef Text, llvm::StringRef &Path, uint32_t &Line);

/// Visits each line of code on stacks and of code that makes counted calls,
/// with its innermost function, and the line of each function.
void visitLines(
    const ProfileModel &Model,
    llvm::function_ref<void(FunctionIndex, llvm::StringRef, uint32_t)> Visit);

/// Returns the functions of the process of \p Model that a user means by \p
/// Text: those of chooseFunctions(), or those with code in a line,
/// "list.cpp:12". Of functions that are inlined there, these are the innermost;
/// or, without samples of stacks, those that contain them.
llvm::Expected<llvm::SmallVector<FunctionIndex, 1>>
chooseInProcess(const ProfileModel &Model, llvm::StringRef Text);

/// Returns the words of a command line that name the library \p Module and its
/// data, each with a space in front.
std::string wordsOf(const StackModuleRow &Module);

class StackNames {
public:
  explicit StackNames(const ProfileModel &Model);

  /// Returns the module's name, or its path if others have the name.
  std::string module(uint32_t M) const;
  /// Returns "sin [libm.so.6]"; without the module if it is the program. Names
  /// of different functions differ. \p F may be NoIndex.
  std::string function(FunctionIndex F) const;
  /// Returns the same with the base name of \p Path and \p Line, unless that is
  /// empty: "sin (sin.c:8) [libm.so.6]".
  std::string line(FunctionIndex F, llvm::StringRef Path, uint32_t Line) const;
  /// Returns the name of \p Node, of a tree of callers if \p IsCaller, with
  /// what it says of the call: its line, and what is inlined.
  std::string node(const StackTreeNode &Node, bool IsCaller) const;

private:
  const ProfileModel &Model;
  llvm::StringMap<unsigned> NumOfName; ///< number of modules
  std::vector<std::string> Names;      ///< of all functions
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_STACKNAMES_H
