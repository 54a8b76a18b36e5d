//===-- Transfer.h - A call or a jump in the code ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What decoding finds.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_TRANSFER_H
#define GMON_ANALYZER_TRANSFER_H

#include <cstdint>

namespace gmon {

/// An instruction that leads to \p Target, always or under a condition.
struct Transfer {
  uint64_t From;
  uint64_t Target;
  bool IsCall; ///< comes back; else a jump
};

} // namespace gmon

#endif // GMON_ANALYZER_TRANSFER_H
