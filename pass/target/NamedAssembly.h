//===-- NamedAssembly.h - Assembly with names in its text -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that is not optimized is selected by a fast instruction selector, which
// takes no inline assembly with operands: all other selectors take some ten
// times as long for a block. So the pieces of such functions have no operands:
// the names of counters stand in their text.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_NAMEDASSEMBLY_H
#define GMON_PASS_NAMEDASSEMBLY_H

#include "llvm/IR/Attributes.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class Function;
class FunctionType;
class GlobalVariable;
class IRBuilderBase;
class MDNode;
class Module;
class Twine;
} // namespace llvm

namespace gmon {

/// Allows assembly in functions that are not optimized to have names of \p M in
/// its text. Not for modules of which a linker makes several, which renames
/// what is local.
void setNamesInText(llvm::Module &M);

/// \p Name, of something local of \p M, as one that stays what it is when \p M
/// becomes a part of another module, if assembly may have it in its text.
std::string uniqueName(const llvm::Module &M, const llvm::Twine &Name);

/// Increments the counters of one function by such assembly, in x86-64 code
/// whose counters are in the thread's segment.
///
/// The flags are not said to change: between what sets them and what reads them
/// the fast selector puts nothing.
class NamedCounters {
public:
  /// Nothing, if \p F takes no assembly of this kind.
  static std::optional<NamedCounters>
  create(const llvm::Function &F, const llvm::GlobalVariable &Counters);

  /// Adds one to counter \p Index.
  void createIncrement(llvm::IRBuilderBase &Builder, uint64_t Index) const;

private:
  explicit NamedCounters(const llvm::GlobalVariable &Counters);

  // What all increments share. To look it up takes longer than the rest.
  llvm::FunctionType *Type;
  llvm::AttributeList Attributes;
  llvm::MDNode *NoSanitize;
  std::string Begin; ///< of the text, up to the counter's offset
};

} // namespace gmon

#endif // GMON_PASS_NAMEDASSEMBLY_H
