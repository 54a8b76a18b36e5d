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
#include "model/StackBuilder.h"
#include "stacks/ProcessCode.h"

namespace gmon {

/// The stacks of a report's profiles, and the code of their modules, to which
/// models refer.
class StackStage {
public:
  /// Reads the code of all modules of \p Stacks. \p Program and \p Code must
  /// outlive the result, \p Depth is how much of the debug information \p Code
  /// has, and \p Arcs are the program's calls.
  StackStage(StackProfile Stacks, const Image &Program, const ProgramCode &Code,
             DebugInfo::Depth Depth, llvm::ArrayRef<RawArc> Arcs,
             Warnings &Warn);

  /// Adds the linkage names of all functions on stacks to \p Names.
  void addNames(std::vector<llvm::StringRef> &Names);

  StackModel makeModel(const StageResults &From, const ProfileModel &Program);

private:
  void findMissingFrames();

  StackProfile Stacks;
  std::optional<DebugInfo> Inlined; ///< of the program, if its code lacks it
  std::unique_ptr<ProcessCode> Code;
  std::unique_ptr<MissingFrames> Missing; ///< of Code
  std::vector<ModuleCalls> Calls;
};

/// Returns the sum of the stacks beside \p Profiles; nothing if a profile has
/// none. Warns of sidecar files that are not used.
std::optional<StackProfile> readStacks(llvm::ArrayRef<FileContents> Profiles,
                                       Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_STACKSTAGE_H
