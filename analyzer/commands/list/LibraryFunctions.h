//===-- commands/list/LibraryFunctions.h - Other modules' functions -*- C++
//-*-//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source of a library's function is listed with the library's own profile.
// In: a model with stacks, and a user's word. Out: functions of the process
// that are not the program's, and the command line that lists them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_LIST_LIBRARYFUNCTIONS_H
#define GMON_ANALYZER_COMMANDS_LIST_LIBRARYFUNCTIONS_H

#include "commands/list/SourceListing.h"
#include "model/FunctionLookup.h"
#include "llvm/ADT/SmallVector.h"

namespace gmon::command {

/// The words of the command line that name what is read, for command lines in
/// errors.
struct DataWords {
  std::vector<std::string> Options;
  std::vector<std::string> Files; ///< the program and its data
};

class LibraryFunctions {
public:
  using Functions = llvm::SmallVector<FunctionIndex, 1>;

  LibraryFunctions(const ProfileModel &Model, const SourcePrinter &Source,
                   DataWords Words)
      : Model(Model), Source(Source), Words(std::move(Words)) {}

  /// Returns the functions that a user means by \p Name, a name or an
  /// expression.
  Functions named(llvm::StringRef Name) const;
  /// Returns the functions with code in \p Line of \p File or, if there are
  /// none, those whose text it is in.
  Functions aroundLine(llvm::StringRef File, uint32_t Line) const;

  /// Returns those of \p Found, which are called \p Name, that have
  /// instructions if these are wanted. Otherwise fails with a command line that
  /// lists them.
  llvm::Expected<Functions> choose(llvm::StringRef Name,
                                   llvm::ArrayRef<FunctionIndex> Found) const;

  /// Returns the names of all functions.
  std::vector<FunctionLookup::LinkedName> names() const;

private:
  bool isElsewhere(FunctionIndex F) const;
  const StackModuleRow &moduleOf(FunctionIndex F) const {
    return Model.Modules[Model.Functions[F].Module];
  }
  FunctionIndex callerOf(FunctionIndex Inlined) const;
  llvm::Error tellCaller(llvm::StringRef Name, FunctionIndex F) const;

  const ProfileModel &Model;
  const SourcePrinter &Source;
  DataWords Words;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIST_LIBRARYFUNCTIONS_H
