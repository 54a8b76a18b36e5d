//===-- Settings.h - What each stage needs of the options -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No stage sees the command line. In: the options, which are const, and
// the profile, which chooses the reports if the user does not. Out: a small
// struct for each stage.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SETTINGS_H
#define GMON_ANALYZER_SETTINGS_H

#include "code/ProgramCode.h"
#include "formats/Format.h"
#include "options/Options.h"
#include "reports/Reports.h"

namespace gmon {

/// What the stages' results become.
enum class OutputKind { Text, Format, Model };

/// What is counted.
struct CountSettings {
  llvm::ArrayRef<SpecRequest> Specs;
  bool UsesGnuRules = false;
  bool Blocks = false;       ///< block counts of lines
  bool Source = false;       ///< source counters
  bool WarnOfBlocks = false; ///< if there are block counts that no report has
  /// Some report is of lines: warn if there are none.
  bool WantsLines = false;
};

/// What becomes of the arcs.
struct GraphSettings {
  bool StaticCalls = false;
  bool FunctionsOfLines = false; ///< a graph of functions beside that of lines
  uint64_t MaxBrokenArcs = 0;
  bool SubtractHooks = false;
};

/// Which sum is written.
enum class SumKind { None, Own, Gnu };

/// What --make-filter looks for.
struct FilterSettings {
  uint64_t Calls = 0;
  double Percent = 0;
};

struct Settings {
  unsigned Reports = 0; ///< ReportKinds
  unsigned Debug = 0;   ///< DebugKinds
  SumKind Sum = SumKind::None;
  FileFormat SumFormat = FileFormat::Auto;
  bool HasArcs = false; ///< the stages behind the arcs have work to do
  CodeSettings Code;
  CountSettings Counts;
  GraphSettings Graph;
  NameSettings Names;
  TextSettings Text;
  AnnotationSettings Annotation;
  FilterSettings Filter;
  ModelSettings Model;
  FormatSettings Format;

  bool wants(ReportKind Kind) const { return Reports & Kind; }
};

/// What an output needs beside what the user asks for.
struct OutputNeeds {
  OutputKind Kind = OutputKind::Text;
  bool Lines = false;
  bool Times = false;
};

/// The settings of all stages behind the data files. Keeps references to
/// \p Opts. Fails if a report needs what \p Data do not have; warns of options
/// without effect.
llvm::Expected<Settings> makeSettings(const Options &Opts, OutputNeeds Needs,
                                      const Profile &Data, Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_SETTINGS_H
