//===-- KnownCalls.h - Functions of libraries that return -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether calls of functions outside the program come back. In: an Image. Out:
// an answer for each address that the program calls.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_KNOWNCALLS_H
#define GMON_ANALYZER_COSTS_KNOWNCALLS_H

#include "program/Image.h"
#include "llvm/ADT/DenseMap.h"

namespace gmon {

enum class CallEnd {
  Returns, ///< always
  Throws,  ///< if it does not return, it throws an exception
  Catches, ///< it is called after an exception was thrown
  Unknown
};

class KnownCalls {
public:
  explicit KnownCalls(const Image &Program);

  CallEnd endOf(uint64_t Function) const {
    return Ends.lookup_or(Function, CallEnd::Unknown);
  }

  /// Returns the program's function to which the stub at \p Address leads, or
  /// \p Address.
  uint64_t behindStub(uint64_t Address) const {
    return OwnFunctions.lookup_or(Address, Address);
  }

private:
  llvm::DenseMap<uint64_t, CallEnd> Ends; ///< those that are not Unknown
  llvm::DenseMap<uint64_t, uint64_t> OwnFunctions; ///< by address of the stub
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_KNOWNCALLS_H
