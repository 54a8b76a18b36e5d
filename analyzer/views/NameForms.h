//===-- NameForms.h - The shortest forms of names ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses, for --short-names, how much of each C++ name is printed. In: the
// names of the symbol table. Out: a form for each name, such that names that
// differ in full differ in their forms, too.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NAMEFORMS_H
#define GMON_ANALYZER_NAMEFORMS_H

#include "names/Demangler.h"
#include "llvm/ADT/DenseMap.h"

namespace gmon {

class NameForms {
public:
  /// All names in full.
  NameForms() = default;

  /// The shortest forms of \p Names, to which it keeps references. Names whose
  /// plain forms are equal all get the first form in which they differ:
  /// NameForm's enumerators are in order of preference.
  NameForms(std::vector<llvm::StringRef> Names, DemangleStyle Style);

  /// The form of \p Name, which is one of those that the forms are of.
  NameForm of(llvm::StringRef Name) const {
    auto It = Exceptions.find(Name);
    return It == Exceptions.end() ? Default : It->second;
  }

private:
  NameForm Default = NameForm::Full;
  llvm::DenseMap<llvm::StringRef, NameForm> Exceptions;
};

} // namespace gmon

#endif // GMON_ANALYZER_NAMEFORMS_H
