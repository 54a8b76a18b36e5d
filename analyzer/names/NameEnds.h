//===-- NameEnds.h - Names by their ends ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: names. Out: those that have a given end.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NAMES_NAMEENDS_H
#define GMON_ANALYZER_NAMES_NAMEENDS_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace gmon {

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

#endif // GMON_ANALYZER_NAMES_NAMEENDS_H
