//===-- ReportKinds.h - The reports that the user chooses from --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kinds of reports. All formats have these kinds, not only text.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_REPORTKINDS_H
#define GMON_ANALYZER_REPORTKINDS_H

namespace gmon {

/// The reports, as bits of a set.
enum ReportKind : unsigned {
  ReportFlat = 1,
  ReportGraph = 2,
  ReportExecCounts = 4,
  ReportAnnotated = 8,
  ReportFileInfo = 16,
  ReportSum = 32,
  ReportFunctionOrder = 64,
  ReportFileOrder = 128,
  ReportFilter = 256,
};

} // namespace gmon

#endif // GMON_ANALYZER_REPORTKINDS_H
