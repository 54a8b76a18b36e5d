//===-- JobTimes.h - Whether files are of one job ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All processes of a job run at the same time. In: the files of a job by their
// names, gmon.out.rank3 and gmon.out. Out: a warning if one was written before
// the process of another one began, so that it is of an earlier job.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_JOBTIMES_H
#define GMON_ANALYZER_JOBTIMES_H

#include "profile/StackProfile.h"
#include "support/Errors.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Chrono.h"

namespace gmon {

/// Returns the name that the sum of a job has if \p Profile is the file of a
/// rank; empty if it has not the name of such a file.
std::string nameOfSum(llvm::StringRef Profile);

class JobTimes {
public:
  /// Notes \p Profile, which has \p Stacks, as a file of the job with the sum
  /// \p Job.
  void add(llvm::StringRef Job, llvm::StringRef Profile,
           const StackProfile &Stacks);

  /// Notes all files that \p Times has noted.
  void add(const JobTimes &Times);

  /// Warns of each such job.
  void tell(Warnings &Warn) const;

private:
  struct Event {
    llvm::sys::TimePoint<> Time;
    std::string Profile;
  };
  struct Job {
    Event FirstEnd, LastStart;
  };
  static bool areTwo(const Job &J);
  void join(llvm::StringRef Name, const Job &Part);

  llvm::StringMap<Job> Jobs;
};

} // namespace gmon

#endif // GMON_ANALYZER_JOBTIMES_H
