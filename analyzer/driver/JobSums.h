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
// of a file. Out: whether it is the sum, or the sum that has its counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_JOBSUMS_H
#define GMON_ANALYZER_JOBSUMS_H

#include "driver/JobTimes.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace gmon {

/// Returns the profile beside \p Profile that a process has added it to, or "".
std::string sumOfKept(llvm::StringRef Profile);

/// What a file is for the file of a rank that has the name of its sum.
enum class SumKind {
  None,     ///< it is not there, or no sum of a job
  Own,      ///< the sum of the rank's job
  OtherJob, ///< the sum of an earlier or later job
};

class JobSums {
public:
  /// Returns what the file \p Sum is for the file \p Rank: stacks tell whether
  /// it is a sum, and when the processes ran. Without stacks it is the own one.
  /// Reads the sum once.
  SumKind kindOf(llvm::StringRef Sum, llvm::StringRef Rank);

private:
  struct File {
    bool IsSum = false;
    JobTimes Times;
  };
  llvm::StringMap<File> Known;
};

} // namespace gmon

#endif // GMON_ANALYZER_JOBSUMS_H
