//===-- CoverageMap.h - Lines by Clang's own counters -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a module compiled with -fcoverage-mapping, and the counts of its
// functions. Out: how often each line was executed, as llvm-cov tells it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COVERAGEMAP_H
#define GMON_ANALYZER_COVERAGEMAP_H

#include "counts/InstrProfile.h"
#include "program/Image.h"

namespace gmon {

/// A function by its regions.
struct CoveredFunction {
  std::string Path;
  std::string Name;  ///< linkage name
  uint32_t Line = 0; ///< where it begins
  uint64_t Entries = 0;
  /// Lines with their counts, as llvm-cov has them for the whole file. Each is
  /// one function's: the last that begins in front of it. So a line of a lambda
  /// is not one of the function around it, and of several instances of a
  /// template one has the lines.
  std::vector<std::pair<uint32_t, uint64_t>> Lines;
};

/// Returns all functions of the mapping, also those of which no code exists;
/// none without a mapping.
llvm::Expected<std::vector<CoveredFunction>>
readCoverageMap(const Image &Module,
                llvm::ArrayRef<InstrProfFunction> Functions, Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_COVERAGEMAP_H
