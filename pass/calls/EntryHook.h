//===-- EntryHook.h - Counting calls at a function's entry ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code at a function's entry, as gmon/abi.h describes it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_CALLS_ENTRYHOOK_H
#define GMON_PASS_CALLS_ENTRYHOOK_H

namespace llvm {
class Function;
}

namespace gmon {

class FunctionData;

/// Counts each call of \p F by its return address, in line.
void insertInlineHook(llvm::Function &F, FunctionData &Data);

/// Gives the thread its copy of the counters at the entry of \p F, whose calls
/// are not counted. If \p F has a record, \p HasRecord, it notes that \p F was
/// executed.
void insertTouch(llvm::Function &F, FunctionData &Data, bool HasRecord);

/// Calls the monitoring routine that Clang's mark names, or else the target's
/// mcount, at the entry of \p F. The routine finds its caller's caller by the
/// frame pointer, so \p F keeps one.
void insertHookCall(llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_CALLS_ENTRYHOOK_H
