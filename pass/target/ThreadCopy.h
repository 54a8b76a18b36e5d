//===-- ThreadCopy.h - Counts as the running thread has them ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code counts in the running thread's copy of the template section: see
// gmon/abi.h. An executable for x86-64 finds it by a segment register, other
// code by the thread's bias.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_THREADCOPY_H
#define GMON_PASS_TARGET_THREADCOPY_H

#include <cstdint>

namespace llvm {
class GlobalVariable;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace gmon {

/// The address space of what the segment register points to.
inline constexpr unsigned SegmentSpace = 256;

/// Loads the thread's bias: the distance from an address in the template
/// section to the thread's copy.
llvm::Value *loadBias(llvm::IRBuilderBase &Builder);

/// The thread's copy of \p Template, which is in the template section.
/// \p HasSegment is the module's usesSegment().
llvm::Value *copyInThread(llvm::IRBuilderBase &Builder, llvm::Value *Template,
                          bool HasSegment);

/// Likewise for element \p Index of \p Counters.
llvm::Value *counterInThread(llvm::IRBuilderBase &Builder,
                             llvm::GlobalVariable *Counters, uint64_t Index,
                             bool HasSegment);

} // namespace gmon

#endif // GMON_PASS_TARGET_THREADCOPY_H
