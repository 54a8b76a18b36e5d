//===-- SourceFiles.h - The text of source files ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds source files. In: a path as the program has it, and the user's folders.
// Out: what is in the file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SOURCEFILES_H
#define GMON_ANALYZER_SOURCEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace gmon {

/// The text of \p Path, which is looked for where it was compiled and then in
/// \p Folders; null if it is nowhere.
std::unique_ptr<llvm::MemoryBuffer>
openSource(llvm::StringRef Path, llvm::ArrayRef<std::string> Folders);

} // namespace gmon

#endif // GMON_ANALYZER_SOURCEFILES_H
