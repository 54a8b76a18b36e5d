//===-- MissingFrames.h - Frames that tail calls replaced -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that ends with a tail call leaves no frame. If a call enters T and
// the next frame is of F, then T jumped to F, perhaps through other functions.
// In: the code of all modules, and exact calls. Out: the functions between a
// call and the next frame, if only one chain of jumps leads there.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MISSINGFRAMES_H
#define GMON_ANALYZER_MISSINGFRAMES_H

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
};

class MissingFrames {
public:
  /// \p Code must outlive the result.
  explicit MissingFrames(ProcessCode &Code);

  /// Adds exact calls that the profile of module \p Module has.
  void addCalls(uint32_t Module, llvm::ArrayRef<RawArc> Calls);

  /// Adds exact calls between modules.
  void addCalls(llvm::ArrayRef<CrossModuleCall> Calls);

  /// Returns the functions, the outermost first, between the call at \p Address
  /// of module \p Module and the frame of \p Inner, which has no inlined
  /// frames. Empty if none is missing or if more than one chain is possible.
  /// The result is valid as long as this object.
  llvm::ArrayRef<TailFrame> between(uint32_t Module, uint64_t Address,
                                    ModuleFunction Inner);

  /// Returns those between \p Inner, a context of \p Stacks, and its caller.
  llvm::ArrayRef<TailFrame> between(const StackProfile &Stacks,
                                    const StackContext &Inner);

private:
  using Chain = llvm::SmallVector<TailFrame, 4>;
  /// Functions that a call entered, and how often.
  using Entries = std::map<ModuleFunction, uint64_t>;

  /// Functions of a chain; longer ones are not found.
  static constexpr size_t MostFrames = 8;
  /// Steps of a search; one that needs more finds nothing.
  static constexpr unsigned MostSteps = 2048;
  /// Steps of all searches; then no more chains are found.
  static constexpr unsigned MostStepsOfAll = 4 << 20;
  /// Functions that one call entered; of a call with more, none is used.
  static constexpr size_t MostEntered = 64;

  /// The tail calls of a function, each callee once.
  struct TailCalls {
    std::map<ModuleFunction, uint64_t> Callees; ///< Jump as in TailFrame
    bool HasIndirect = false;
    uint64_t Indirect = 0; ///< address; 0 if there are several
  };

  /// The chains that a search has found.
  struct Found {
    size_t Number = 0; ///< 2 if there are more, or may be
    Chain First;
    void add(llvm::ArrayRef<TailFrame> Path) {
      if (++Number == 1)
        First.assign(Path.begin(), Path.end());
    }
  };
  /// Returns whether the walk follows the tail calls of \p At, to which \p Path
  /// leads.
  using VisitFn =
      llvm::function_ref<bool(llvm::ArrayRef<TailFrame> Path, ModuleFunction)>;

  ModuleJumps *jumpsOf(uint32_t Module);
  const CodeFunction &codeOf(ModuleFunction Function);
  std::optional<ModuleFunction> functionOf(uint32_t Module,
                                           const CodeEntry &Entry);
  bool enters(uint32_t Module, const CodeEntry &Entry, ModuleFunction Function);
  Entries countedAt(uint32_t Module, const Transfer &Call);
  Entries enteredFirst(ModuleFunction Called, Entries Counted);
  bool isCounted(uint32_t Module, const Transfer &Call,
                 ModuleFunction Function) const;
  const TailCalls &tailCallsOf(ModuleFunction Function);
  bool walk(ModuleFunction At, Chain &Path, unsigned &Steps, VisitFn Visit);
  Found chains(ModuleFunction From, ModuleFunction To);
  Found indirectChains(ModuleFunction From, const Entries &Entered,
                       ModuleFunction To);
  Chain find(uint32_t Module, uint64_t Address, ModuleFunction Inner);

  ProcessCode &Code;
  std::vector<std::unique_ptr<ModuleJumps>> Modules;
  /// The functions that calls at an address entered, by module and address.
  std::map<std::pair<uint32_t, uint64_t>, Entries> Counted;
  unsigned AllSteps = 0; ///< of all searches
  std::map<ModuleFunction, TailCalls> Known;
  std::map<std::pair<ModuleFunction, ModuleFunction>, Found> KnownChains;
  std::map<std::tuple<uint32_t, uint64_t, ModuleFunction>, Chain> Results;
};

} // namespace gmon

#endif // GMON_ANALYZER_MISSINGFRAMES_H
