//===-- SegmentMeter.h - Measures single profiles of sets -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: profiles of the ranks of a job, and a caller and a callee. Out: how
// evenly the calls are distributed over the ranks.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_SEGMENTMETER_H
#define GMON_ANALYZER_COMMANDS_SEGMENTMETER_H

#include "commands/check/QuantityMeter.h"

namespace gmon::command {

/// The figures of quantities for which Quantity::isOfSegments(), by their text.
/// Nothing of calls if the profiles with the label do not have the module, any
/// calls or a function of that name.
using SegmentFigures = std::map<std::string, std::optional<Figure>>;

/// Measures \p Wanted, an imbalance of calls, in the profiles of \p Model,
/// which has ProfileModel::Single.
llvm::Expected<Figure> imbalanceOfCalls(const ProfileModel &Model,
                                        const Quantity &Wanted);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_SEGMENTMETER_H
