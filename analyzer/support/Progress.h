//===-- Progress.h - Shows how far a long run is ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line on the terminal, which is updated during the work and erased at its
// end. In: numbers. Out: nothing, unless standard error is a terminal and the
// work takes long.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRESS_H
#define GMON_ANALYZER_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <chrono>

namespace gmon {

class Progress {
public:
  /// Starts \p Total steps; the line is "\p Doing N of \p Total \p Things".
  Progress(llvm::StringRef Doing, uint64_t Total, llvm::StringRef Things);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress();

  /// Says that \p Done steps are done.
  void update(uint64_t Done);

private:
  using Clock = std::chrono::steady_clock;

  llvm::StringRef Doing;
  uint64_t Total;
  llvm::StringRef Things;
  bool IsTerminal;
  Clock::time_point NextTime; ///< nothing is shown before this time
  size_t Width = 0;           ///< of the visible line
};

} // namespace gmon

#endif // GMON_ANALYZER_PROGRESS_H
