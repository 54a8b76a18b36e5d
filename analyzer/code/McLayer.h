//===-- McLayer.h - LLVM's MC layer for one instruction set -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects of LLVM that decode and print instructions. In: an Image. Out:
// LLVM's instructions, in order. Decoder and Disassembler interpret them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODE_MCLAYER_H
#define GMON_ANALYZER_CODE_MCLAYER_H

#include "program/Image.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include <algorithm>
#include <optional>

namespace gmon {

/// Each member is constructed from the members before it.
struct McLayer {
  llvm::MCTargetOptions Options;
  std::unique_ptr<const llvm::MCRegisterInfo> Registers;
  std::unique_ptr<const llvm::MCAsmInfo> AsmInfo;
  std::unique_ptr<const llvm::MCSubtargetInfo> Subtarget;
  std::unique_ptr<const llvm::MCInstrInfo> Instructions;
  std::unique_ptr<llvm::MCContext> Context;
  std::unique_ptr<const llvm::MCDisassembler> Disassembler;
  std::unique_ptr<llvm::MCInstrAnalysis> Analysis;

  /// Sets up the layer for the code of \p Program; for its Thumb code if
  /// \p IsThumb. Returns null if LLVM cannot decode the architecture or cannot
  /// compute the targets of branches.
  static std::unique_ptr<McLayer> create(const Image &Program, bool IsThumb);

  /// Returns a printer of instructions in the syntax of LLVM's tools; or null.
  std::unique_ptr<llvm::MCInstPrinter> createPrinter() const;

  /// Returns the target of \p Inst, a call or jump, if it is known.
  std::optional<uint64_t> targetOf(const llvm::MCInst &Inst, uint64_t Address,
                                   uint64_t Size) const;

  /// Calls \p Visit with each instruction in \p Bytes, its address and its
  /// size, and \p Skip with the address and the bytes of one that is not known.
  /// \p Skip returns how many bytes to leave out.
  template <typename Visitor, typename Skipper>
  void walk(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address, Visitor Visit,
            Skipper Skip) const;
};

template <typename Visitor, typename Skipper>
void McLayer::walk(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
                   Visitor Visit, Skipper Skip) const {
  Analysis->resetState();
  llvm::MCInst Inst;
  while (!Bytes.empty()) {
    Inst.clear();
    uint64_t Size = 0;
    if (Disassembler->getInstruction(Inst, Size, Bytes, Address,
                                     llvm::nulls()) ==
        llvm::MCDisassembler::Fail) {
      Analysis->resetState();
      Size = Skip(Address, Bytes);
    } else {
      Visit(Inst, Address, Size);
      Analysis->updateState(Inst, Address);
    }
    Size = std::clamp<uint64_t>(Size, 1, Bytes.size());
    Bytes = Bytes.drop_front(Size);
    Address += Size;
  }
}

} // namespace gmon

#endif // GMON_ANALYZER_CODE_MCLAYER_H
