//===-- LlvmGprof.cpp - The program llvm-gprof ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// main: executes the command that the first word names, or reads the options
// and runs the analyzer. Converts an error to one line and the exit status 1.
//
//===----------------------------------------------------------------------===//

#include "OptionHelp.h"
#include "commands/Commands.h"
#include "commands/MergeInputs.h"
#include "driver/Driver.h"
#include "support/Printable.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace gmon;
using namespace llvm;

/// Does the work of gprof: prints the reports that the options \p Args choose.
static Error runOptions(ArrayRef<const char *> Args, Warnings &Warn) {
  const char *SourcePath = std::getenv("GPROF_PATH");
  Expected<Options> Opts = parseOptions(Args, SourcePath ? SourcePath : "");
  if (!Opts)
    return Opts.takeError();
  if (Opts->ShowHelp) {
    printHelp(outs(), Opts->Program);
    return Error::success();
  }
  if (Opts->ShowVersion) {
    printVersion(outs());
    return Error::success();
  }
  // GNU gprof prints only text. Its data files are never folders.
  if (!Opts->printsText())
    if (Error E = command::expandNames(Opts->ProfileFiles)
                      .moveInto(Opts->ProfileFiles))
      return E;
  return analyze(*Opts, outs(), Warn);
}

/// Executes \p Args, and sets \p Status to the exit status.
static Error run(ArrayRef<const char *> Args, Warnings &Warn, int &Status) {
  Error E = isCommand(Args) ? runCommand(Args, outs(), Warn).moveInto(Status)
                            : runOptions(Args, Warn);
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
