//===-- NamedAssembly.h - Assembly with names in its text -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fast instruction selector for unoptimized code accepts no inline
// assembly with operands; other selectors take about ten times as long for a
// block. So assembly in such functions has no operands: the names of counters
// are in its text.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_NAMEDASSEMBLY_H
#define GMON_PASS_TARGET_NAMEDASSEMBLY_H

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

/// Allows names of \p M in the text of assembly in unoptimized functions. Not
/// for modules that a linker splits, because it renames local symbols.
void setNamesInText(llvm::Module &M);

/// \p Name, of a local symbol of \p M, made unique if assembly may contain
/// names of \p M: merging \p M with another module must not rename it.
std::string uniqueName(const llvm::Module &M, const llvm::Twine &Name);

/// Increments the counters of one function by such assembly, in x86-64 code
/// whose counters are in the thread's segment.
///
/// The assembly does not declare that it changes the flags: the fast selector
/// puts nothing between an instruction that sets them and one that reads them.
class NamedCounters {
public:
  /// Nothing, if \p F takes no assembly of this kind.
  static std::optional<NamedCounters>
  create(const llvm::Function &F, const llvm::GlobalVariable &Counters);

  /// Adds one to counter \p Index.
  void createIncrement(llvm::IRBuilderBase &Builder, uint64_t Index) const;

private:
  explicit NamedCounters(const llvm::GlobalVariable &Counters);

  // Shared by all increments: looking them up takes longer than the rest.
  llvm::FunctionType *Type;
  llvm::AttributeList Attributes;
  llvm::MDNode *NoSanitize;
  std::string Begin; ///< of the text, up to the counter's offset
};

} // namespace gmon

#endif // GMON_PASS_TARGET_NAMEDASSEMBLY_H
