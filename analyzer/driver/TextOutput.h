//===-- TextOutput.h - Prints all reports as text ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the results of the stages. Out: text on a stream, and annotated files.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_TEXTOUTPUT_H
#define GMON_ANALYZER_TEXTOUTPUT_H

#include "driver/Settings.h"

namespace gmon {

/// Prints the reports of \p Set to \p Out. \p Objects is the map of -R, or
/// null.
llvm::Error printText(const Settings &Set, const StageResults &Stages,
                      const std::optional<ObjectMap> &Objects,
                      llvm::raw_ostream &Out, Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_TEXTOUTPUT_H
