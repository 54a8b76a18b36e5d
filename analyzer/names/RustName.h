//===-- RustName.h - Bounds names of Rust -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mangled name of Rust may refer back to parts of itself, repeatedly, so that
// a hundred letters can stand for any number of parts. LLVM 22 demangles all of
// them. In: a mangled name. Out: whether it is safe to demangle.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_RUSTNAME_H
#define GMON_ANALYZER_RUSTNAME_H

#include "llvm/ADT/StringRef.h"

namespace gmon {

/// Whether \p Name, in Rust's mangling of version 0, has at most \p MaxParts
/// parts with all references expanded.
bool isBoundedRustName(llvm::StringRef Name, size_t MaxParts);

} // namespace gmon

#endif // GMON_ANALYZER_RUSTNAME_H
