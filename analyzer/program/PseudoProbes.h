//===-- PseudoProbes.h - Marks of the source's blocks in code ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With -fpseudo-probe-for-profiling, Clang numbers the blocks and calls of each
// function before it optimizes, and describes where they are in the code: the
// probes. In: an Image. Out: the probes, and into what functions are inlined.
// LLVM's MCPseudoProbe.h specifies the sections.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAM_PSEUDOPROBES_H
#define GMON_ANALYZER_PROGRAM_PSEUDOPROBES_H

#include "program/Image.h"
#include <unordered_map>

namespace gmon {

/// A function as Clang had it before optimizing.
struct ProbedFunction {
  llvm::StringRef Name;
  uint64_t Hash = 0; ///< of its control flow
};

/// A copy of a function: its code out of line, or where it is inlined.
struct ProbedCopy {
  static constexpr uint32_t NoCopy = UINT32_MAX;
  const ProbedFunction *Function = nullptr;
  uint32_t Outer = NoCopy; ///< index of the copy into which it is inlined
  uint32_t Call = 0;       ///< number of the replaced call there
};

struct CodeProbe {
  uint64_t Address = 0; ///< of the instruction behind it; of the call
  uint32_t Copy = 0;    ///< index of what contains it
  uint32_t Number = 0;  ///< of the block or call in the function
  uint32_t Discriminator = 0;
  bool IsCall = false;
};

/// The first block of a function has this number.
inline constexpr uint32_t EntryProbe = 1;

struct PseudoProbes {
  std::unordered_map<uint64_t, ProbedFunction> Functions; ///< by GUID
  std::vector<ProbedCopy> Copies;                         ///< outer ones first
  std::vector<CodeProbe> Probes;

  /// Returns the probes of \p Program; none if it has none. Fails if their
  /// description is damaged. Names are those in \p Program.
  static llvm::Expected<PseudoProbes> read(const Image &Program);
};

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAM_PSEUDOPROBES_H
