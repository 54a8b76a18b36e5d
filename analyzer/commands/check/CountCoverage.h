//===-- CountCoverage.h - What the profile can have counted -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the model of a profile, and the files of the process. Out: whether a
// count is complete. Otherwise a rule such as calls(f -> malloc) == 0 would
// hold for an f whose calls nobody counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_COUNTCOVERAGE_H
#define GMON_ANALYZER_COMMANDS_COUNTCOVERAGE_H

#include "commands/check/RuleNames.h"
#include "counts/Instrumented.h"
#include <map>

namespace gmon::command {

class CountCoverage {
public:
  /// The arguments must outlive the result.
  CountCoverage(const ProfileModel &Model, const RuleNames &Names)
      : Model(Model), Names(Names) {}

  /// Returns why there may be more calls of \p Callee, from \p Caller unless
  /// that is empty, than the \p Count that were found; empty if that is
  /// certain.
  std::string whyMoreCalls(llvm::StringRef Caller, llvm::StringRef Callee,
                           uint64_t Count) const;

  /// Returns why \p Functions, called \p Name, have no counts of blocks; empty
  /// if they have.
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

#endif // GMON_ANALYZER_COMMANDS_COUNTCOVERAGE_H
