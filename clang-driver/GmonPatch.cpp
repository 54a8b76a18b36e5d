//===-- GmonPatch.cpp - The program gmon-patch ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Does for programs that others link what gmon-clang does behind each link.
//
//===----------------------------------------------------------------------===//

#include "PatchCalls.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static cl::OptionCategory Category("gmon-patch options");
static cl::list<std::string> Files(cl::Positional, cl::OneOrMore,
                                   cl::desc("<program>..."), cl::cat(Category));

int main(int Argc, char **Argv) {
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "Lets the calls in profiled programs pass by the hooks of functions "
      "whose "
      "calls\nare counted where they are made. gmon-clang does so itself.\n");
  int Status = 0;
  for (StringRef File : Files) {
    if (Expected<gmon::PatchedProgram> Patched = gmon::patchCalls(File)) {
      outs() << File << ": " << Patched->NumCalls << " calls changed\n";
      if (Patched->HasStrayCounts)
        WithColor::warning(errs(), "gmon-patch")
            << File << ": " << gmon::StrayCounts << '\n';
    } else {
      WithColor::error(errs(), "gmon-patch")
          << File << ": " << toString(Patched.takeError()) << '\n';
      Status = 1;
    }
  }
  return Status;
}
