//===-- CallMeter.h - Counts the calls that rules name ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the model of a profile, and the names of a caller and a callee. Out: the
// calls between them, or all calls of the callee, and how certain that is.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_CALLMETER_H
#define GMON_ANALYZER_COMMANDS_CALLMETER_H

#include "commands/check/RuleNames.h"

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

  /// Counts all calls of \p Callee.
  CallCount countOf(llvm::StringRef Callee) const { return count("", Callee); }
  /// Counts the calls of \p Callee by \p Caller. Those that enter a thunk of \p
  /// Callee first are among them, and those by the parts of a coroutine.
  CallCount countBetween(llvm::StringRef Caller, llvm::StringRef Callee) const;

private:
  /// Functions of the StackModel.
  struct Pair {
    NamedFunctions Callers, Callees;

    bool hasCaller(llvm::ArrayRef<StackFunctionIndex> Some) const;
    bool hasCallee(StackFunctionIndex F) const;
  };

  bool isElsewhere(llvm::StringRef Name) const;
  bool isCountedInlined(llvm::StringRef Name) const;
  bool isInOtherModule(llvm::StringRef Caller, llvm::StringRef Callee) const;
  bool isCounted(StackFunctionIndex F) const;
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

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_CALLMETER_H
