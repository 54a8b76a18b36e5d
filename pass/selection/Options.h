//===-- Options.h - What the pass is asked to do ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options come from the command line (-mllvm -gmon-...), or as parameters of
// the pass in a textual pipeline. They are written on each function when it is
// marked, so that they survive the merging of modules in a link-time
// optimization: see GmonPass.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SELECTION_OPTIONS_H
#define GMON_PASS_SELECTION_OPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gmon {

enum class HookKind {
  None,   ///< Calls are not counted.
  Inline, ///< The look-up of gmon/abi.h, in line.
  Call    ///< A call of mcount, for a monitoring routine of the user's own.
};

/// The functions whose calls are counted.
enum class CalleeKind {
  Instrumented,   ///< Instrumented functions.
  AllIfOptimized, ///< Those, and in optimized functions all called by name.
  All             ///< All that are called by name.
};

enum class BlockKind {
  None,    ///< Executions are not counted.
  Machine, ///< Those of the blocks that are left after optimization.
  Source   ///< Those of source lines, counted before optimization.
};

struct Options {
  HookKind Hook = HookKind::Inline;
  /// With HookKind::Inline: the functions whose calls instrumented code counts.
  CalleeKind Callees = CalleeKind::AllIfOptimized;
  /// The blocks whose executions are counted.
  BlockKind Blocks = BlockKind::None;
  /// Only functions that Clang marked for mcount (-pg) are instrumented, even
  /// in a module without any.
  bool OnlyMarked = false;
  /// Identifiers of modules to which OnlyMarked does not apply.
  std::vector<std::string> Unmarked;
  /// Functions without loops that have fewer LLVM IR instructions are not
  /// instrumented.
  unsigned MinSize = 0;
  /// The file of functions that are not instrumented: see Filter.h.
  std::string Filter;

  /// Parses the text between < and > in `gmon<hook=inline;blocks>`.
  static llvm::Expected<Options> parse(llvm::StringRef Parameters);

  /// The parameters from which parse() makes these options, without those that
  /// only matter until functions are marked.
  std::string str() const;
};

} // namespace gmon

#endif // GMON_PASS_SELECTION_OPTIONS_H
