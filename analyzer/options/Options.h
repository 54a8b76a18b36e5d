//===-- Options.h - The command line of llvm-gprof --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the command line. No stage reads the Options: driver/Settings.h
// converts them to each stage's settings. In: the words of the command line and
// GPROF_PATH. Out: Options.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OPTIONS_H
#define GMON_ANALYZER_OPTIONS_H

#include "costs/CodeCosts.h"
#include "counts/Symspec.h"
#include "files/SegmentChoice.h"
#include "names/Demangler.h"
#include "profile/Profile.h"
#include "reports/DebugReport.h"
#include "views/FlatProfile.h"
#include "views/ReportKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gmon {

struct OutputFormat;

/// The style of reports. GNU is GNU gprof's, to the byte under -b.
enum class OutputStyle { LLVM, GNU };

struct Options {
  std::string Program; ///< argv[0], with which each message begins
  std::string ImageFile = "a.out";
  NameList ProfileFiles;  ///< "-" is standard input
  SegmentChoice Segments; ///< of sets
  /// The older one of gmon.out and gmon.set, if none was named; or empty.
  std::string PassedOver;

  unsigned Reports = 0;   ///< ReportKinds that the user chooses
  unsigned Mentioned = 0; ///< ReportKinds that the user chooses or declines
  std::vector<SpecRequest> Specs;

  bool Lines = false;
  bool NoStatic = false;
  bool OnlyFunctions = false;
  bool Brief = false;
  bool ShowUnused = false;
  bool Traditional = false;
  bool PrintPath = false;
  bool InlineFileNames = false;
  bool AllLines = false;
  bool SeparateFiles = false;
  bool StaticCalls = false;
  bool ShowInlines = false;
  bool ShortNames = false;
  /// The cost to report in place of the time of samples.
  std::optional<CountedCost> Cost;
  bool ShowHelp = false;
  bool ShowVersion = false;
  OutputStyle Style = OutputStyle::LLVM;
  DemangleStyle Demangle = DemangleStyle::Auto;
  FileFormat Format = FileFormat::Auto;
  const OutputFormat *Output = nullptr; ///< or null for gprof's reports
  bool ByThread = false;  ///< formats that support it tell threads apart
  std::string OutputFile; ///< file to write; empty: print
  /// Formats that support it omit items that take less than this percentage of
  /// the time.
  std::optional<double> MinPercent;
  /// Bytes of code whose instructions formats that support it print.
  std::optional<uint64_t> AssemblyBytes;
  unsigned Debug = 0;              ///< DebugKinds
  FilterLimits Filter;             ///< of ReportFilter
  uint64_t MaxBrokenArcs = 0;      ///< greatest number of arcs to remove from
                                   ///< cycles
  std::string ObjectMap;           ///< maps functions to object files; or empty
  std::string ExternalSymbolTable; ///< replaces the program's; or empty
  unsigned Width = 80;
  uint64_t MinCount = 1;
  uint64_t TableLength = 10;
  std::vector<std::string> SourceFolders;
  bool AnySource = false; ///< embed sources of any folder
  /// For debug files of libraries, in front of the system's folder.
  std::vector<std::string> DebugFolders;

  /// Takes the words that are not options: the program, then profile data
  /// files.
  void takeFiles(llvm::ArrayRef<std::string> Words);
  /// Sets how names are demangled. Fails if no style is called \p Style.
  llvm::Error setDemangleStyle(llvm::StringRef Style);
  /// Adds the folders of \p Path, separated by colons.
  void addSourceFolders(llvm::StringRef Path, bool KeepEmpty = false);
  void addDebugFolders(llvm::StringRef Path);

  bool wants(ReportKind Kind) const { return Reports & Kind; }
  bool isGnu() const { return Style == OutputStyle::GNU; }
  bool printsText() const { return !Output; }

private:
  /// Takes gmon.out; or gmon.set, if it is newer, or segments are chosen.
  void takeDefaultProfile();
};

/// Reads the argument of --cost.
llvm::Expected<CountedCost> parseCost(llvm::StringRef Text);

/// Whether a program called \p Name behaves like GNU gprof: gprof, gprof-22,
/// x86_64-linux-gnu-gprof, but not llvm-gprof.
bool isGnuName(llvm::StringRef Name);

/// The profile data if none is named.
inline constexpr llvm::StringLiteral DefaultProfile = "gmon.out";

/// The option that prints to a terminal without a pager. The main program reads
/// it.
inline constexpr llvm::StringLiteral NoPagerOption = "--no-pager";

/// Reads the command line \p Args, program name first. \p SourcePath is the
/// value of GPROF_PATH: folders to search after those of -I.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Args,
                                     llvm::StringRef SourcePath);

/// Prints the text of --version.
void printVersion(llvm::raw_ostream &OS);

} // namespace gmon

#endif // GMON_ANALYZER_OPTIONS_H
