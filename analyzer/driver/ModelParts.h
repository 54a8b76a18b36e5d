//===-- ModelParts.h - The contents of a model ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a model that a command demands and the stages make.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DRIVER_MODELPARTS_H
#define GMON_ANALYZER_DRIVER_MODELPARTS_H

namespace gmon {

/// What a model shall have beside the functions and their calls. Less is
/// faster.
struct ModelParts {
  bool Stacks = true;  ///< the measured stacks, if there are some
  bool Sources = true; ///< the places of functions in the source
  bool Lines = false;  ///< the times and counts of lines, as with -l
  /// The same if it has more than the stacks have: counts, or all without
  /// stacks.
  bool CountedLines = false;
  /// The stacks also beside costs that are counted, for the calls that the
  /// sidecar file has. Samples are then no part of the profile's cost.
  bool StacksBesideCosts = false;
  bool Assembly = false; ///< the code of functions, on demand
  /// How certain it is which functions made tail calls: ProfileModel::Doubts.
  bool CallDoubts = false;
  /// All functions of the program, and nothing that was counted:
  /// ProfileModel::Single counts that, one profile at a time.
  bool Apart = false;
};

} // namespace gmon

#endif // GMON_ANALYZER_DRIVER_MODELPARTS_H
