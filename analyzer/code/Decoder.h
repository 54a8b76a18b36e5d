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

#include "code/CodeInstruction.h"
#include "code/CodeMap.h"
#include "code/JumpTables.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

class Decoder {
public:
  /// Returns the decoder for \p Program; null if LLVM cannot decode its
  /// architecture or cannot compute the targets of branches.
  static std::unique_ptr<Decoder> create(const Image &Program);
  ~Decoder();

  /// Calls \p Visit with each call and jump in \p Bytes, in order. The bytes
  /// are at \p Address and of kind \p Kind. Skips bytes that cannot be decoded:
  /// one byte on x86, elsewhere the smallest instruction.
  void decode(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind,
              llvm::function_ref<void(const Transfer &)> Visit) const;

  /// Also calls \p VisitIndirect with each call and jump, other than a return,
  /// whose target is unknown; its Target is 0.
  void decode(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind,
              llvm::function_ref<void(const Transfer &)> Visit,
              llvm::function_ref<void(const Transfer &)> VisitIndirect) const;

  /// Adds the jumps through tables in \p Bytes, as decode() has them, to \p
  /// Result.
  void findJumpTables(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
                      CodeKind Kind, JumpTables &Result) const;

  /// Calls \p Visit with each instruction in \p Bytes, in order, and with the
  /// address of each byte that is skipped.
  void visit(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address, CodeKind Kind,
             llvm::function_ref<void(const CodeInstruction &)> Visit,
             llvm::function_ref<void(uint64_t)> Skip) const;

  /// Returns the stubs in \p Bytes, a procedure linkage table at \p Address:
  /// the address of each, and the word from which it loads its target. On i386,
  /// position-independent stubs are relative to \p GlobalOffsetTable.
  std::vector<std::pair<uint64_t, uint64_t>>
  findStubs(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
            uint64_t GlobalOffsetTable) const;

private:
  struct Machine;
  Decoder() = default;
  const Machine &machineFor(CodeKind Kind) const;

  std::unique_ptr<Machine> Main;
  std::unique_ptr<Machine> Thumb; ///< null except on ARM
  uint64_t AddressMask = 0;
};

} // namespace gmon

#endif // GMON_ANALYZER_DECODER_H
