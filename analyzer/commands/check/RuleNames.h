//===-- RuleNames.h - The functions that rules name -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel with all functions, and a name in a rule. Out: the
// functions that the name means, or the reason why it means none.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_RULENAMES_H
#define GMON_ANALYZER_COMMANDS_RULENAMES_H

#include "model/FunctionLookup.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"
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

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_RULENAMES_H
