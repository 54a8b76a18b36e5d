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

#include "llvm/ADT/SetVector.h"
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
class Module;
class Value;
} // namespace llvm

namespace gmon {

/// A function that exists in no program.
inline constexpr char PlaceholderName[] = "__gmon_count";
/// Likewise, for a counter that the program chooses among several.
inline constexpr char IndexedPlaceholderName[] = "__gmon_count_at";

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

/// What a placeholder of the other kind adds one to: element \p Index of the
/// \p Number elements that begin with \p First. No loop keeps them in
/// registers.
struct IndexedPlaceholder {
  explicit IndexedPlaceholder(const llvm::CallInst &Call);

  llvm::Constant *Array;
  llvm::ConstantInt *First;
  llvm::Value *Index; ///< 64 bits
  llvm::ConstantInt *Number;
};

/// Whether \p I is a placeholder with a known counter.
bool isPlaceholder(const llvm::Instruction &I);

/// Whether \p I is a placeholder with an index.
bool isIndexedPlaceholder(const llvm::Instruction &I);

/// The placeholders of \p F with known counters, in order.
llvm::SmallVector<llvm::CallInst *> findPlaceholders(llvm::Function &F);

/// Likewise, those with an index.
llvm::SmallVector<llvm::CallInst *> findIndexedPlaceholders(llvm::Function &F);

/// The functions of \p M that have placeholders of either kind.
llvm::SetVector<llvm::Function *>
findFunctionsWithPlaceholders(const llvm::Module &M);

/// Adds \p Amount, of 64 bits, or one, times \p Factor to element \p Index of
/// \p Array.
void createPlaceholder(llvm::IRBuilderBase &Builder, llvm::Constant *Array,
                       uint64_t Index, llvm::Value *Amount = nullptr,
                       uint64_t Factor = 1);

/// Adds one to element \p Index, of 64 bits, of the \p Number elements of
/// \p Array that begin with \p First.
void createIndexedPlaceholder(llvm::IRBuilderBase &Builder,
                              llvm::Constant *Array, uint64_t First,
                              llvm::Value *Index, uint64_t Number);

/// Adds \p Amount, or one, to the source counter \p Number.
void createSourcePlaceholder(llvm::IRBuilderBase &Builder, uint64_t Number,
                             llvm::Value *Amount = nullptr);

/// Adds one to source counter \p Index of the \p Number ones that begin with
/// \p First.
void createIndexedSourcePlaceholder(llvm::IRBuilderBase &Builder,
                                    uint64_t First, llvm::Value *Index,
                                    uint64_t Number);

/// Merges placeholders of \p F for the same counter in the same block, if
/// nothing between them can keep control from reaching them all. Inlined code
/// counts the code around it again and again. Returns whether there were any.
bool mergePlaceholders(llvm::Function &F);

/// Turns the placeholders of \p F, all of which are of one array, into counters
/// in memory.
void lowerPlaceholders(llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_COUNTERS_PLACEHOLDER_H
