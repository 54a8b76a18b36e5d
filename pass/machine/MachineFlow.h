//===-- MachineFlow.h - How control flows through machine code --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The flow graph of a function's final machine code, for the section
// GMON_FLOW_SECTION of gmon/format.h.
//
// In: machine code, and the blocks that have counts. Out: pieces of code.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_MACHINEFLOW_H
#define GMON_PASS_MACHINE_MACHINEFLOW_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"

namespace gmon {

/// Code that is entered only at its first instruction and left only behind its
/// last.
struct CodePiece {
  static constexpr unsigned None = ~0u;

  llvm::MachineBasicBlock *Block;
  /// Its first instruction; the end of the block if the piece is empty.
  llvm::MachineBasicBlock::iterator Begin;
  /// It is never executed: it aligns what follows.
  bool IsPadding = false;
  /// A sum of gmon_flow_flag.
  unsigned Flags = 0;
  /// With GMON_FLOW_BLOCK, the index of the listed block that this is a copy
  /// of.
  unsigned Copied = None;
  /// With GMON_FLOW_COUNTER, the label of the instruction that counts it.
  const llvm::MCSymbol *Counter = nullptr;
  /// The numbers of the pieces that control may reach from its end.
  llvm::SmallVector<unsigned, 2> Successors;
};

struct MachineFlow {
  llvm::SmallVector<CodePiece, 0> Pieces; ///< in the order of their code
  /// For each listed block, the number of the piece at its address, or
  /// CodePiece::None.
  llvm::SmallVector<unsigned, 0> PieceAt;

  /// Whether the piece \p Number is the last with code in its block.
  bool isLastInBlock(unsigned Number) const;
  /// Where the code of the piece \p Number ends.
  llvm::MachineBasicBlock::iterator endOf(unsigned Number) const;
};

/// Whether the flow of \p F can be described.
bool isDescribable(const llvm::MachineFunction &F);

/// Whether control may pass by the last instruction of \p Block to the next
/// block in the code.
bool fallsThrough(const llvm::MachineBasicBlock &Block);

/// Whether \p Call calls the profiler's runtime.
bool callsRuntime(const llvm::MachineInstr &Call);

/// The names of labels of instructions that count pieces begin so. If the piece
/// was made for its counter, they end with the second text.
inline constexpr char PieceCounterLabel[] = ".Lgmon_counted";
inline constexpr char MadePieceLabelEnd[] = "_made";

/// The flow of \p F. \p Listed are the blocks of its block table, the entry
/// block first; null stands for a block that was deleted.
MachineFlow findFlow(llvm::MachineFunction &F,
                     llvm::ArrayRef<const llvm::BasicBlock *> Listed);

} // namespace gmon

#endif // GMON_PASS_MACHINE_MACHINEFLOW_H
