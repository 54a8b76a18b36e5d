//===-- FunctionAssembly.h - The instructions of a function -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of a function as data, for any output.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ASSEMBLY_FUNCTIONASSEMBLY_H
#define GMON_ANALYZER_ASSEMBLY_FUNCTIONASSEMBLY_H

#include "costs/InstructionCounts.h"
#include <string>

namespace gmon {

/// A line of a function whose code is at an address.
struct AssemblyFrame {
  std::string Name; ///< of the function, as the options demand
  std::string Path; ///< empty if unknown
  uint32_t Line = 0;

  bool operator==(const AssemblyFrame &) const = default;
};

/// Where instructions come from: the innermost function first; the last one is
/// not inlined.
using AssemblyPlace = std::vector<AssemblyFrame>;

struct AssemblyLine {
  uint64_t Address = 0;
  uint64_t Size = 0;
  std::string Text;               ///< see AssemblyInstruction
  std::optional<uint64_t> Target; ///< the same
  uint32_t Place = 0;             ///< index in FunctionAssembly::Places
  double Samples = 0;
  std::optional<InstructionCount> Count; ///< none if it is not counted
};

struct FunctionAssembly {
  /// A part of the code: a function, or what was split off from it.
  struct Part {
    std::string Name;
    size_t First = 0; ///< index of its first line
  };
  std::vector<AssemblyLine> Lines; ///< parts as below, each by address
  std::vector<Part> Parts;
  std::vector<AssemblyPlace> Places; ///< each once
  uint64_t OmittedBytes = 0;         ///< of code that is too long to show

  /// The lines of a part.
  llvm::MutableArrayRef<AssemblyLine> linesOf(size_t Part) {
    auto [First, Size] = rangeOf(Part);
    return llvm::MutableArrayRef(Lines).slice(First, Size);
  }
  llvm::ArrayRef<AssemblyLine> linesOf(size_t Part) const {
    auto [First, Size] = rangeOf(Part);
    return llvm::ArrayRef(Lines).slice(First, Size);
  }

private:
  std::pair<size_t, size_t> rangeOf(size_t Part) const {
    const size_t End =
        Part + 1 < Parts.size() ? Parts[Part + 1].First : Lines.size();
    return {Parts[Part].First, End - Parts[Part].First};
  }
};

} // namespace gmon

#endif // GMON_ANALYZER_ASSEMBLY_FUNCTIONASSEMBLY_H
