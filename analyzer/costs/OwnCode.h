//===-- OwnCode.h - The profiler's code in a program ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes instructions of the profiler by what they address: its sections,
// its runtime, its segment register. In: an Image. Out: an answer for each
// instruction.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_OWNCODE_H
#define GMON_ANALYZER_COSTS_OWNCODE_H

#include "code/CodeInstruction.h"
#include "program/Image.h"

namespace gmon {

class OwnCode {
public:
  explicit OwnCode(const Image &Program);

  /// Whether \p Each is an instruction of the profiler.
  bool has(const CodeInstruction &Each) const;
  /// Whether \p Address is that of an entry point of the runtime.
  bool isRuntime(uint64_t Address) const;

private:
  std::vector<AddressRange> Data; ///< sections that only the profiler uses
  std::vector<uint64_t> Entries;  ///< of the runtime; sorted
  bool HasSegment = false;        ///< %gs is the profiler's
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_OWNCODE_H
