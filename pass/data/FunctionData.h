//===-- FunctionData.h - What instrumentation refers to ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The globals of gmon/abi.h for one function: its record and counters in the
// template section, its descriptor and block table. Nothing here changes code.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_DATA_FUNCTIONDATA_H
#define GMON_PASS_DATA_FUNCTIONDATA_H

#include "placement/CounterPlacement.h"

#include "llvm/IR/BasicBlock.h"

namespace llvm {
class Constant;
class Function;
class GlobalAlias;
class GlobalVariable;
} // namespace llvm

namespace gmon {

/// A block of the table: where it is, and the number of its count.
struct BlockEntry {
  /// The entry block stands for the function's first instruction.
  llvm::BasicBlock *Block;
  unsigned Count;
};

class FunctionData {
public:
  explicit FunctionData(llvm::Function &F) : F(F) {}

  /// The function's gmon_record in the template section, created on demand.
  llvm::GlobalVariable *record();

  /// The function's gmon_descriptor, created on demand.
  llvm::GlobalVariable *descriptor();

  /// Creates the template of \p Number counters, and returns it. Call once.
  llvm::GlobalVariable *createCounters(unsigned Number);

  /// Creates the template of \p Number source counters, and the gmon_source
  /// that tells the runtime the number \p Key of the first. Returns both.
  std::pair<llvm::GlobalVariable *, llvm::GlobalVariable *>
  createSourceCounters(uint64_t Key, unsigned Number);

  /// Creates the table of \p Blocks, whose counts \p Placement derives.
  void createBlockTable(llvm::ArrayRef<BlockEntry> Blocks,
                        const CounterPlacement &Placement);

  /// Whether there are counters, call sites or outgoing calls.
  bool hasCounts() const { return NumCounters || HasSites || CountsOutgoing; }

  /// Lets the code generator count the function's outgoing calls, or those of
  /// functions that may have a hook.
  void countOutgoing(bool OnlyHooked);

  /// Notes that there are call sites.
  void setHasSites() { HasSites = true; }

  /// Notes that calls may pass by the function's hook.
  void setPassable() { IsPassable = true; }

  /// The 32-bit distance to \p Target from the byte \p Offset of the function.
  llvm::Constant *offsetFromFunction(uint64_t Offset, llvm::Constant *Target);

  /// Fills the descriptor, if there is one, with references to the other
  /// globals.
  void finish();

private:
  /// The name of the function's global of \p Kind.
  std::string nameOf(const char *Kind) const;
  llvm::GlobalVariable *createGlobal(const char *Kind, llvm::Constant *Value,
                                     const char *Section, unsigned Alignment,
                                     bool Collectable);
  llvm::Constant *distance(llvm::Constant *Here, llvm::Constant *Target) const;
  llvm::Constant *byteOf(llvm::Constant *Data, uint64_t Offset,
                         bool IsKnown) const;
  llvm::Constant *offsetFrom(llvm::Constant *Base, uint64_t Offset,
                             llvm::Constant *Target) const;
  llvm::Constant *functionAlias();

  llvm::Function &F;
  llvm::GlobalVariable *Record = nullptr;
  llvm::GlobalVariable *Counters = nullptr;
  llvm::GlobalVariable *BlockTable = nullptr;
  llvm::GlobalVariable *Descriptor = nullptr;
  llvm::GlobalAlias *Alias = nullptr;
  unsigned NumCounters = 0;
  bool HasSites = false;
  bool IsPassable = false;
  bool CountsOutgoing = false;
};

} // namespace gmon

#endif // GMON_PASS_DATA_FUNCTIONDATA_H
