//===-- ShellWord.h - Words of a command line -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: words that a command shall get. Out: text that a user can copy into a
// shell.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SHELLWORD_H
#define GMON_ANALYZER_SHELLWORD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace gmon {

/// Returns \p Word as a word of a shell's command line.
std::string shellWord(llvm::StringRef Word);

/// Returns all \p Words, each with a space in front.
std::string shellWords(llvm::ArrayRef<std::string> Words);

} // namespace gmon

#endif // GMON_ANALYZER_SHELLWORD_H
