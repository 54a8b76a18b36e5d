//===-- SegmentReport.h - A table of labels, ranks or processes -*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: options, and the name of what has rows. Out: the time and the calls of
// each label, rank or process of sets.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_SEGMENTREPORT_H
#define GMON_ANALYZER_COMMANDS_SEGMENTREPORT_H

#include "commands/CommandLine.h"
#include "commands/Commands.h"

namespace gmon::command {

/// Whether \p Line asks for this table.
bool isBySegment(const CommandLine &Line);

/// Executes "report --by=label", "--by=rank" or "--by=process".
llvm::Error reportSegments(const CommandLine &Line, Context &To);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_SEGMENTREPORT_H
