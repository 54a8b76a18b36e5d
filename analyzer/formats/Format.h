//===-- formats/Format.h - Profiles for other programs ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats of llvm-gprof export. In: a ProfileModel. Out: the profile for
// another program. Each file of this folder writes one format and computes
// nothing. The table of all formats is in Format.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_FORMAT_H
#define GMON_ANALYZER_FORMATS_FORMAT_H

#include "model/ProfileModel.h"
#include "program/SourceFiles.h"
#include "support/Errors.h"
#include "views/ReportKinds.h"

namespace gmon {

/// The user's settings for a format.
struct FormatSettings {
  unsigned Reports = 0; ///< ReportKinds, for formats with several parts
  /// Formats that support it omit items that take less than this percentage of
  /// the time.
  std::optional<double> MinPercent;
  bool ShowInlines = false;
  bool ByThread = false;
  bool ShowInstalled = false; ///< lines of installed headers
  SourceSettings Sources;

  bool wants(ReportKind Kind) const { return Reports & Kind; }
};

/// The arguments of every writer.
struct FormatContext {
  const ProfileModel &Model;
  const FormatSettings &Settings;
  llvm::raw_ostream &OS;
  Warnings &Warn;
};

struct OutputFormat {
  llvm::StringLiteral Name;
  llvm::StringLiteral FileName; ///< as files of the format are called
  llvm::StringLiteral Help;
  bool NeedsLines; ///< implies -l
  bool NeedsTimes; ///< fails without a histogram
  /// Null for the filter of the pass, which is a report of the call graph.
  llvm::Error (*Write)(const FormatContext &Context);
  bool UsesStacks = true; ///< prints measured stacks, if there are some
  /// Bytes of code whose instructions it prints unless the user says; none if
  /// it prints none.
  std::optional<uint64_t> AssemblyBytes = std::nullopt;
  bool ShowsGroups = false; ///< prints ProfileModel::Groups
};

/// A number in a row of the flat profile, as csv and json have it.
struct RowColumn {
  llvm::StringLiteral Name; ///< with "seconds" where the unit of a cost stands
  double ModelRow::*Real = nullptr;
  uint64_t ModelRow::*Count = nullptr; ///< if Real is null
  bool IsCost = false;                 ///< Real is in samples
};

inline constexpr RowColumn RowColumns[] = {
    {"percent", &ModelRow::Percent},
    {"cumulative_seconds", &ModelRow::Cumulative, nullptr, /*IsCost=*/true},
    {"self_seconds", &ModelRow::Self, nullptr, /*IsCost=*/true},
    {"total_seconds", &ModelRow::Total, nullptr, /*IsCost=*/true},
    {"calls", nullptr, &ModelRow::Calls},
};

/// Returns all formats.
llvm::ArrayRef<OutputFormat> outputFormats();

/// Returns the names of all formats, with \p Separator between them, and with
/// \p Last in front of the last one.
std::string formatNames(llvm::StringRef Separator, llvm::StringRef Last);

/// Returns the format called \p Name, or null.
const OutputFormat *findFormat(llvm::StringRef Name);

/// Returns the format that the file \p Path has by its name, or null.
const OutputFormat *findFormatOfFile(llvm::StringRef Path);

/// Returns \p Text with U+FFFD for each byte that is not UTF-8: names of
/// symbols and files may contain any bytes. \p Storage owns new text.
llvm::StringRef asUtf8(llvm::StringRef Text, std::string &Storage);

/// Prints the shortest decimal number that reads as \p Value.
void printNumber(llvm::raw_ostream &OS, double Value);

/// Returns \p Bounds in whole units: "at least 980, at most 1010".
std::string boundsText(const ModelBounds &Bounds);

/// Returns \p Text in UTF-8 on one line, with a question mark for each control
/// character.
std::string oneLine(llvm::StringRef Text);

/// Prints \p Data in gzip's format, or uncompressed if LLVM cannot compress.
void writeGzip(llvm::raw_ostream &OS, llvm::StringRef Data);

/// Returns the files with counts of lines: without installed headers, unless
/// the settings or no others have them. Fails if there are none.
llvm::Expected<std::vector<const CountedFile *>>
countedFiles(const FormatContext &Context);

llvm::Error writeCallGraphOrder(const FormatContext &Context);
llvm::Error writeCallgrind(const FormatContext &Context);
llvm::Error writeCobertura(const FormatContext &Context);
llvm::Error writeCsv(const FormatContext &Context);
llvm::Error writeDot(const FormatContext &Context);
llvm::Error writeFileCheck(const FormatContext &Context);
llvm::Error writeFolded(const FormatContext &Context);
llvm::Error writeGcov(const FormatContext &Context);
llvm::Error writeHtml(const FormatContext &Context);
llvm::Error writeJson(const FormatContext &Context);
llvm::Error writeLcov(const FormatContext &Context);
llvm::Error writePprof(const FormatContext &Context);
llvm::Error writeSpeedscope(const FormatContext &Context);

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_FORMAT_H
