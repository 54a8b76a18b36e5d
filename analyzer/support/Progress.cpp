//===-- Progress.cpp - Shows how far a long run is ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Erases the line with spaces, as any terminal can.
//
//===----------------------------------------------------------------------===//

#include "support/Progress.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace gmon;
using namespace llvm;

static constexpr std::chrono::milliseconds Patience(500);
static constexpr std::chrono::milliseconds Interval(100);

Progress::Progress(StringRef Doing, uint64_t Total, StringRef Things)
    : Doing(Doing), Total(Total), Things(Things),
      IsTerminal(sys::Process::StandardErrIsDisplayed()),
      NextTime(Clock::now() + Patience) {}

Progress::~Progress() {
  if (Width)
    errs() << '\r' << std::string(Width, ' ') << '\r';
}

void Progress::update(uint64_t Done) {
  if (!IsTerminal || Clock::now() < NextTime)
    return;
  NextTime = Clock::now() + Interval;
  std::string Line =
      (Doing + " " + Twine(Done) + " of " + Twine(Total) + " " + Things).str();
  errs() << '\r' << Line;
  Width = Line.size(); // numbers only grow
}
