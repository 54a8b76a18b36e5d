//===- WrappedFunctions.h - The linkers' --wrap ----------------*- C++ -*--===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With --wrap=FUNCTION, linkers redirect references to FUNCTION to
// __wrap_FUNCTION. Instrumented code calls the function's second entry
// (gmon/abi.h), which must be wrapped, too.
//
// Linkers wrap symbols that are undefined in an object file. But an object that
// calls the function defines a stub of the entry's name. So an object of stubs
// comes in front of all others, and the linker drops theirs.
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

/// The functions that the linker wraps, if Clang with \p Args links a program
/// for x86-64. The names are those in \p Args.
llvm::SmallVector<llvm::StringRef>
findWrappedFunctions(const llvm::opt::InputArgList &Args);

/// The assembly of the object file of stubs, which must be linked first.
std::string stubsOfWrapped(llvm::ArrayRef<llvm::StringRef> Functions);

/// The linker's option for the second entry of \p Function. gold does not wrap
/// a symbol that became undefined when its definition was dropped: there the
/// option replaces the entry, for callers in the file that defines it, too.
std::string linkerOptionFor(llvm::StringRef Function, bool IsGold);

} // namespace gmon

#endif // GMON_CLANG_DRIVER_WRAPPEDFUNCTIONS_H
