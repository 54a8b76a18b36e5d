//===-- Paths.h - Parts of paths --------------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PATHS_H
#define GMON_ANALYZER_PATHS_H

#include "llvm/ADT/StringRef.h"

namespace gmon {

/// Returns the part of \p Path behind its last slash.
inline llvm::StringRef baseName(llvm::StringRef Path) {
  return Path.substr(Path.rfind('/') + 1);
}

} // namespace gmon

#endif // GMON_ANALYZER_PATHS_H
