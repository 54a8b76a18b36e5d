//===-- DistinctNames.h - Names that tell functions apart -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: names as a table prints them, of which some may be equal, and facts about
// their functions. Out: names that differ.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DISTINCTNAMES_H
#define GMON_ANALYZER_DISTINCTNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gmon {

struct NamedFunction {
  std::string Name; ///< a TableName
  llvm::StringRef LinkName;
  llvm::StringRef Path; ///< of its line; or empty
  uint32_t Line = 0;    ///< 0 if unknown
};

/// Returns the names of \p Functions. Those with equal names get parameters and
/// template arguments; or, if these are equal, the place in the source; or else
/// the linker's name.
std::vector<std::string> distinctNames(llvm::ArrayRef<NamedFunction> Functions);

} // namespace gmon

#endif // GMON_ANALYZER_DISTINCTNAMES_H
