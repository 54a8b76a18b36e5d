//===-- MemoryAttributes.h - Functions that write memory now ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instrumentation makes a function write memory that it did not write before.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_IR_MEMORYATTRIBUTES_H
#define GMON_PASS_IR_MEMORYATTRIBUTES_H

namespace llvm {
class Function;
class Module;
class TargetLibraryInfo;
} // namespace llvm

namespace gmon {

/// Drops the memory attributes of \p F and its calls: the instrumented function
/// writes memory. Later passes would otherwise delete, merge or repeat calls of
/// a function that neither reads nor writes memory, and its counts with them.
void dropMemoryAttributes(llvm::Function &F);

/// Drops those of all functions of \p M, which may contain or call instrumented
/// code, except those of the C library, \p Library, that \p M does not define.
void dropMemoryAttributes(llvm::Module &M,
                          const llvm::TargetLibraryInfo &Library);

} // namespace gmon

#endif // GMON_PASS_IR_MEMORYATTRIBUTES_H
