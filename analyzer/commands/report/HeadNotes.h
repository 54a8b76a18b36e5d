//===-- HeadNotes.h - What a profile lacks ----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the head of a report says about missing samples, profiles and calls. In:
// the model. Out: lines.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_HEADNOTES_H
#define GMON_ANALYZER_HEADNOTES_H

#include "model/ProfileModel.h"

namespace gmon::command {

/// Returns the lines about what \p Model lacks; empty if it lacks nothing.
std::string headNotes(const ProfileModel &Model);

} // namespace gmon::command

#endif // GMON_ANALYZER_HEADNOTES_H
