//===-- Driver.h - Runs the stages of the analyzer --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipeline from options to reports. In: options. Out: reports on a stream,
// gmon.sum, annotated files.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DRIVER_H
#define GMON_ANALYZER_DRIVER_H

#include "options/Options.h"
#include "support/Errors.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

class ProfileModel;

/// Executes \p Opts and prints to \p OS. Prints and writes nothing before all
/// input has been read without an error.
llvm::Error analyze(const Options &Opts, llvm::raw_ostream &OS, Warnings &Warn);

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
  /// How certain it is which functions made tail calls: StackModel::Doubts.
  bool CallDoubts = false;
  /// All functions of the program, and nothing that was counted:
  /// ProfileModel::Single counts that, one profile at a time.
  bool Apart = false;
};

/// Takes a model, which is valid during the call.
using ModelFn = llvm::function_ref<llvm::Error(const ProfileModel &)>;

/// Passes the model that \p Opts choose to \p Take, whatever their format.
llvm::Error computeModel(const Options &Opts, Warnings &Warn, ModelFn Take,
                         const ModelParts &Parts = {});

} // namespace gmon

#endif // GMON_ANALYZER_DRIVER_H
