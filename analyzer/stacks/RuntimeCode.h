//===-- RuntimeCode.h - Code of the profiler itself -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes the runtime's functions in a program or library by their names.
// In: symbols. Out: which of them are the runtime's.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_RUNTIMECODE_H
#define GMON_ANALYZER_RUNTIMECODE_H

#include "program/SymbolTable.h"
#include "llvm/ADT/BitVector.h"

namespace gmon {

/// Returns for each symbol of \p Table whether its code is the runtime's. The
/// runtime's own functions have the name of the hidden symbol in front of them
/// (rt/base/hidden_names.h). Functions that programs call follow.
llvm::BitVector findRuntimeCode(const SymbolTable &Table);

} // namespace gmon

#endif // GMON_ANALYZER_RUNTIMECODE_H
