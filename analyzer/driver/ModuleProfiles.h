//===-- ModuleProfiles.h - Profiles of the same process ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process writes a profile for each module with counters. In: sidecar files,
// which name all of them. Out: the profiles of the modules other than the one
// whose profile the user names.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODULEPROFILES_H
#define GMON_ANALYZER_MODULEPROFILES_H

#include "files/FileNames.h"
#include "profile/GmonReader.h"
#include "profile/StackProfile.h"
#include "program/Image.h"
#include "support/Errors.h"
#include <map>
#include <set>

namespace gmon {

/// Returns the build-id in the header of \p Profile, as gmon/format.h shortens
/// it; empty if there is none.
std::string idOfProfile(llvm::StringRef Profile);

/// Returns the module of \p Stacks to which \p Profile belongs, or null. \p
/// Library is the library's name in the profile's. Of copies of a module, it is
/// the first that is not in \p Seen, if there is one.
const StackModule *moduleOf(llvm::StringRef Profile, llvm::StringRef Library,
                            const StackProfile &Stacks,
                            const std::set<const StackModule *> &Seen = {});

/// The profile of a module, over all runs.
struct ModuleProfile {
  StackModule Module;
  Profile Data;   ///< without samples, which the stacks have
  NameList Files; ///< names of the data files
};

class ModuleProfiles {
public:
  /// The profiles of \p Program are left out.
  explicit ModuleProfiles(const Image &Program) : Program(Program) {}

  /// Reads the profiles that lie beside the file \p Sidecar and whose digests
  /// are in \p Stacks.
  void add(llvm::StringRef Sidecar, const StackProfile &Stacks);

  /// Returns the profile of each module that has one in all runs in which it
  /// was loaded. Warns of damaged profiles and of those of other runs.
  std::vector<ModuleProfile> take(Warnings &Warn);

  /// Whether a warning of take() is about \p Module.
  bool hasFailed(const StackModule &Module) const {
    return Failures.count({Module.Path, Module.BuildId}) != 0;
  }

private:
  using Key = std::pair<std::string, std::string>; ///< path and build-id
  struct Counted {
    std::optional<GmonReader> Reader;
    uint64_t NumLoaded = 0;
    NameList Profiles; ///< names of the data files
  };

  /// Notes which of \p OfOthers, profiles that \p Stacks do not name, are
  /// beside them instead of one of a module that is not among \p Seen.
  void noteOthers(llvm::StringRef Sidecar, const StackProfile &Stacks,
                  llvm::ArrayRef<std::string> OfOthers,
                  const std::set<const StackModule *> &Seen);

  const Image &Program;
  std::map<Key, Counted> Modules;
  std::map<Key, std::string> Failures; ///< the first of each module
};

} // namespace gmon

#endif // GMON_ANALYZER_MODULEPROFILES_H
