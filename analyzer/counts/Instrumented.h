//===-- Instrumented.h - What the plugin instrumented -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a program or library, in which the plugin described what it instrumented.
// Out: what is counted of each function. A count of 0 says something of that
// only.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_INSTRUMENTED_H
#define GMON_ANALYZER_INSTRUMENTED_H

#include "program/Image.h"
#include "llvm/ADT/DenseMap.h"

namespace gmon {

/// What is counted of a function.
struct InstrumentedFunction {
  bool HasCalls = false;  ///< its calls, by its hook or by its callers
  bool HasBlocks = false; ///< its blocks
};

class Instrumented {
public:
  static Instrumented read(const Image &File);

  /// Whether nothing is described: the file was compiled otherwise.
  bool empty() const { return Functions.empty(); }
  /// Returns the function that begins at \p Address; null if nothing of it is
  /// counted.
  const InstrumentedFunction *find(uint64_t Address) const;
  /// Whether calls of functions without hooks are counted where they are made.
  bool countsOutgoing() const { return CountsOutgoing; }

private:
  llvm::DenseMap<uint64_t, InstrumentedFunction> Functions;
  bool CountsOutgoing = false;
};

} // namespace gmon

#endif // GMON_ANALYZER_INSTRUMENTED_H
