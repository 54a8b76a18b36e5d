//===-- FunctionLookup.h - Functions by the names people use ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds functions of a model by name. In: a ProfileModel, and names as linked,
// as sources have them, with or without parameters and template arguments, or
// behind the name of a file. Out: the functions that have the name.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_FUNCTIONLOOKUP_H
#define GMON_ANALYZER_COMMANDS_FUNCTIONLOOKUP_H

#include "model/ProfileModel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace gmon::command {

/// Whether \p Path is \p Name or ends in it, folder by folder: a/b.c is found
/// by b.c.
bool isPathOf(llvm::StringRef Path, llvm::StringRef Name);

class FunctionLookup {
public:
  explicit FunctionLookup(const ProfileModel &Model);

  /// The functions called \p Name, by address. That may be the name that the
  /// linker has, or in full; if no function is called so, any NameForm of it;
  /// or one of these behind a file and a colon.
  llvm::SmallVector<FunctionIndex, 1> find(llvm::StringRef Name) const;

private:
  const ProfileModel &Model;
  using NameMap = llvm::StringMap<llvm::SmallVector<FunctionIndex, 1>>;
  const NameMap::value_type *findWhole(llvm::StringRef Name) const;

  NameMap ByName; ///< as linked and in full
  NameMap ByForm;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_FUNCTIONLOOKUP_H
