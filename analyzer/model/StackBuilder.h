//===-- StackBuilder.h - Makes a model of measured stacks -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: stacks as addresses, the code of all modules, and the calls that profiles
// counted. Out: the StackModel.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKBUILDER_H
#define GMON_ANALYZER_STACKBUILDER_H

#include "model/StackSources.h"

namespace gmon {

/// Makes the model. \p Program is the model of the program alone, to whose
/// functions the result refers. The result refers to \p Sources.Code.
StackModel makeStackModel(const StackSources &Sources,
                          const ProfileModel &Program);

} // namespace gmon

#endif // GMON_ANALYZER_STACKBUILDER_H
