//===-- TextFile.h - Reads files that people and scripts write --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the path of a file of lines. Out: its text, which line_iterator reads.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_TEXTFILE_H
#define GMON_ANALYZER_TEXTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace gmon {

/// Reads the file \p Path, which may be a pipe. Fails if it contains a NUL:
/// line_iterator would stop there.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readTextFile(llvm::StringRef Path);

} // namespace gmon

#endif // GMON_ANALYZER_TEXTFILE_H
