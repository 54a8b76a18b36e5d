//===-- Inputs.h - Reads the files that the options name --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first stages. In: options. Out: the program, and the sum of its data
// files.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_INPUTS_H
#define GMON_ANALYZER_INPUTS_H

#include "options/Options.h"
#include "profile/GmonReader.h"
#include "program/Image.h"
#include "support/Errors.h"

namespace gmon {

/// Returns the name of the file that -s writes.
inline constexpr llvm::StringLiteral SumFile = "gmon.sum";

/// Fails if an input is a device, or if an output would replace an input. A sum
/// may replace data files, an exported profile may not.
llvm::Error checkFiles(const Options &Opts);

/// The data files.
struct InputFiles {
  Profile Data;    ///< the sum of all files
  ReadFiles Files; ///< the contents of each
};

/// Returns the data files of \p Opts that belong to \p Program; warns of
/// others.
llvm::Expected<NameList> chooseProfiles(const Options &Opts,
                                        const Image &Program, Warnings &Warn);

/// Whether a data file of \p Opts is that of their program, or may be.
llvm::Expected<bool> hasProfile(const Options &Opts);

/// Adds up chooseProfiles().
llvm::Expected<InputFiles> readProfiles(const Options &Opts,
                                        const Image &Program, Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_INPUTS_H
