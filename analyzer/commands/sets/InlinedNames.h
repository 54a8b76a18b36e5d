//===-- InlinedNames.h - Functions with inlined code ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a program or library. Out: the names of the functions that are inlined in
// it, as debug information has them. No hook counts calls of that code.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_SETS_INLINEDNAMES_H
#define GMON_ANALYZER_COMMANDS_SETS_INLINEDNAMES_H

#include "llvm/ADT/StringSet.h"

namespace gmon::command {

/// Returns the linkage names of the functions that are inlined in the file \p
/// Path. None if it cannot be read or has no debug information.
llvm::StringSet<> inlinedNames(llvm::StringRef Path);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_SETS_INLINEDNAMES_H
