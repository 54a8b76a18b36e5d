//===-- InlinedCalls.h - Calls of inlined functions -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source counters count how often a function is entered, also where it is
// inlined. In: these counts, and the functions of stacks. Out: calls of
// functions that are inlined everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_INLINEDCALLS_H
#define GMON_ANALYZER_INLINEDCALLS_H

#include "model/StackSources.h"

namespace gmon {

/// Sets the calls of functions of \p To that are inlined everywhere, and adds
/// those that were entered and are on no stack: whether a function has calls
/// does not depend on its samples.
void addInlinedCalls(const StackSources &From, StackModel &To);

/// Whether \p F is inlined everywhere and has calls: these are executions of
/// its copies, not calls that were made. Sums of calls do not have them.
bool hasInlinedCalls(const StackModel &Model, StackFunctionIndex F);

/// Returns the number of calls of \p F that were made and counted.
uint64_t callsMade(const StackModel &Model, StackFunctionIndex F);

} // namespace gmon

#endif // GMON_ANALYZER_INLINEDCALLS_H
