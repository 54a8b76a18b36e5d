//===-- InstructionCounts.h - Executions of instructions --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often each instruction was executed, by the counts of basic blocks. In:
// an Image with a description of its code's flow, and a Profile. Out: a count
// for each address, and whether the instruction is the profiler's.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_INSTRUCTIONCOUNTS_H
#define GMON_ANALYZER_COSTS_INSTRUCTIONCOUNTS_H

#include "profile/Profile.h"
#include "program/Image.h"
#include <optional>
#include <vector>

namespace gmon {

struct InstructionCount {
  uint64_t Count = 0;
  bool IsExact = true; ///< else an estimate
  bool IsOwn = false;  ///< the instruction is the profiler's
};

class InstructionCounts {
public:
  /// Fails if \p Program or \p Data lack what is needed.
  static llvm::Expected<InstructionCounts> compute(const Image &Program,
                                                   const Profile &Data);

  /// Returns the count of the instruction at \p Address; nothing if its code
  /// has no counts.
  std::optional<InstructionCount> find(uint64_t Address) const;

  /// Returns the sum of the executions of all bytes of \p Code.
  double executedBytes(AddressRange Code) const;

  /// Add code, and instructions of the profiler. Sorted by address.
  void addPiece(AddressRange Code, uint64_t Count, bool IsExact) {
    Pieces.push_back({Code, Count, IsExact});
  }
  void addOwn(AddressRange Code) { Own.push_back(Code); }

private:
  /// Code whose instructions were executed equally often.
  struct Piece {
    AddressRange Code;
    uint64_t Count;
    bool IsExact;
  };
  std::vector<Piece> Pieces;
  std::vector<AddressRange> Own;
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_INSTRUCTIONCOUNTS_H
