//===-- SampleProfile.h - Counts as a profile for optimizing ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: how often a program's instructions were executed, and the program's
// probes. Out: a profile by which clang -fprofile-sample-use optimizes. It was
// made for samples; here it has exact counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COUNTS_SAMPLEPROFILE_H
#define GMON_ANALYZER_COUNTS_SAMPLEPROFILE_H

#include "costs/CodeCosts.h"
#include "program/PseudoProbes.h"

namespace gmon {

/// Returns the profile, in LLVM's extensible binary format.
llvm::Expected<std::string> makeSampleProfile(const PseudoProbes &Probes,
                                              const InstructionCounts &Counts);

} // namespace gmon

#endif // GMON_ANALYZER_COUNTS_SAMPLEPROFILE_H
