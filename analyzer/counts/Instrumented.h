//===-- Instrumented.h - What the plugin instrumented -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a program or library with the plugin's description. Out: what is counted
// of each function. A count of 0 says something of that only.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_INSTRUMENTED_H
#define GMON_ANALYZER_INSTRUMENTED_H

#include "program/Image.h"
#include "llvm/ADT/DenseMap.h"
#include <unordered_set>

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
  /// Returns the function at \p Address; null if nothing of it is counted.
  const InstrumentedFunction *find(uint64_t Address) const;
  /// Whether calls of functions without hooks are counted where they are made.
  bool countsOutgoing() const { return !OutgoingSites.empty(); }
  /// Whether the call whose last byte, or the jump whose first one, is at \p
  /// Address is such a counted one.
  bool countsCallAt(uint64_t Address) const {
    return OutgoingSites.count(Address) != 0;
  }

private:
  llvm::DenseMap<uint64_t, InstrumentedFunction> Functions;
  std::unordered_set<uint64_t> OutgoingSites; ///< any number may occur
};

} // namespace gmon

#endif // GMON_ANALYZER_INSTRUMENTED_H
