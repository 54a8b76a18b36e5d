//===-- Pager.cpp - Long output and long runs on a terminal ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows git: the same default options of less, and no pager if its name is
// empty or "cat". Erases the line of progress with spaces, as any terminal can.
//
//===----------------------------------------------------------------------===//

#include "support/Pager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace gmon;
using namespace llvm;

bool gmon::canPage() {
  return outs().is_displayed() &&
         sys::Process::GetEnv("TERM").value_or("dumb") != "dumb";
}

/// The pager's command line, for the shell; empty for none.
static std::string pagerCommand() {
  for (const char *Variable : {"LLVM_GPROF_PAGER", "PAGER"})
    if (std::optional<std::string> Value = sys::Process::GetEnv(Variable))
      return *Value == "cat" ? "" : *Value;
  return "less";
}

/// Whether \p Text and the shell's next prompt fit the screen, or nothing is
/// known of the screen: then nobody may look at it. Long lines may take more
/// rows.
static bool fitsScreen(StringRef Text) {
  winsize Size;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &Size) != 0 || Size.ws_row == 0 ||
         Text.count('\n') < Size.ws_row;
}

/// Runs \p Command with \p Text as its input. Returns whether it was found.
static bool runPager(const std::string &Command, StringRef Text) {
  // Search, quit if all fits, show colors, leave the screen as it is.
  setenv("LESS", "FRX", /*overwrite=*/0);
  // The user may leave the pager before it has read everything.
  auto *Handler = std::signal(SIGPIPE, SIG_IGN);
  FILE *Pipe = popen(Command.c_str(), "w");
  int Status = -1;
  if (Pipe) {
    fwrite(Text.data(), 1, Text.size(), Pipe);
    Status = pclose(Pipe);
  }
  std::signal(SIGPIPE, Handler);
  constexpr int NotExecutable = 126, NotFound = 127;
  return Status != -1 &&
         !(WIFEXITED(Status) && (WEXITSTATUS(Status) == NotFound ||
                                 WEXITSTATUS(Status) == NotExecutable));
}

void PagedOutput::show() {
  std::string Shown = std::move(Text);
  Text.clear();
  const std::string Command = pagerCommand();
  if (!Command.empty() && !fitsScreen(Shown) && runPager(Command, Shown))
    return;
  outs() << Shown;
  outs().flush();
}

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
