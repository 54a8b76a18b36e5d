//===-- TailCallGraph.h - Tail calls of all modules -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the code of all modules, which is decoded on demand. Out: the tail calls
// of a function, and the chains of direct ones from one function to another.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_TAILCALLGRAPH_H
#define GMON_ANALYZER_TAILCALLGRAPH_H

#include "stacks/ModuleJumps.h"
#include "stacks/ProcessCode.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace gmon {

/// A function of a module.
struct ModuleFunction {
  uint32_t Module = 0;
  uint32_t Function = 0; ///< index of a CodeFunction

  auto operator<=>(const ModuleFunction &) const = default;
};

/// A function that left by a tail call.
struct TailFrame {
  ModuleFunction Where;
  uint64_t Jump = 0; ///< address of the tail call; 0 if there are several

  auto operator<=>(const TailFrame &) const = default;
};

/// Functions that left by tail calls, each to the next one.
using TailChain = llvm::SmallVector<TailFrame, 4>;

/// The tail calls of a function, each callee once.
struct TailCalls {
  std::map<ModuleFunction, uint64_t> Callees; ///< Jump as in TailFrame
  bool HasIndirect = false;
  uint64_t Indirect = 0; ///< address; 0 if there are several
};

/// The chains that a search has found.
struct TailChains {
  size_t Number = 0; ///< 2 if there are more, or may be
  TailChain First;

  void add(llvm::ArrayRef<TailFrame> Path) {
    if (++Number == 1)
      First.assign(Path.begin(), Path.end());
  }
};

class TailCallGraph {
public:
  /// \p Code must outlive the result. Nothing is decoded yet.
  explicit TailCallGraph(ProcessCode &Code)
      : Code(Code), Modules(Code.size()) {}

  ProcessCode &code() const { return Code; }
  const CodeFunction &codeOf(ModuleFunction Function) const;

  /// Returns the calls and jumps of \p Module; null if its file is unknown.
  ModuleJumps *jumpsOf(uint32_t Module);

  /// Returns the function whose code is at \p Address of \p Module, into which
  /// others may be inlined.
  std::optional<ModuleFunction> functionAt(uint32_t Module,
                                           uint64_t Address) const;

  /// Returns the call at \p Address of \p Module, which entered \p Callee
  /// directly or by tail calls; nothing if it is none, or is the profiler's.
  std::optional<Transfer> callAt(uint32_t Module, uint64_t Address,
                                 ModuleFunction Callee);

  /// Returns the function that \p Entry, in \p Module, enters, if it is
  /// certain.
  std::optional<ModuleFunction> functionOf(uint32_t Module,
                                           const CodeEntry &Entry);

  /// Whether \p Entry, in \p Module, enters \p Function.
  bool enters(uint32_t Module, const CodeEntry &Entry,
              ModuleFunction Function) const;

  const TailCalls &tailCallsOf(ModuleFunction Function);

  /// Returns the chains of direct tail calls from \p Start to \p End.
  const TailChains &chains(ModuleFunction Start, ModuleFunction End);

  /// Returns whether the walk follows the tail calls of a function, to which \p
  /// Path leads.
  using VisitFn =
      llvm::function_ref<bool(llvm::ArrayRef<TailFrame> Path, ModuleFunction)>;

  /// Visits \p Start, and all functions to which chains of direct tail calls
  /// lead from there, once for each chain. Returns false if there are too many.
  bool walk(ModuleFunction Start, VisitFn Visit);

private:
  /// Functions of a chain; longer ones are not found.
  static constexpr size_t MostFrames = 8;
  /// Steps of a search; one that needs more finds nothing.
  static constexpr unsigned MostSteps = 2048;
  /// Steps of all searches; then no more chains are found.
  static constexpr unsigned MostStepsOfAll = 4 << 20;

  bool walk(ModuleFunction Function, TailChain &Path, unsigned &Steps,
            VisitFn Visit);

  ProcessCode &Code;
  std::vector<std::unique_ptr<ModuleJumps>> Modules;
  unsigned AllSteps = 0; ///< of all searches
  std::map<ModuleFunction, TailCalls> Known;
  std::map<std::pair<ModuleFunction, ModuleFunction>, TailChains> KnownChains;
};

} // namespace gmon

#endif // GMON_ANALYZER_TAILCALLGRAPH_H
