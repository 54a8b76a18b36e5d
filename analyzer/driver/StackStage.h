//===-- StackStage.h - Stacks beside the profiles ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages of measured stacks. In: the names of profiles, and the program's
// code. Out: the model of the stacks in the sidecar files beside the profiles.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKSTAGE_H
#define GMON_ANALYZER_STACKSTAGE_H

#include "code/ProgramCode.h"
#include "driver/LibraryLines.h"
#include "driver/ModuleProfiles.h"
#include "driver/ProfileGroups.h"
#include "model/StackBuilder.h"
#include "stacks/ProcessCode.h"

namespace gmon {

/// The stacks of sidecar files, and the profiles that these name.
struct MeasuredStacks {
  StackProfile Stacks;                 ///< the sum over all runs
  std::vector<ModuleProfile> Profiles; ///< of modules beside the program
  std::vector<bool> HasFailed; ///< by module: a warning is about its profile
};

/// What a StackStage is used for.
enum class StackUse {
  Callers,        ///< programCalls() only, which costs less
  Model,          ///< all but the next
  ModelWithDoubts ///< ModelParts::CallDoubts, too
};

/// The stacks of a report's profiles, and the code of their modules, to which
/// models refer.
class StackStage {
public:
  /// Reads the code of all modules of \p Stacks. \p Program and \p Code must
  /// outlive the result, \p Depth is how much of the debug information \p Code
  /// has, \p DebugFolders are those of ModuleSearch, and \p Arcs are the
  /// program's calls.
  StackStage(MeasuredStacks Stacks, const Image &Program,
             const ProgramCode &Code, DebugInfo::Depth Depth,
             llvm::ArrayRef<std::string> DebugFolders,
             llvm::ArrayRef<RawArc> Arcs, StackUse Use, Warnings &Warn);

  /// Adds the linkage names of all functions on stacks to \p Names.
  void addNames(std::vector<llvm::StringRef> &Names);

  /// Adds the stacks to \p Model, which then refers to this object. Warns of
  /// libraries whose source counters have no meaning.
  void addTo(ProfileModel &Model, const StageResults &Stages, Warnings &Warn);

  /// Adds to \p Model, which has the stacks, how often lines of libraries with
  /// profiles were executed.
  void addLibraryLines(ProfileModel &Model, Warnings &Warn);

  /// Returns the calls of the program's profile, with tail calls from the
  /// functions that made them.
  std::vector<RawArc> programCalls() const;

  /// The code of all modules.
  ProcessCode &code() { return *Code; }

private:
  /// Returns the number of \p Profile among the modules, or GMON_NO_MODULE.
  uint32_t numberOf(const ModuleProfile &Profile) const;
  void findTailCalls(llvm::ArrayRef<ModuleCalls> Calls, bool WithDoubts);
  void readSource(Warnings &Warn);
  void tellMissing(llvm::ArrayRef<ModuleCalls> Calls, Warnings &Warn) const;

  MeasuredStacks Measured;
  std::optional<DebugInfo> Inlined; ///< of the program, if its code lacks it
  std::unique_ptr<ProcessCode> Code;
  // What is known of tail calls. Each refers to those before it.
  std::unique_ptr<TailCallGraph> Jumps;
  std::unique_ptr<EntryCounts> Counts;
  std::unique_ptr<TailShares> Shares;
  std::unique_ptr<MissingFrames> Missing;
  TrueCalls TrueCallers;
  uint64_t Outside = 0; ///< stands for callers in other modules
  std::unique_ptr<OutgoingCallees> Outgoing;
  std::vector<SourceCounts> Source; ///< by module; none of the program
  LibraryLines Lines;
};

/// Reads the sidecar files beside \p Profiles, which are of \p Program, and the
/// other profiles that they name. Keeps the samples of \p Groups apart. Returns
/// nothing if a profile has no stacks. Warns of files that are not used.
std::optional<MeasuredStacks>
readStacks(const NameList &Profiles, const std::optional<ProfileGroups> &Groups,
           const Image &Program, Warnings &Warn);

/// Returns the linkage names of functions that \p Program calls, by the address
/// of the call: from \p Stacks or, if it was not read, from the files beside \p
/// Profiles.
std::map<uint64_t, std::string>
calledNames(const std::optional<MeasuredStacks> &Stacks,
            const NameList &Profiles, const Image &Program);

} // namespace gmon

#endif // GMON_ANALYZER_STACKSTAGE_H
