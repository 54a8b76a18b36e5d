//===-- LlvmGprof.cpp - The program llvm-gprof ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// main: executes the command that the first word names, or reads the options
// and runs the analyzer. Names of files alone ask for a summary on a terminal,
// and for gprof's reports elsewhere. Converts an error to one line and the exit
// status 1.
//
//===----------------------------------------------------------------------===//

#include "OptionHelp.h"
#include "commands/Commands.h"
#include "commands/MergeInputs.h"
#include "driver/Driver.h"
#include "driver/Sidecars.h"
#include "files/ProfileSet.h"
#include "support/Errors.h"
#include "support/Pager.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace gmon;
using namespace llvm;

static constexpr StringLiteral SummaryOption = "--summary";
static constexpr StringLiteral ClassicOption = "--classic";

static bool hasWord(ArrayRef<const char *> Args, StringRef Option) {
  return is_contained(Args.drop_front(), Option);
}

/// Whether \p Args, program name first, are only names of files and options
/// that do not choose reports.
static bool areOnlyFiles(ArrayRef<const char *> Args) {
  return all_of(Args.drop_front(), [](StringRef Word) {
    return Word == "-" || Word == NoPagerOption || Word == SummaryOption ||
           Word == ClassicOption ||
           (!Word.empty() && !Word.starts_with("-") && !Word.starts_with("@"));
  });
}

/// Does the work of gprof: prints the reports that the options \p Args choose.
static Error runOptions(ArrayRef<const char *> Args, raw_ostream &OS,
                        Warnings &Warn) {
  const char *SourcePath = std::getenv("GPROF_PATH");
  Expected<Options> Opts = parseOptions(Args, SourcePath ? SourcePath : "");
  if (!Opts)
    return Opts.takeError();
  if (Opts->ShowHelp) {
    printHelp(OS, Opts->Program);
    return Error::success();
  }
  if (Opts->ShowVersion) {
    printVersion(OS);
    return Error::success();
  }
  // GNU gprof prints only text. Its data files are never folders.
  if (Error E = command::expandNames(Opts->ProfileFiles, Opts->Segments, Warn,
                                     /*OnlySets=*/Opts->printsText())
                    .moveInto(Opts->ProfileFiles))
    return E;
  if (Error E = analyze(*Opts, OS, Warn))
    return E;
  // Scripts pass gprof's reports on; a person who reads them there shall know.
  if (areOnlyFiles(Args) && !Opts->isGnu() && !hasWord(Args, ClassicOption) &&
      !existingSidecars(Opts->ProfileFiles).empty()) {
    OS.flush();
    errs() << "llvm-gprof: note: these times are gprof's estimate for the "
              "program alone; 'llvm-gprof report "
           << printable(shellWord(Opts->ImageFile))
           << "' prints the measured ones\n";
  }
  return Error::success();
}

/// Executes \p Args, prints to \p OS, and sets \p Status to the exit status.
static Error runOn(ArrayRef<const char *> Args, raw_ostream &OS, Warnings &Warn,
                   int &Status) {
  if (isGnuName(Args[0]))
    return runOptions(Args, OS, Warn);
  if (Args.size() > 1 && StringRef(Args[1]) == "help" &&
      !sys::fs::exists(Args[1])) {
    if (Args.size() == 2)
      printHelp(OS, Args[0]);
    for (StringRef Topic : Args.drop_front(2))
      if (Error E = printTopic(OS, Topic))
        return E;
    return Error::success();
  }
  if (isCommand(Args))
    return runCommand(Args, OS, Warn).moveInto(Status);
  if (Error E = checkCommandName(Args))
    return E;
  if (!areOnlyFiles(Args) || hasWord(Args, ClassicOption) ||
      !(hasWord(Args, SummaryOption) || OS.is_displayed()))
    return runOptions(Args, OS, Warn);
  SmallVector<const char *> Summary = {Args[0], "report", "--summary"};
  copy_if(Args.drop_front(), std::back_inserter(Summary),
          [](StringRef Word) { return Word != SummaryOption; });
  return runCommand(Summary, OS, Warn).moveInto(Status);
}

/// Whether the output of \p Args may be shown by a pager.
static bool wantsPager(ArrayRef<const char *> Args) {
  return canPage() && !isGnuName(Args[0]) &&
         none_of(Args.drop_front(), [](StringRef Word) {
           return Word == NoPagerOption || Word == "--output-style=GNU";
         });
}

/// Executes \p Args, and sets \p Status to the exit status.
static Error run(ArrayRef<const char *> Args, Warnings &Warn, int &Status) {
  Error E = Error::success();
  if (wantsPager(Args)) {
    PagedOutput Paged;
    E = joinErrors(std::move(E), runOn(Args, Paged, Warn, Status));
    unlockSets(); // the user may read for long
  } else {
    E = joinErrors(std::move(E), runOn(Args, outs(), Warn, Status));
  }
  outs().flush();
  if (!outs().has_error())
    return E;
  std::error_code Code = outs().error();
  outs().clear_error();
  return joinErrors(std::move(E),
                    makeError("cannot write the output: " + Code.message()));
}

int main(int argc, char **argv) {
  StringRef Program = sys::path::filename(argc ? argv[0] : "llvm-gprof");
  Warnings Warn;
  int Status = EXIT_SUCCESS;
  Error E = run(ArrayRef<const char *>(argv, argc), Warn, Status);
  Warn.print(errs(), printable(Program));
  // The output is whole, though nobody reads warnings.
  errs().clear_error();
  if (!E)
    return Status;
  // One line, whatever text a library or a file name added to the message.
  std::string Message = toString(std::move(E));
  for (char &C : Message)
    if (C == '\n')
      C = ' ';
  errs() << printable(Program) << ": error: " << printable(Message) << '\n';
  return EXIT_FAILURE;
}
