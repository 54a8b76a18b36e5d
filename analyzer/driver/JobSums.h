//===-- JobSums.h - Sums beside the files of ranks --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A job of several processes leaves their sum, and maybe a file of each rank
// beside it: gmon.out.rank3 beside gmon.out, as nameOfSum() says. With add=1
// and keep=1 a process leaves gmon.out.4711.kept beside gmon.out. In: the name
// of a file. Out: whether it is a sum, or the sum that has its counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_JOBSUMS_H
#define GMON_ANALYZER_JOBSUMS_H

#include "llvm/ADT/StringMap.h"
#include <string>

namespace gmon {

/// Returns the profile beside \p Profile that a process has added it to, or "".
std::string sumOfKept(llvm::StringRef Profile);

class JobSums {
public:
  /// Whether the file \p Sum is there and may be the sum of a job: its stacks
  /// say so, or there are none. Reads them once.
  bool isSum(llvm::StringRef Sum);

private:
  llvm::StringMap<bool> Known;
};

} // namespace gmon

#endif // GMON_ANALYZER_JOBSUMS_H
