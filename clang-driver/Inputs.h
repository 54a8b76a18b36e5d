//===-- Inputs.h - What Clang is given ---------------------------*- C++
//-*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the driver must know of the target and of the input files.
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

/// The target that Clang, given \p Args, compiles for.
llvm::Triple targetOf(const llvm::opt::InputArgList &Args);

/// Why nothing that Clang, given \p Args, compiles can be profiled; empty if it
/// can be.
std::string whyNotProfiled(const llvm::opt::InputArgList &Args);

/// Whether Clang, given \p Args, links; it compiles first what it has to.
bool links(const llvm::opt::InputArgList &Args);

/// The inputs in \p Args that are LLVM's intermediate language. The names are
/// those in \p Args, or what Clang calls standard input.
llvm::SmallVector<llvm::StringRef>
findBitcode(const llvm::opt::InputArgList &Args);

/// The inputs in \p Args that are objects of executables for x86-64, if Clang
/// links a shared library: they would count by the executable's register.
llvm::SmallVector<llvm::StringRef>
findWrongObjects(const llvm::opt::InputArgList &Args);

} // namespace gmon

#endif // GMON_CLANG_DRIVER_INPUTS_H
