//===-- FlowMap.h - How control flows through machine code ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the program's section GMON_FLOW_SECTION, which gmon/format.h specifies.
// In: an Image. Out: for each function with block counters, the pieces of its
// code and their successors; and with a Profile, the problem that its counts
// pose. Everything is checked here.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_FLOWMAP_H
#define GMON_ANALYZER_COSTS_FLOWMAP_H

#include "costs/FlowSolver.h"
#include "gmon/format.h"
#include "profile/Profile.h"
#include "program/Image.h"
#include <unordered_map>

namespace gmon {

/// Code only entered at its first and only left behind its last instruction.
struct FlowPiece {
  AddressRange Code;  ///< may be empty
  unsigned Flags = 0; ///< gmon_flow_flags
  /// The block of which it is a copy: the address in the profile.
  std::optional<uint64_t> Block;
  std::optional<uint64_t> Counter;           ///< the key of its own counter
  llvm::SmallVector<uint32_t, 2> Successors; ///< indices; sorted, all different

  bool has(gmon_flow_flag Flag) const { return Flags & Flag; }
};

/// A function whose code is described.
struct FlowFunction {
  AddressRange Code;
  std::vector<FlowPiece> Pieces; ///< adjacent, in order of address
  std::vector<uint64_t> Own;     ///< addresses of own instructions; sorted

  /// Whether the hook is a piece, in front of the prologue.
  bool hasHookPiece() const {
    return Pieces.size() > 1 && Pieces[0].has(GMON_FLOW_OWN) &&
           Pieces[0].has(GMON_FLOW_ENTERED);
  }
};

/// Reads an entry's \p Text about the function at \p Address.
llvm::Expected<FlowFunction> readFlow(llvm::StringRef Text, uint64_t Address);

/// Returns the functions that \p Program describes, sorted by address; each
/// address once. Fails if a description is damaged or not within code.
llvm::Expected<std::vector<FlowFunction>> readFlowMap(const Image &Program);

class FlowCounts {
public:
  explicit FlowCounts(const Profile &Data);

  /// Returns the count with \p Key, an address or a counter's key; or 0.
  uint64_t at(uint64_t Key) const {
    auto Found = Counts.find(Key);
    return Found == Counts.end() ? 0 : Found->second;
  }
  /// Whether the profile has the blocks of \p Function.
  bool has(const FlowFunction &Function) const;
  /// Whether a count of \p Function is not 0.
  bool hasExecuted(const FlowFunction &Function) const;
  /// Returns the flow between the pieces of \p Function, and the counted sums.
  FlowProblem problemOf(const FlowFunction &Function) const;

private:
  std::unordered_map<uint64_t, uint64_t> Counts; ///< any number may be a key
  bool HasPieces = false; ///< else their counts are 0, or a tool dropped them
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_FLOWMAP_H
