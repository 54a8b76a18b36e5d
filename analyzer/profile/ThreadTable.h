//===-- ThreadTable.h - What each thread did --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the name of a sidecar file. Out: its threads, in order of time.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_THREADTABLE_H
#define GMON_ANALYZER_THREADTABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gmon {

struct ThreadCounts {
  uint64_t Id; ///< 0: unknown threads
  uint64_t Samples;
  std::optional<uint64_t> Calls; ///< none if they were not counted
  std::string Name;
};

struct ThreadTable {
  std::string File;
  uint64_t Rate; ///< samples a second; not 0
  /// The most samples first, then the most calls, then the lowest id.
  std::vector<ThreadCounts> Threads;
};

/// Returns the threads of the sidecar file \p Path.
llvm::Expected<ThreadTable> readThreadTable(llvm::StringRef Path);

} // namespace gmon

#endif // GMON_ANALYZER_THREADTABLE_H
