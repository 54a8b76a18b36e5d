//===-- DirectCalls.h - Calls and jumps in a file's code --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a program or library. Out: the calls and jumps in its code whose targets
// the instructions name. StaticCalls has those between functions, for call
// graphs; this is for the question who calls a few functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DIRECTCALLS_H
#define GMON_ANALYZER_DIRECTCALLS_H

#include "code/Transfer.h"
#include "program/Image.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

/// Calls \p Visit with each direct call and jump in \p File. On x86-64 some are
/// bytes that only look like one: hardly any has a target that matters.
void forEachDirectTransfer(const Image &File,
                           llvm::function_ref<void(const Transfer &)> Visit);

} // namespace gmon

#endif // GMON_ANALYZER_DIRECTCALLS_H
