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

#include "driver/ModelParts.h"
#include "options/Options.h"
#include "support/Errors.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gmon {

struct ProfileModel;

/// Executes \p Opts and prints to \p OS. Prints and writes nothing before all
/// input has been read without an error.
llvm::Error analyze(const Options &Opts, llvm::raw_ostream &OS, Warnings &Warn);

/// Calls \p Print for \p OS, or writes what it prints to the file that \p Opts
/// name: after an error, that is unchanged.
llvm::Error
printOutput(const Options &Opts, llvm::raw_ostream &OS,
            llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

/// Takes a model, which is valid during the call.
using ModelFn = llvm::function_ref<llvm::Error(const ProfileModel &)>;

/// Passes the model that \p Opts choose to \p Take, whatever their format.
llvm::Error computeModel(const Options &Opts, Warnings &Warn, ModelFn Take,
                         const ModelParts &Parts = {});

} // namespace gmon

#endif // GMON_ANALYZER_DRIVER_H
