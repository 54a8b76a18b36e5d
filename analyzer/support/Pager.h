//===-- Pager.h - Long output and long runs on a terminal -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: text for a terminal. Out: the text on standard output, by a pager if it
// is longer than the screen. And one line on standard error, updated during
// long work and erased at its end: in: numbers; out: nothing, unless that is a
// terminal.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SUPPORT_PAGER_H
#define GMON_ANALYZER_SUPPORT_PAGER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <string>

namespace gmon {

/// Output for the terminal of standard output. It is kept until show().
class PagedOutput : public llvm::raw_ostream {
public:
  PagedOutput() : llvm::raw_ostream(/*unbuffered=*/true) {}
  ~PagedOutput() override { show(); }

  bool is_displayed() const override { return true; }
  bool has_colors() const override { return llvm::outs().has_colors(); }

  /// Shows the output and forgets it: by the pager that the environment names
  /// in LLVM_GPROF_PAGER or PAGER (else less) if the text does not fit the
  /// screen, else, or if the pager cannot be started, on standard output.
  void show();

private:
  void write_impl(const char *Data, size_t Size) override {
    Text.append(Data, Size);
  }
  uint64_t current_pos() const override { return Text.size(); }

  std::string Text;
};

/// Whether standard output is a terminal that a pager can be shown on.
bool canPage();

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

#endif // GMON_ANALYZER_SUPPORT_PAGER_H
