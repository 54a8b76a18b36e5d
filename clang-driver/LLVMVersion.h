//===-- LLVMVersion.h - What differs between versions of LLVM ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's only conditions on the version of LLVM, each with LLVM's change.
// In: Clang's headers. Out: the table of Clang's options and their numbers.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_CLANG_DRIVER_LLVMVERSION_H
#define GMON_CLANG_DRIVER_LLVMVERSION_H

#include "llvm/Config/llvm-config.h"

// LLVM 22 (#163659) has the options in a library of their own.
#if LLVM_VERSION_MAJOR >= 22
#include "clang/Options/Options.h"
namespace options = clang::options;
using clang::getDriverOptTable;
#else
#include "clang/Driver/Options.h"
namespace options = clang::driver::options;
using clang::driver::getDriverOptTable;
#endif

namespace gmon {

/// Whether lines of configuration files may apply only to links, behind the
/// inputs: since LLVM 20 (#117573).
inline constexpr bool HasLinkOnlyLines = LLVM_VERSION_MAJOR >= 20;

} // namespace gmon

#endif // GMON_CLANG_DRIVER_LLVMVERSION_H
