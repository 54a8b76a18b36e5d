//===-- QuantityMeter.h - Measures what rules name --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel with all functions, the files of the process, and a
// quantity of a rule. Out: its value in this profile, or the reason why there
// is none. Names mean functions. Calls between functions are counted, and
// whether the count is complete: otherwise a rule such as calls(f -> malloc) ==
// 0 would hold for an f whose calls nobody counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_QUANTITYMETER_H
#define GMON_ANALYZER_COMMANDS_QUANTITYMETER_H

#include "commands/check/Baseline.h"
#include "commands/check/Rules.h"
#include "counts/Instrumented.h"
#include "model/FunctionLookup.h"
#include "model/StackFacts.h"
#include "model/StackTimes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <optional>

namespace gmon::command {

/// The functions of one name.
using NamedFunctions = llvm::SmallVector<FunctionIndex, 1>;

/// What a name means. A name of several functions means all of them; the last
/// components of several names mean none.
struct NamedInRule {
  NamedFunctions InProgram; ///< functions of the program
  NamedFunctions OnStacks;  ///< functions of all modules, if there are stacks
  /// No profiled code calls it. The program or its libraries have a function of
  /// this name, or take one from elsewhere.
  bool IsOnlyLinked = false;
  std::string Missing; ///< why InProgram is empty, or empty
};

class RuleNames {
public:
  explicit RuleNames(const ProfileModel &Model);

  /// The result is valid as long as this object.
  const NamedInRule &of(llvm::StringRef Name) const;

  /// Whether the profile has a function \p Name, or one whose name ends in "::"
  /// and \p Name. Costs less than of(), which searches for similar names.
  bool isKnown(llvm::StringRef Name) const;
  /// Whether \p Name means functions on stacks that the program only inlines.
  bool isInlinedEverywhere(llvm::StringRef Name) const;
  /// Whether the name of a function contains \p Part.
  bool anyContains(llvm::StringRef Part) const;

private:
  bool isCertain(FunctionIndex F) const;
  NamedInRule find(llvm::StringRef Name) const;
  void findByScopes(llvm::StringRef Name, NamedInRule &Result) const;
  void findLinked(llvm::StringRef Name, NamedInRule &Result) const;
  std::string whyNotInProgram(llvm::StringRef Name,
                              const NamedFunctions &OnStacks) const;
  const FunctionLookup &linked() const;

  const ProfileModel &Model;
  FunctionLookup Lookup;
  std::optional<FunctionLookup> StackLookup; ///< if there are stacks
  llvm::BitVector HasCalls; ///< functions of stacks whose code makes calls
  mutable llvm::StringMap<NamedInRule> Known;
  mutable llvm::StringMap<bool> Contained; ///< results of anyContains()
  /// Libraries that no stack and no call is in; and the functions of all files,
  /// once a name needs them.
  mutable std::vector<Image> Needed;
  mutable std::optional<FunctionLookup> Linked;
};

/// Whether \p F is a function of the program that has no code of its own.
bool isOnlyInlined(const ProfileModel &Model, FunctionIndex F);

struct CallCount {
  std::string Missing; ///< the reason why there is no count, or empty
  uint64_t Count = 0;
  /// How many fewer or more there may be: see StackCallDoubt.
  uint64_t Fewer = 0, More = 0;
};

class CallMeter {
public:
  /// The arguments must outlive the result.
  CallMeter(const ProfileModel &Model, const RuleNames &Names)
      : Model(Model), Names(Names) {}

  CallCount countOf(llvm::StringRef Callee) const { return count("", Callee); }
  /// Counts the calls of \p Callee by \p Caller. Those that enter a thunk of \p
  /// Callee first are among them, and those by the parts of a coroutine.
  CallCount countBetween(llvm::StringRef Caller, llvm::StringRef Callee) const;

private:
  /// Functions of all modules.
  struct Pair {
    NamedFunctions Callers, Callees;

    bool hasCaller(llvm::ArrayRef<FunctionIndex> Some) const;
    bool hasCallee(FunctionIndex F) const;
  };

  bool isElsewhere(llvm::StringRef Name) const;
  bool isCountedInlined(llvm::StringRef Name) const;
  bool isInOtherModule(llvm::StringRef Caller, llvm::StringRef Callee) const;
  bool isCounted(FunctionIndex F) const;
  bool isNeverEntered(llvm::StringRef Name) const;
  bool isNeverCalled(const NamedFunctions &Callees) const;
  NamedFunctions findInProcess(llvm::StringRef Name) const;
  CallCount count(llvm::StringRef Caller, llvm::StringRef Callee) const;
  CallCount countInProcess(llvm::StringRef Caller,
                           llvm::StringRef Callee) const;
  uint64_t callsInProgram(llvm::StringRef Caller, llvm::StringRef Callee) const;
  uint64_t
  sumSites(const Pair &Functions,
           llvm::function_ref<bool(const StackSiteCalls &)> IsWanted) const;
  void addDoubts(const Pair &Functions, CallCount &Result) const;

  const ProfileModel &Model;
  const RuleNames &Names;
};

/// Sets \p Missing, unless it is set, if the profile of \p Model has no calls.
void requireCalls(const ProfileModel &Model, std::string &Missing);

class CountCoverage {
public:
  /// The arguments must outlive the result.
  CountCoverage(const ProfileModel &Model, const RuleNames &Names)
      : Model(Model), Names(Names) {}

  /// Returns why there may be more calls of \p Callee, from \p Caller unless
  /// that is empty, than \p Count; empty if that is certain.
  std::string whyMoreCalls(llvm::StringRef Caller, llvm::StringRef Callee,
                           uint64_t Count) const;

  /// Returns why \p Functions, called \p Name, lack counts of blocks, or "".
  std::string whyNoBlocks(llvm::StringRef Name,
                          const NamedFunctions &Functions) const;

private:
  /// A function of a module of the process.
  struct Place {
    const Instrumented *Module = nullptr; ///< null if its file is unknown
    uint64_t Address = 0;                 ///< 0 if it is inlined everywhere
    bool HasProfile = false;              ///< of the module
    llvm::StringRef ModuleName;

    const InstrumentedFunction *find() const {
      return Module ? Module->find(Address) : nullptr;
    }
  };

  const Instrumented &program() const;
  const Instrumented &read(const Image &File) const;
  bool countsOutgoing(const Instrumented &File) const;
  llvm::SmallVector<Place, 1> placesOf(llvm::StringRef Name) const;
  std::string whyCallerLacks(llvm::StringRef Caller,
                             llvm::StringRef Callee) const;

  const ProfileModel &Model;
  const RuleNames &Names;
  mutable std::optional<Instrumented> Program;         ///< once it is needed
  mutable std::map<const Image *, Instrumented> Files; ///< likewise
};

/// The value of a quantity in a profile.
struct Figure {
  std::string Missing; ///< the reason why there is no value, or empty
  bool IsOpen = false; ///< Missing is a lack of samples or counts
  uint64_t Count = 0;
  /// What Count lacks, if it is of units of several events.
  double Rest = 0;
  double Samples = 0; ///< of times
  /// Parts of Count or Samples that are not exact.
  std::map<std::string, CostEstimate> Estimates;
  /// An imbalance or a number beside one, its sampling error, and its rank.
  std::optional<double> Ratio;
  double RatioError = 0;
  std::optional<uint32_t> Rank;
  double Chance = 0;    ///< that ranks which take equally long have this Ratio
  bool IsShare = false; ///< Ratio is a part of a whole
  std::string Others;   ///< which lines are not part of it
  bool IsTime = false;
  bool IsMeasured = false; ///< of the stacks, which are the whole process's

  /// Whether chance alone may be the reason of an imbalance.
  bool mayBeChance() const {
    return RatioError > 0 && !StackRanks::isSignificant(Chance);
  }

  double value() const {
    return Ratio ? *Ratio : IsTime ? Samples : double(Count) + Rest;
  }
};

class QuantityMeter {
public:
  /// \p NeedsStacks if quantities are of functions' time.
  QuantityMeter(const ProfileModel &Model, bool NeedsStacks);

  /// \p Wanted is no Baseline.
  Figure measure(const Quantity &Wanted) const;
  /// The number of threads whose samples are missing in \p Wanted.
  uint64_t unsampledThreads(const Quantity &Wanted) const;

  /// Returns what Quantity::Work is in this profile: blocks or, if none were
  /// counted, calls; if the profile has an exact cost, that.
  Quantity workOf(const Quantity &Wanted) const;

  /// Returns the functions of the program that \p Name means.
  const NamedFunctions &findInProgram(llvm::StringRef Name) const {
    return Names.of(Name).InProgram;
  }
  /// Returns findInProgram(); if there is none, \p Missing says why.
  const NamedFunctions &find(llvm::StringRef Name, std::string &Missing) const;
  /// Whether the profile has functions of all names of \p Wanted.
  bool hasFunctions(const Quantity &Wanted) const {
    return llvm::all_of(Wanted.Names, [&](llvm::StringRef Name) {
      return Names.isKnown(withoutStubSuffix(Name));
    });
  }
  /// Whether \p Wanted is the calls of a function that code without counters
  /// may call, too, such as that of libraries.
  bool lacksCallers(const Quantity &Wanted) const;
  double allSamples(bool IsMeasured) const;

private:
  const NamedFunctions &findOnStacks(llvm::StringRef Name) const {
    return Names.of(Name).OnStacks;
  }
  void measureCalls(const Quantity &Wanted, Figure &Result) const;
  void measureStacks(const Quantity &Wanted, Figure &Result) const;
  void measureImbalance(const Quantity &Wanted, Figure &Result) const;
  void measureMpi(const Quantity &Wanted, Figure &Result) const;
  CopySamples inlinedTime(llvm::StringRef Name) const;
  double selfSamples(llvm::StringRef Name,
                     const NamedFunctions &Functions) const;
  void measureLines(const Quantity &Wanted, Figure &Result) const;
  void measureCoverage(const Quantity &Wanted, Figure &Result) const;
  void requireSamples(Figure &Result) const;
  void measureSelf(const Quantity &Wanted, Figure &Result) const;
  void measureTotal(const Quantity &Wanted, Figure &Result) const;
  void measureBlocks(const Quantity &Wanted, Figure &Result) const;
  void measureCycles(const Quantity &Wanted, Figure &Result) const;
  void measureLimit(const Quantity &Wanted, Figure &Result) const;
  uint64_t blocksOf(const NamedFunctions &Functions) const;
  bool lacksCounts(const ModelFunction &Function) const;
  bool hasLineCounts(const ModelFunction &Function) const;
  void requireCounts(const NamedFunctions &Functions, Figure &Result) const;
  Figure measureKnown(const Quantity &Wanted) const;
  void addEstimate(FunctionIndex Index, Figure &Result) const;
  std::string otherCost(const std::string &Wanted) const;
  void measureCost(const Quantity &Wanted, Figure &Result) const;

  const ProfileModel &Model;
  const RuleNames Names;
  const CallMeter Calls;            ///< of Names
  const CountCoverage Coverage;     ///< of Names
  std::optional<StackTimes> Stacks; ///< if there are some, and rules need them
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_QUANTITYMETER_H
