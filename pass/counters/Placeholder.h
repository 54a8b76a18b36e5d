//===-- Placeholder.h - What stands for a counter ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The call that counts, until it is clear where. Source counters stay one until
// inlining is over; all others are one for as long as it takes to decide which
// of them loops keep in registers: see RegisterCounters.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_PLACEHOLDER_H
#define GMON_PASS_PLACEHOLDER_H

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
/// source counter is in none, and the index is its number: see SourceMap.h.
struct Placeholder {
  explicit Placeholder(const llvm::CallInst &Call);

  /// What is added, if that is a constant.
  std::optional<uint64_t> constant() const;
  bool isSourceCounter() const;

  llvm::Constant *Array;
  llvm::ConstantInt *Index;
  llvm::Value *Amount;
  /// To multiply the amount by: of source counters, for which the map does it.
  llvm::ConstantInt *Factor;
};

/// Whether \p I is a placeholder.
bool isPlaceholder(const llvm::Instruction &I);

/// Adds \p Amount, of 64 bits, times \p Factor to element \p Index of \p Array.
void createPlaceholder(llvm::IRBuilderBase &Builder, llvm::Constant *Array,
                       uint64_t Index, llvm::Value *Amount,
                       uint64_t Factor = 1);

/// Adds one to element \p Index of \p Array.
void createPlaceholder(llvm::IRBuilderBase &Builder, llvm::Constant *Array,
                       uint64_t Index);

/// Adds one to the source counter \p Number.
void createSourcePlaceholder(llvm::IRBuilderBase &Builder, uint64_t Number);

/// Has one placeholder of \p F add what several of a block add to the same
/// counter, if nothing between them can keep control from coming to all of
/// them. Code that was inlined counts again and again what it is a part of.
bool mergePlaceholders(llvm::Function &F);

/// Turns the placeholders of \p F, all of which are of one array, into counters
/// in memory.
void lowerPlaceholders(llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_PLACEHOLDER_H
