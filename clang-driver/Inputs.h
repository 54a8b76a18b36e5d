//===-- Inputs.h - The target and the input files --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the driver must know about the target and the input files. In: Clang's
// parsed arguments. Out: answers.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_CLANG_DRIVER_INPUTS_H
#define GMON_CLANG_DRIVER_INPUTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

namespace llvm::opt {
class InputArgList;
} // namespace llvm::opt

namespace gmon {

/// The target of a compilation with \p Args.
llvm::Triple targetOf(const llvm::opt::InputArgList &Args);

/// Why a compilation with \p Args cannot be profiled; empty if it can.
std::string whyNotProfiled(const llvm::opt::InputArgList &Args);

/// Whether Clang with \p Args links, possibly after compiling.
bool links(const llvm::opt::InputArgList &Args);

/// The file that the link of \p Args writes.
std::string outputOf(const llvm::opt::InputArgList &Args);

/// Whether Clang with \p Args links a program by which a build system tries the
/// compiler, according to the program's name and folder.
bool linksProbe(const llvm::opt::InputArgList &Args);

/// The option in \p Args that makes the optimizer record or use a profile of
/// the code before inlining; empty if there is none. Counters of lines would
/// change that code.
llvm::StringRef findEarlyProfile(const llvm::opt::InputArgList &Args);

/// Whether the profiler counts in place of the profile that \p Args ask Clang
/// for: a profile of Clang's syntax trees, which is written at the end.
bool takesCoverage(const llvm::opt::InputArgList &Args);

/// The inputs in \p Args that are LLVM IR. Names are those in \p Args, or
/// Clang's name for standard input.
llvm::SmallVector<llvm::StringRef>
findBitcode(const llvm::opt::InputArgList &Args);

/// The inputs in \p Args that are objects for executables on x86-64, if Clang
/// links a shared library: they would count by the executable's register.
llvm::SmallVector<llvm::StringRef>
findWrongObjects(const llvm::opt::InputArgList &Args);

} // namespace gmon

#endif // GMON_CLANG_DRIVER_INPUTS_H
