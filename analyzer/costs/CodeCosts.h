//===-- CodeCosts.h - Costs that are counted --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many instructions were executed, or instructions of one kind. In: an
// Image with a description of its code's flow, and a Profile with the counts of
// basic blocks. Out: the cost of each function; and in the Profile, a histogram
// of the cost in place of that of samples.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_CODECOSTS_H
#define GMON_ANALYZER_COSTS_CODECOSTS_H

#include "costs/FlowSolver.h"
#include "profile/Profile.h"
#include "program/Image.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <string>

namespace gmon {

/// The instructions that cost something.
enum class CountedKind { Instructions, Loads, Stores, Branches, Calls };

struct CountedCost {
  CountedKind Kind = CountedKind::Instructions;
  bool WithOwn = false; ///< the profiler's instructions, too
  std::string name() const;

  /// Parses "loads" or "loads:all"; returns nothing if there is no such cost.
  static std::optional<CountedCost> parse(llvm::StringRef Text);
  /// The names of all kinds, for messages: "a, b or c".
  static std::string names();
};

/// The cost of a function.
struct FunctionCost {
  enum State {
    Exact,
    Bounded,     ///< between the bounds
    Contradicted ///< the counts contradict each other: the run ended inside
  };
  AddressRange Code;
  State What = Exact;
  CountRange Cost;
  /// Of the code's flow and costs and of all counts: they determine Cost. The
  /// same in other builds, whatever the addresses.
  uint64_t Digest = 0;
  std::string Name; ///< as the options demand; see CostReport::setNames()
};

/// Calls of a function that has no counts.
struct OutsideCalls {
  uint64_t Address = 0; ///< of the function, or of a stub that leads to it
  uint64_t Count = 0;
  bool IsExact = true;             ///< else an estimate
  std::string Name;                ///< like FunctionCost::Name
  std::vector<AddressRange> Sites; ///< the calls
};

/// What the costs consist of.
struct CostReport {
  CountedCost What;
  std::vector<FunctionCost> Functions; ///< those that were executed, by address
  uint64_t Total = 0;                  ///< with estimates
  /// Functions that were called, but have no counts of blocks.
  uint64_t NumWithoutCounts = 0;
  /// Repeated string instructions that were executed; each repetition costs,
  /// but is not counted.
  uint64_t Repeated = 0;
  std::vector<OutsideCalls> Outside; ///< by address
  uint64_t PointerCalls = 0;         ///< calls whose target is not in the code

  size_t numOf(FunctionCost::State State) const;
  /// Returns the cost of the functions that are not exact.
  uint64_t estimated() const;
  /// Names all functions; \p NameOf returns the name of the function at an
  /// address. \p Linked are the linkage names of called functions by the
  /// addresses of calls: one resolver (ifunc) may be that of several names, so
  /// its stub has none of its own.
  void setNames(llvm::function_ref<std::string(uint64_t)> NameOf,
                llvm::function_ref<std::string(llvm::StringRef)> Demangled,
                const std::map<uint64_t, std::string> &Linked);
};

/// Computes the costs and replaces the histograms of \p Data. Fails if \p
/// Program or \p Data lack what is needed.
llvm::Expected<CostReport> countCosts(const CountedCost &What,
                                      const Image &Program, Profile &Data);

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_CODECOSTS_H
