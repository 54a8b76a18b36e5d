//===-- NameForms.h - The shortest forms of names ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses, the form of each C++ name. In: the names of the
// symbol table. Out: a form for each name. Names that differ in full differ in
// their chosen forms, too.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NAMEFORMS_H
#define GMON_ANALYZER_NAMEFORMS_H

#include "names/Demangler.h"
#include "llvm/ADT/DenseMap.h"

namespace gmon {

class NameForms {
public:
  /// Makes all names full.
  NameForms() = default;

  /// Chooses the shortest forms of \p Names, and refers to them. Names with
  /// equal plain forms all get the first form in which they differ, in the
  /// order of NameForm's enumerators.
  NameForms(std::vector<llvm::StringRef> Names, DemangleStyle Style);

  /// Returns the form of \p Name, which must be one of the names.
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
