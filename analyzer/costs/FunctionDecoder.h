//===-- FunctionDecoder.h - Instructions of functions -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes functions whose flow is described. In: the pieces of a function. Out:
// the instructions of each, whose calls lead behind the stubs of hooks; and
// which of them are the profiler's, by what they address: its sections, its
// runtime, its segment register.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_FUNCTIONDECODER_H
#define GMON_ANALYZER_COSTS_FUNCTIONDECODER_H

#include "code/CodeInstruction.h"
#include "code/CodeMap.h"
#include "code/Decoder.h"
#include "costs/FlowMap.h"
#include "program/Image.h"

namespace gmon {

class OwnCode {
public:
  explicit OwnCode(const Image &Program);

  /// Whether \p Inst is an instruction of the profiler.
  bool has(const CodeInstruction &Inst) const;
  /// Whether \p Address is that of an entry point of the runtime.
  bool isRuntime(uint64_t Address) const;

private:
  std::vector<AddressRange> Data; ///< sections that only the profiler uses
  std::vector<uint64_t> Entries;  ///< of the runtime; sorted
  bool HasSegment = false;        ///< %gs is the profiler's
};

/// A function with the instructions of its pieces.
struct DecodedFunction {
  const FlowFunction *Flow = nullptr;
  /// None if it was not executed. What follows a return or a jump, such as the
  /// int3 of -mharden-sls, is in no piece.
  std::vector<std::vector<CodeInstruction>> Pieces;

  uint64_t start() const { return Flow->Code.Low; }
};

class FunctionDecoder {
public:
  /// The objects must outlive the decoder.
  FunctionDecoder(const Image &Program, const Decoder &Decode)
      : Sections(CodeMap::readSections(Program)), Decode(Decode) {}

  /// Fails if \p Flow does not describe the code that is there.
  llvm::Expected<DecodedFunction> decode(const FlowFunction &Flow) const;
  /// Whether \p Address is in a section with code.
  bool hasCode(uint64_t Address) const;

private:
  const std::vector<CodeSection> Sections;
  const Decoder &Decode;
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_FUNCTIONDECODER_H
