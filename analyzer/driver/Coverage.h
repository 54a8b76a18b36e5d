//===-- Coverage.h - What Clang's own counters counted ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: options that name a program and its profiles. Out: the counts of Clang's
// own counters (-fprofile-instr-generate) in the program and in the libraries
// of the same processes, as LLVM's tools read them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DRIVER_COVERAGE_H
#define GMON_ANALYZER_DRIVER_COVERAGE_H

#include "options/Options.h"
#include "support/Errors.h"

#include "llvm/Support/MemoryBuffer.h"

namespace gmon {

struct Coverage {
  /// The program, and then the libraries with such counters: their files.
  std::vector<std::string> Modules;
  std::unique_ptr<llvm::MemoryBuffer> Profile; ///< see makeInstrProfile()
};

/// Reads what \p Opts choose. Fails if there are no such counters.
llvm::Expected<Coverage> readCoverage(const Options &Opts, Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_DRIVER_COVERAGE_H
