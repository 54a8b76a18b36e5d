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

#include "costs/CallFacts.h"
#include "costs/FlowSolver.h"
#include "profile/Profile.h"
#include "program/Image.h"
#include <map>

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
  /// Executions of string instructions whose repetitions are not counted.
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

struct InstructionCount {
  uint64_t Count = 0;
  bool IsExact = true; ///< else an estimate
  bool IsOwn = false;  ///< the instruction is the profiler's
};

class InstructionCounts {
public:
  /// Fails if \p Program or \p Data lack what is needed.
  static llvm::Expected<InstructionCounts> compute(const Image &Program,
                                                   const Profile &Data);

  /// Returns the count of the instruction at \p Address, if it has one.
  std::optional<InstructionCount> find(uint64_t Address) const;

  /// Returns the sum of the executions of all bytes of \p Code.
  double executedBytes(AddressRange Code) const;

  /// The calls in functions with counts, by function.
  llvm::ArrayRef<ExecutedCall> calls() const { return Calls; }
  /// The functions with counts, by address.
  llvm::ArrayRef<AddressRange> functions() const { return Functions; }

  /// Add code, and instructions of the profiler. Sorted by address.
  void addPiece(AddressRange Code, uint64_t Count, bool IsExact) {
    Pieces.push_back({Code, Count, IsExact});
  }
  void addOwn(AddressRange Code) { Own.push_back(Code); }
  void addFunction(AddressRange Code) { Functions.push_back(Code); }
  void addCall(const ExecutedCall &Call) { Calls.push_back(Call); }

private:
  /// Code whose instructions were executed equally often.
  struct Piece {
    AddressRange Code;
    uint64_t Count;
    bool IsExact;
  };
  std::vector<Piece> Pieces;
  std::vector<AddressRange> Own;
  std::vector<ExecutedCall> Calls;
  std::vector<AddressRange> Functions;
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_CODECOSTS_H
