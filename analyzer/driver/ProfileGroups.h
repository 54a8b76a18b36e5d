//===-- ProfileGroups.h - Profiles by label, rank or process ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the names of profiles, most of them members of sets. Out: groups of them,
// in order of their keys. Each group is read to its end before the next one, so
// that the counts of one are in memory.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILEGROUPS_H
#define GMON_ANALYZER_PROFILEGROUPS_H

#include "driver/ProfileCounter.h"
#include <map>

namespace gmon {

enum class GroupKey { Label, Rank, Process, RankAndLabel };

/// Returns the word for \p Key: "label".
llvm::StringRef nameOf(GroupKey Key);

/// Returns what distinguishes the group of the profile \p File by \p Key from
/// others: a label, a process; empty if there is no label or rank.
std::string nameOfGroup(llvm::StringRef File, GroupKey Key);

struct ProfileGroup {
  /// The label, the rank, or the process: its number, with the host if there
  /// are several, or the name of a file that is in no set. Empty if there is no
  /// label or rank. By rank and label, the label.
  std::string Name;
  std::optional<uint32_t> Rank;
  llvm::ArrayRef<uint32_t> Files; ///< indices of the profiles
};

/// Divides profiles into groups.
class ProfileGroups {
public:
  /// \p Files must outlive the result.
  ProfileGroups(const NameList &Files, GroupKey Key);

  size_t size() const { return Ends.size(); }
  ProfileGroup operator[](size_t I) const;
  /// Returns the number of the group of each file.
  std::vector<uint32_t> numbers() const;

private:
  const NameList &Files;
  const GroupKey Key;
  bool HasHosts = false;       ///< there are several
  std::vector<uint32_t> Order; ///< indices of Files, by group
  std::vector<uint32_t> Ends;  ///< of groups in Order
};

/// What a group counted. Times are in samples.
struct GroupCounts {
  double All = 0;          ///< of its processes
  double Program = 0;      ///< of the program
  double OtherModules = 0; ///< of other modules
  uint64_t Calls = 0;
  std::vector<FunctionCount> Functions; ///< with time or calls
};

/// Reads groups of the profiles of \p Counter, whose samples are all of one
/// kind.
class GroupReader {
public:
  explicit GroupReader(const ProfileCounter &Counter) : Counter(Counter) {}

  /// Passes each arc, as in SingleCounts, to \p TakeArc.
  llvm::Expected<GroupCounts> read(
      const ProfileGroup &Group,
      llvm::function_ref<void(const ModelArc &)> TakeArc =
          [](const ModelArc &) {});
  /// What the samples that were read count.
  const CostKind &cost() const { return Cost; }

private:
  llvm::Error takeCost(const CostKind &Found, llvm::StringRef File);

  const ProfileCounter &Counter;
  CostKind Cost;
};

/// Adds what \p Groups, by rank and label, counted to \p Model, which has all
/// functions that they counted.
llvm::Error addGroups(const StageResults &Stages,
                      const std::optional<ProfileGroups> &Groups,
                      ProfileModel &Model);

/// Names functions of \p Model, so that no two names are equal.
void nameDistinctly(const ProfileModel &Model,
                    std::map<FunctionIndex, std::string> &Names);

} // namespace gmon

#endif // GMON_ANALYZER_PROFILEGROUPS_H
