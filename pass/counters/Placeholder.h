//===-- Placeholder.h - What stands for a counter ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call that stands for an increment whose place is undecided. Source counters
// are placeholders until inlining is over; other counters until it is decided
// which of them loops keep in registers: see RegisterCounters.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_COUNTERS_PLACEHOLDER_H
#define GMON_PASS_COUNTERS_PLACEHOLDER_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {
class CallInst;
class Constant;
class ConstantInt;
class Function;
class Instruction;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace gmon {

/// A function that exists in no program.
inline constexpr char PlaceholderName[] = "__gmon_count";

/// What a placeholder adds, and to which element of which array of counts. A
/// source counter has no array, and the index is its number: see SourceMap.h.
struct Placeholder {
  explicit Placeholder(const llvm::CallInst &Call);

  /// The constant that is added, if it is one.
  std::optional<uint64_t> constant() const;
  bool isSourceCounter() const;

  llvm::Constant *Array;
  llvm::ConstantInt *Index;
  llvm::Value *Amount;
  /// Multiplies the amount: only of source counters, for which the map
  /// multiplies.
  llvm::ConstantInt *Factor;
};

/// Whether \p I is a placeholder.
bool isPlaceholder(const llvm::Instruction &I);

/// The placeholders of \p F, in order.
llvm::SmallVector<llvm::CallInst *> findPlaceholders(llvm::Function &F);

/// Adds \p Amount, of 64 bits, or one, times \p Factor to element \p Index of
/// \p Array.
void createPlaceholder(llvm::IRBuilderBase &Builder, llvm::Constant *Array,
                       uint64_t Index, llvm::Value *Amount = nullptr,
                       uint64_t Factor = 1);

/// Adds one to the source counter \p Number.
void createSourcePlaceholder(llvm::IRBuilderBase &Builder, uint64_t Number);

/// Merges placeholders of \p F for the same counter in the same block, if
/// nothing between them can keep control from reaching them all. Inlined code
/// counts the code around it again and again. Returns whether there were any.
bool mergePlaceholders(llvm::Function &F);

/// Turns the placeholders of \p F, all of which are of one array, into counters
/// in memory.
void lowerPlaceholders(llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_COUNTERS_PLACEHOLDER_H
