//===-- Decoder.h - The instructions of a program ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's disassembler for the architecture of a program. In: an Image, then
// pieces of its code. Out: the calls and jumps in them whose target is known.
// Nothing of LLVM's targets is set up until a Decoder is made.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DECODER_H
#define GMON_ANALYZER_DECODER_H

#include "code/CodeMap.h"
#include "code/Transfer.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

class Decoder {
public:
  /// The decoder for \p Program; null if LLVM cannot decode its architecture,
  /// or cannot tell where branches lead.
  static std::unique_ptr<Decoder> create(const Image &Program);
  ~Decoder();

  /// Calls \p Visit for the calls and jumps in \p Bytes, which stand at
  /// \p Address and are of \p Kind, in order. What cannot be decoded is
  /// skipped: a byte on x86, elsewhere the smallest instruction.
  void decode(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind,
              llvm::function_ref<void(const Transfer &)> Visit) const;

  /// The stubs in \p Bytes, a procedure linkage table at \p Address: where each
  /// is and which word it loads its target from. \p GlobalOffsetTable is what
  /// position-independent stubs of i386 are relative to.
  std::vector<std::pair<uint64_t, uint64_t>>
  findStubs(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
            uint64_t GlobalOffsetTable) const;

private:
  struct Machine;
  Decoder() = default;

  std::unique_ptr<Machine> Main;
  std::unique_ptr<Machine> Thumb; ///< null but on ARM
  uint64_t AddressMask = 0;
};

} // namespace gmon

#endif // GMON_ANALYZER_DECODER_H
