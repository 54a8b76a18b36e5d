//===-- CallMeter.h - Counts the calls that rules name ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the model of a profile, the files of the process, and the names of a
// caller and a callee. Out: the calls between them, or all calls of the callee,
// how certain that is, and whether the count is complete. Otherwise a rule such
// as calls(f -> malloc) == 0 would hold for an f whose calls nobody counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_CHECK_CALLMETER_H
#define GMON_ANALYZER_COMMANDS_CHECK_CALLMETER_H

#include "commands/check/RuleNames.h"
#include "counts/Instrumented.h"
#include <map>

namespace gmon::command {

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

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_CHECK_CALLMETER_H
