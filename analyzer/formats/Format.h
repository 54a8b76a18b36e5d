//===-- formats/Format.h - Profiles for other programs ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats of --format beside text. In: a ProfileModel. Out: the profile as
// another program wants it. A file of this folder writes one of them, and
// computes nothing; the table of all is in Format.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_FORMAT_H
#define GMON_ANALYZER_FORMATS_FORMAT_H

#include "model/ProfileModel.h"
#include "program/SourceFiles.h"
#include "support/Errors.h"
#include "views/ReportKinds.h"

namespace gmon {

struct CallTree;
struct CallTreeNode;

/// What the user chose for a format.
struct FormatSettings {
  unsigned Reports = 0; ///< ReportKinds, where the format has room for them
  /// Less of the time than this is left out, where a format can do so.
  std::optional<double> MinPercent;
  bool ShowInlines = false;
  SourceSettings Sources;

  bool wants(ReportKind Kind) const { return Reports & Kind; }
};

/// What every writer gets.
struct FormatContext {
  const ProfileModel &Model;
  const FormatSettings &Settings;
  llvm::raw_ostream &OS;
  Warnings &Warn;
};

struct OutputFormat {
  llvm::StringLiteral Name;
  bool NeedsLines; ///< whether it implies -l
  bool NeedsTimes; ///< whether it has nothing to say without a histogram
  llvm::Error (*Write)(const FormatContext &Context);
};

/// All formats but "text".
llvm::ArrayRef<OutputFormat> outputFormats();

/// The format called \p Name, or null for "text"; an error that names all if
/// there is none.
llvm::Expected<const OutputFormat *> chooseFormat(llvm::StringRef Name);

/// \p Text if it is UTF-8, else with U+FFFD for each byte that is not: names of
/// symbols and files are any bytes. \p Storage keeps what is made.
llvm::StringRef asUtf8(llvm::StringRef Text, std::string &Storage);

/// Prints the shortest decimal number that reads as \p Value.
void printNumber(llvm::raw_ostream &OS, double Value);

/// \p Text in UTF-8 with a question mark for each control character, so that it
/// stands on one line.
std::string oneLine(llvm::StringRef Text);

/// The estimated stacks, without those that take less of the time than the
/// settings say.
CallTree estimateStacks(const FormatContext &Context);

/// How stacks name what is no function: a cycle, for example.
std::string frameName(const ProfileModel &Model, const CallTreeNode &Node);

/// Prints \p Data in gzip's form, or as they are if LLVM cannot compress.
void writeGzip(llvm::raw_ostream &OS, llvm::StringRef Data);

/// Fails if the model has no counts of lines.
llvm::Error checkLineCounts(const FormatContext &Context);

llvm::Error writeCallgrind(const FormatContext &Context);
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
