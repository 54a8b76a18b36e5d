//===-- LineRange.h - Lines of a source file --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: "parser.c:40", "parser.c:40-50" or "parser.c". Out: which lines these
// are.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODEL_LINERANGE_H
#define GMON_ANALYZER_MODEL_LINERANGE_H

#include "support/Errors.h"

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace gmon {

struct LineRange {
  std::string File; ///< a path, or its end: see isPathOf()
  uint32_t First = 1, Last = UINT32_MAX;

  /// Whether some of it is in the lines from \p First to \p Last of \p Path.
  bool overlaps(llvm::StringRef Path, uint32_t First, uint32_t Last) const;
  /// As the user writes it.
  std::string text() const;
};

/// Whether some of \p Ranges is in the lines from \p First to \p Last of \p
/// Path.
bool overlapsAny(llvm::ArrayRef<LineRange> Ranges, llvm::StringRef Path,
                 uint32_t First, uint32_t Last);

llvm::Expected<LineRange> parseLineRange(llvm::StringRef Text);

/// Returns the lines that the unified diff \p Text adds or changes, by their
/// numbers behind the change. Fails if it is no such diff.
llvm::Expected<std::vector<LineRange>> parseDiff(llvm::StringRef Text);

} // namespace gmon

#endif // GMON_ANALYZER_MODEL_LINERANGE_H
