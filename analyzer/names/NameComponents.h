//===-- NameComponents.h - The components of a name ----------------*- C++
//-*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a function's name as the demangler prints it. Out: its components, which
// are between "::", and names made of them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NAMES_NAMECOMPONENTS_H
#define GMON_ANALYZER_NAMES_NAMECOMPONENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gmon {

/// Splits \p Name at the :: outside of arguments.
llvm::SmallVector<llvm::StringRef, 4> componentsOf(llvm::StringRef Name);

/// Returns the last \p Count components of \p Name, or all.
llvm::StringRef lastComponents(llvm::StringRef Name, size_t Count);

/// Returns \p Name without the template arguments at its end.
llvm::StringRef withoutArguments(llvm::StringRef Name);

/// Returns \p Components without template arguments, joined.
std::string withoutArguments(llvm::ArrayRef<llvm::StringRef> Components);

/// Returns what pages call the last of \p Parts: a lambda is called by what
/// contains it, "lambda 1 in main".
std::string pageName(llvm::ArrayRef<llvm::StringRef> Parts);

/// Names, searched by their ends.
class NameEnds {
public:
  /// The memory of \p Names must outlive the object.
  explicit NameEnds(std::vector<llvm::StringRef> Names);

  /// Returns the numbers of the names that end in \p End, ascending. Takes time
  /// in proportion to the logarithm of all names.
  std::vector<size_t> find(llvm::StringRef End) const;

private:
  std::vector<llvm::StringRef> Names;
  std::vector<size_t> Order; ///< of the reversed names
};

} // namespace gmon

#endif // GMON_ANALYZER_NAMES_NAMECOMPONENTS_H
