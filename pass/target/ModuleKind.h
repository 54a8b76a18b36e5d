//===-- ModuleKind.h - What a module becomes part of ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An executable has its thread-local storage at a fixed place, and x86-64 has a
// segment register for it. A shared library has neither.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_MODULEKIND_H
#define GMON_PASS_TARGET_MODULEKIND_H

namespace llvm {
class Module;
} // namespace llvm

namespace gmon {

/// Marks \p M so that isForLibrary() is true, also after \p M is linked as
/// bitcode.
void setForLibrary(llvm::Module &M);

/// Whether \p M becomes part of a shared library although it is compiled for an
/// executable. Its own code may be unfit for libraries; instrumentation must
/// not be.
bool isForLibrary(const llvm::Module &M);

/// Whether \p M may become part of a library whose thread-local storage does
/// not fit in the C library's static block.
bool needsDynamicTLS(const llvm::Module &M);

/// Whether code of \p M addresses its thread's counters by a segment register:
/// code of executables for x86-64 does. A process has one executable, but may
/// have many libraries, which cannot share the register.
bool usesSegment(const llvm::Module &M);

} // namespace gmon

#endif // GMON_PASS_TARGET_MODULEKIND_H
