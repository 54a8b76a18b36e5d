//===-- StackFacts.h - What a model of stacks takes unchanged ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unit, times, threads and modules of measured stacks, and whether their
// ranks differ by chance.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKFACTS_H
#define GMON_ANALYZER_STACKFACTS_H

#include "model/StackSources.h"

namespace gmon {

/// Sets the unit and times of \p To, and adds the threads and modules. \p Run
/// is that of the program alone.
void addStackFacts(const StackSources &From, const ModelRun &Run,
                   StackModel &To);

/// Sets ByChance of the ranks of \p Model, and of each of their rows. A job has
/// many functions, and chance may change any of them: the risk of a false alarm
/// is divided among them in proportion to their samples.
void addRankChances(StackModel &Model);

} // namespace gmon

#endif // GMON_ANALYZER_STACKFACTS_H
