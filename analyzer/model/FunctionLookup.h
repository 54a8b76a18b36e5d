//===-- FunctionLookup.h - Functions by the names people use ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds functions of a model by name. In: a ProfileModel, and linkage names or
// source names, with or without parameters and template arguments, or behind a
// file and a colon. Out: the functions of that name.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODEL_FUNCTIONLOOKUP_H
#define GMON_ANALYZER_MODEL_FUNCTIONLOOKUP_H

#include "model/ProfileModel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace gmon {

/// Whether \p Path is \p Name or ends with its folders: b.c matches a/b.c.
bool isPathOf(llvm::StringRef Path, llvm::StringRef Name);

class FunctionLookup {
public:
  explicit FunctionLookup(const ProfileModel &Model);

  /// Returns the functions called \p Name, by address. \p Name may be a linkage
  /// name or a full name; if no function has it, any NameForm; or one of these
  /// behind a file and a colon.
  llvm::SmallVector<FunctionIndex, 1> find(llvm::StringRef Name) const;

  /// Returns the functions that a user means by \p Name: those of find(). If
  /// there are none, those whose name ends in "::" and \p Name, if these have
  /// one name. Otherwise returns the error \p Missing with similar names.
  llvm::Expected<llvm::SmallVector<FunctionIndex, 1>>
  findMeant(llvm::StringRef Name, const llvm::Twine &Missing) const;

private:
  const ProfileModel &Model;
  using NameMap = llvm::StringMap<llvm::SmallVector<FunctionIndex, 1>>;
  const NameMap::value_type *findWhole(llvm::StringRef Name) const;

  NameMap ByName; ///< linkage names and full names
  NameMap ByForm;
};

} // namespace gmon

#endif // GMON_ANALYZER_MODEL_FUNCTIONLOOKUP_H
