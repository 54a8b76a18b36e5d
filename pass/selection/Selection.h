//===-- Selection.h - Which functions are instrumented ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a module, the options, and Clang's marks. Out: the functions to
// instrument. The choice is made twice where source lines are counted: before
// optimization for the lines, and after inlining for the hooks.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SELECTION_SELECTION_H
#define GMON_PASS_SELECTION_SELECTION_H

#include "selection/Filter.h"
#include "selection/Options.h"

#include "llvm/ADT/SmallPtrSet.h"
#include <memory>
#include <optional>

namespace llvm {
class Module;
} // namespace llvm

namespace gmon {

/// Why a function is not instrumented.
enum class Exclusion {
  None,      ///< It is.
  NotMarked, ///< Clang did not mark it for mcount.
  Naked,     ///< Without a prologue, a hook finds no stack and no registers.
  NoProfile, ///< Its attributes ask for no profile.
  Resolver,  ///< It runs before relocations are applied.
  Registers, ///< Its calling convention leaves no registers for counters.
  Group,     ///< No assembly can name the group of its data.
  Name,      ///< No assembly can name it.
  Filter     ///< The filter file names it.
};

/// The functions of one module that are instrumented.
class Selection {
public:
  Selection(const llvm::Module &M, const Options &Opts, const Filter &Excluded);

  /// Why \p F, a definition, is not instrumented.
  Exclusion exclusionOf(const llvm::Function &F) const;

  /// Why \p F, a definition, can have no counters, whether it is chosen or not.
  Exclusion obstacleIn(const llvm::Function &F) const;

private:
  const Filter &Excluded;
  llvm::SmallPtrSet<const llvm::Function *, 4> Resolvers;
  bool OnlyMarked;
};

/// Makes the selections of a pipeline's passes, which share it: the filter is
/// read once, and an error in it is reported once.
class Selector {
public:
  explicit Selector(Options Opts) : Opts(std::move(Opts)) {}

  const Options &options() const { return Opts; }

  /// The selection of \p M, which is valid as long as this is; nothing if the
  /// filter cannot be read.
  std::optional<Selection> select(llvm::Module &M);

private:
  Options Opts;
  bool IsRead = false;
  std::optional<Filter> Excluded;
};

} // namespace gmon

#endif // GMON_PASS_SELECTION_SELECTION_H
