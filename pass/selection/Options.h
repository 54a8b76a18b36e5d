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

#ifndef GMON_PASS_OPTIONS_H
#define GMON_PASS_OPTIONS_H

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

enum class BlockKind {
  None,    ///< Executions are not counted.
  Machine, ///< Those of the blocks that are left after optimization.
  Source   ///< Those of source lines, counted before optimization.
};

struct Options {
  HookKind Hook = HookKind::Inline;
  /// Which basic blocks' executions are counted.
  BlockKind Blocks = BlockKind::None;
  /// Only functions that Clang marked for mcount (-pg) are instrumented, even
  /// in a module without any.
  bool OnlyMarked = false;
  /// Modules, by their identifiers, of which the former does not hold.
  std::vector<std::string> Unmarked;
  /// A function without loops that has fewer instructions, of LLVM's
  /// intermediate language, is left alone.
  unsigned MinSize = 0;
  /// The file that says which functions are left alone: see Filter.h.
  std::string Filter;

  /// Parses what stands between < and > in `gmon<hook=inline;blocks>`.
  static llvm::Expected<Options> parse(llvm::StringRef Parameters);

  /// The parameters that parse() turns into these options again. Those that
  /// have had their effect once functions are marked are left out.
  std::string str() const;
};

} // namespace gmon

#endif // GMON_PASS_OPTIONS_H
