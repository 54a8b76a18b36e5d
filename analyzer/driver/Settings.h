//===-- Settings.h - What each stage needs of the options -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No stage reads the command line. In: the options, which are const, and the
// profile, which determines the reports if the user does not. Out: a small
// struct for each stage.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SETTINGS_H
#define GMON_ANALYZER_SETTINGS_H

#include "code/ProgramCode.h"
#include "driver/ModelParts.h"
#include "formats/Format.h"
#include "options/Options.h"
#include "reports/Reports.h"

namespace gmon {

/// The kind of output.
enum class OutputKind { Text, Format, Model };

/// The counts to compute.
struct CountSettings {
  llvm::ArrayRef<SpecRequest> Specs;
  bool UsesGnuRules = false;
  bool Blocks = false;       ///< block counts of lines
  bool Source = false;       ///< source counters
  bool WarnOfBlocks = false; ///< if no report shows the block counts
  /// Some report is by line: warn if there are no lines.
  bool WantsLines = false;
  /// Counts of lines' code, which GNU gprof's reports have not: they count by
  /// symbol, and take each 0 for a count.
  bool LineCounts = false;
};

/// Settings of the call graph's arcs.
struct GraphSettings {
  bool StaticCalls = false;
  bool FunctionsOfLines = false; ///< also make a graph of functions beside that
                                 ///< of lines
  uint64_t MaxBrokenArcs = 0;
};

/// The sum to write.
enum class SumToWrite { None, Own, Gnu };

struct Settings {
  unsigned Reports = 0; ///< ReportKinds
  unsigned Debug = 0;   ///< DebugKinds
  SumToWrite Sum = SumToWrite::None;
  FileFormat SumFormat = FileFormat::Auto;
  bool HasArcs = false; ///< stages behind the arcs are needed
  CodeSettings Code;
  llvm::ArrayRef<std::string> DebugFolders; ///< see Options
  CountSettings Counts;
  GraphSettings Graph;
  NameSettings Names;
  TextSettings Text;
  AnnotationSettings Annotation;
  FilterLimits Filter;
  ModelSettings Model;
  FormatSettings Format;

  bool wants(ReportKind Kind) const { return Reports & Kind; }
};

/// The needs of an output in addition to the user's options.
struct OutputNeeds : ModelParts {
  OutputNeeds() { Stacks = false; }
  explicit OutputNeeds(const ModelParts &Parts) : ModelParts(Parts) {}

  OutputKind Kind = OutputKind::Text;
  bool Times = false;
  bool Groups = false; ///< those of the model
};

/// Returns the settings of all stages behind the data files. They refer to \p
/// Opts. Fails if \p Data lacks the data for a report; warns of options without
/// effect.
llvm::Expected<Settings> makeSettings(const Options &Opts, OutputNeeds Needs,
                                      const Profile &Data, Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_SETTINGS_H
