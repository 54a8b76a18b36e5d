//===- WrappedFunctions.h - The linkers' --wrap ----------------*- C++ -*--===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By --wrap=FUNCTION linkers have references to FUNCTION lead to
// __wrap_FUNCTION. Instrumented code calls the function's second entry
// (gmon/abi.h), which is to be wrapped likewise.
//
// Linkers wrap what is undefined in an object file. But one that calls the
// function has a stub of the entry's name; so there is to be an object file of
// stubs in front of all others, for which the linker drops theirs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_CLANG_DRIVER_WRAPPEDFUNCTIONS_H
#define GMON_CLANG_DRIVER_WRAPPEDFUNCTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm::opt {
class InputArgList;
} // namespace llvm::opt

namespace gmon {

/// The functions that Clang, given \p Args, tells the linker to wrap, if it
/// links a program for x86-64. The names are those in \p Args.
llvm::SmallVector<llvm::StringRef>
findWrappedFunctions(const llvm::opt::InputArgList &Args);

/// The assembly of the object file that is to be linked first.
std::string stubsOfWrapped(llvm::ArrayRef<llvm::StringRef> Functions);

/// What the linker is to be told about the entry of \p Function besides. gold
/// does not wrap what is undefined since it was dropped: the entry itself is
/// replaced there, for callers in the file that defines it, too.
std::string linkerOptionFor(llvm::StringRef Function, bool IsGold);

} // namespace gmon

#endif // GMON_CLANG_DRIVER_WRAPPEDFUNCTIONS_H
