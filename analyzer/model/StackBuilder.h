//===-- StackBuilder.h - Makes a model of measured stacks -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: stacks as addresses, the code of all modules, and the calls that profiles
// counted. Out: the ProfileModel's functions of all modules, tree of calls,
// samples and exact calls.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKBUILDER_H
#define GMON_ANALYZER_STACKBUILDER_H

#include "model/StackSources.h"

namespace gmon {

/// Adds stacks to \p Model, the model of the program alone. The result refers
/// to \p Sources.Code.
void addStacks(const StackSources &Sources, ProfileModel &Model);

} // namespace gmon

#endif // GMON_ANALYZER_STACKBUILDER_H
