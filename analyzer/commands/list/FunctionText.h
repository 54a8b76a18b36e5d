//===-- commands/list/FunctionText.h - The text of a function ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debug information has the line of a function's name and the lines of its
// code, but neither the first line of its head nor that of its closing brace.
// In: a source file, and these lines. Out: all lines of the function.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_LIST_FUNCTIONTEXT_H
#define GMON_ANALYZER_COMMANDS_LIST_FUNCTIONTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace gmon::command {

/// Neighbouring lines of a file, by number from 1.
struct LineRange {
  uint32_t First = 1;
  uint32_t Last = UINT32_MAX;
};

/// Extends \p Ranges, the known lines of a function in \p Source, to its whole
/// head and to its closing brace. Languages without braces stay as they are.
void completeFunction(llvm::ArrayRef<llvm::StringRef> Source,
                      std::vector<LineRange> &Ranges);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIST_FUNCTIONTEXT_H
