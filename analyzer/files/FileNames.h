//===-- FileNames.h - Questions about files by their names ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As LLVM's functions of these names, and also for members of sets.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_FILENAMES_H
#define GMON_ANALYZER_FILES_FILENAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gmon {

/// Whether \p Name is a member of a set, or leads to a regular file.
bool isRegularFile(llvm::StringRef Name);

/// Returns the size of the regular file \p Name; nothing if it is none.
std::optional<uint64_t> sizeOfFile(llvm::StringRef Name);

/// Returns the first bytes of the regular file \p Name, which it stores in \p
/// Bytes; none if it cannot be read.
llvm::StringRef startOfFile(llvm::StringRef Name,
                            llvm::MutableArrayRef<char> Bytes);

/// Returns the names of the files beside \p Name, in its folder or segment.
std::vector<std::string> namesBeside(llvm::StringRef Name);

/// Returns \p Name, or the set if that is the name of a member.
llvm::StringRef containerOf(llvm::StringRef Name);

} // namespace gmon

#endif // GMON_ANALYZER_FILES_FILENAMES_H
