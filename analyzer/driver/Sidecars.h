//===-- Sidecars.h - Stacks beside the profiles -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds, checks and adds up the sidecar files of profiles. In: the names of
// profiles. Out: the sum of their stacks, if all profiles have some; and the
// files of sums.
//
// A profile without stacks is a whole profile, so problems are warnings. Stacks
// of some of the runs would be measured times beside calls of all runs, so they
// are not used.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SIDECARS_H
#define GMON_ANALYZER_SIDECARS_H

#include "driver/JobTimes.h"
#include "files/FileNames.h"
#include "files/OutputFile.h"
#include "profile/sidecar/StackSum.h"
#include "support/Errors.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>

namespace gmon {

/// Returns the names that the sidecar file of \p Profile may have. The first is
/// that of a program's profile. A library's profile has the name of the
/// program's, a dot, and the library's name, which may contain dots.
llvm::SmallVector<std::string> sidecarNames(llvm::StringRef Profile);

/// Returns the sidecar files that exist of those that \p Profiles may have.
NameList existingSidecars(const NameList &Profiles);

/// Whether the digest of the file \p Profile is in \p Stacks.
bool belongsTo(const StackProfile &Stacks, llvm::StringRef Profile);

/// Adds up the sidecar files of several profiles.
class Sidecars {
public:
  /// Receives the name of a sidecar file, and its stacks, before these are
  /// added.
  using FoundFn = llvm::function_ref<void(llvm::StringRef, StackProfile &)>;

  /// Adds the stacks of \p Profile, \p Weight times. Calls \p Found if there
  /// are some. The labels of a run, one behind the other, count as one run. The
  /// profiles of several copies of a library have one file, which counts once.
  void add(
      llvm::StringRef Profile, uint64_t Weight = 1,
      FoundFn Found = [](llvm::StringRef, StackProfile &) {});

  /// Adds the profiles of \p Added behind those of this object. Returns false
  /// if both have profiles of libraries with one file; then the sum is invalid.
  [[nodiscard]] bool add(Sidecars &&Added);

  /// Returns the sum, unless a profile has no stacks. Warns of files that are
  /// not used, one line for each reason, and of ranks of two jobs.
  std::optional<StackProfile> take(Warnings &Warn);

  /// Warns if libraries have profiles beside those of programs that were added:
  /// the sum of these lacks the libraries' calls.
  void warnOfLibraries(Warnings &Warn) const;

private:
  std::optional<StackProfile> read(llvm::StringRef Profile, std::string &Name);
  void findLibrary(llvm::StringRef Profile, llvm::StringRef Name,
                   const StackProfile &Stacks);
  void addToSum(llvm::StringRef Name, llvm::Expected<StackProfile> Stacks,
                uint64_t Weight, bool ContinuesRun);

  StackSum Sum;
  JobTimes Times; ///< of the files of ranks
  uint64_t NumFound = 0;
  uint64_t NumMissing = 0;
  std::vector<std::string> OfOthers; ///< names of files of other profiles
  std::vector<std::string> Failures; ///< texts of errors
  std::string FirstName, LastName;   ///< of files with stacks
  /// The first profile of a library, by the file with its stacks.
  std::map<std::string, std::string> OfLibraries;
  std::string LibraryProfile; ///< a library's profile beside a program's
};

/// Drops the counts of ranks, and warns, if \p Stacks, the sum of those of \p
/// Profiles, may count a process several times.
void dropUnknownRanks(const NameList &Profiles, StackProfile &Stacks,
                      Warnings &Warn);

/// Returns why there are no stacks, if Sidecars::take() warned of a reason; the
/// text replaces that warning.
std::string takeStacksFailure(Warnings &Warn);

/// Returns the error for \p What, which needs stacks, if there are none. It has
/// the text of takeStacksFailure().
llvm::Error makeStacksError(const llvm::Twine &What, Warnings &Warn);

/// The data files of sums, and the sidecar files beside them. An error leaves
/// all as they were.
class SumFiles {
public:
  /// Adds the data file \p Path with \p Bytes. A library's sum joins the
  /// sidecar file of the program's if that has \p Stacks; others have one of
  /// their own. A stream has none. Fails if another kind of file has its name.
  llvm::Error add(llvm::StringRef Path, std::string Bytes,
                  std::optional<StackProfile> Stacks);

  /// Adds the data file \p Path of a library. Its stacks are those of \p Owner,
  /// which was added before, if that has some.
  void addOwned(llvm::StringRef Path, std::string Bytes, llvm::StringRef Owner);

  llvm::Error write();

private:
  llvm::Expected<StackProfile *> sidecarFor(llvm::StringRef Path,
                                            StackProfile Stacks);

  std::vector<NewFile> Files;
  std::map<std::string, StackProfile> Sidecars; ///< by name
};

} // namespace gmon

#endif // GMON_ANALYZER_SIDECARS_H
