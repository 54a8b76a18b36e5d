//===-- ResponseFiles.h - Words of the command line in files ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: words of the command line with words @FILE. Out: the same words, with the
// contents of FILE in place of @FILE.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_RESPONSEFILES_H
#define GMON_ANALYZER_RESPONSEFILES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"

namespace gmon {

/// Replaces each response file @FILE among \p Words by its words, which \p
/// Allocator owns.
llvm::Error expandResponseFiles(llvm::BumpPtrAllocator &Allocator,
                                llvm::SmallVectorImpl<const char *> &Words);

} // namespace gmon

#endif // GMON_ANALYZER_RESPONSEFILES_H
