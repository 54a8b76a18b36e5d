//===-- Options.h - The command line of llvm-gprof --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the command line into Options, the only form in which later stages see
// it. In: the words of the command line and GPROF_PATH. Out: Options.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OPTIONS_H
#define GMON_ANALYZER_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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
  ReportThreads = 256,
  ReportFilter = 512,
};

/// The tables that symspecs include symbols in or exclude them from.
enum SpecTableKind : unsigned {
  FlatInclude,
  FlatExclude,
  GraphInclude,
  GraphExclude,
  TimeInclude,
  TimeExclude,
  ArcInclude,
  ArcExclude,
  AnnotateInclude,
  AnnotateExclude,
  ExecInclude,
  ExecExclude,
  NumSpecTables
};

/// One symspec of the command line and the table that it adds to.
struct SpecRequest {
  SpecTableKind Table;
  std::string Text;
};

/// What reports are to be like: GNU is GNU gprof, to the byte under -b.
enum class OutputStyle { LLVM, GNU };

enum class FileFormat { Auto, Magic, Bsd, Bsd44 };

/// The stages whose work -d shows, with GNU gprof's numbers.
enum DebugKind : unsigned {
  DebugTopologicalSort = 2,
  DebugCycles = 4,
  DebugTally = 16,
  DebugArcSort = 32,
  DebugRecords = 64,
  DebugSymbols = 128,
  DebugStaticCalls = 256,
  DebugLookups = 512,
  DebugPropagation = 1024,
  DebugBlocks = 2048,
  DebugSymspecs = 4096,
  DebugSource = 8192,
  DebugAll = ~0U,
};

/// Gnat is known, but no demangler knows it: names stay as they are.
enum class DemangleStyle { None, Auto, Itanium, Rust, DLang, Gnat };

struct Options {
  std::string Program; ///< argv[0], which opens each message
  std::string ImageFile = "a.out";
  std::vector<std::string> ProfileFiles; ///< "-" is standard input

  unsigned Reports = 0;   ///< ReportKinds asked for
  unsigned Mentioned = 0; ///< ReportKinds asked for or declined
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
  bool LineArcs = false;
  bool SubtractHooks = false;
  bool ShowInlines = false;
  bool ShortNames = false;
  bool ShowErrors = false;
  bool ShowHelp = false;
  bool ShowVersion = false;
  OutputStyle Style = OutputStyle::LLVM;
  DemangleStyle Demangle = DemangleStyle::Auto;
  FileFormat Format = FileFormat::Auto;
  std::string Output = "text"; ///< name of what is printed: formats/Format.h
  std::string OutputFile;      ///< where it is written; or empty: printed
  /// Less of the time than this is left out, where a format can do so.
  std::optional<double> MinPercent;
  unsigned Debug = 0;              ///< DebugKinds
  uint64_t FilterCalls = 1000000;  ///< more calls make a function filtered, if
  double FilterPercent = 1;        ///< it takes less of the time
  uint64_t MaxBrokenArcs = 0;      ///< how many arcs may be taken out of cycles
  std::string ThreadFile;          ///< or empty: those beside the data files
  std::string ObjectMap;           ///< of functions to object files; or empty
  std::string ExternalSymbolTable; ///< instead of the program's; or empty
  unsigned Width = 80;
  uint64_t MinCount = 1;
  uint64_t TableLength = 10;
  std::vector<std::string> SourceFolders;
  bool AnySource = false; ///< embed sources wherever they lie

  /// Takes the words that are no options: the image, then profile data files.
  void takeFiles(llvm::ArrayRef<std::string> Words);
  /// Adds the folders of \p Path, between colons.
  void addSourceFolders(llvm::StringRef Path, bool KeepEmpty = false);

  bool wants(ReportKind Kind) const { return Reports & Kind; }
  bool isGnu() const { return Style == OutputStyle::GNU; }
  bool printsText() const { return Output == "text"; }

  /// The Output of commands, whose model nothing else prints, and which tell of
  /// themselves what they need.
  static constexpr char CommandOutput[] = "model";
  bool isCommand() const { return Output == CommandOutput; }
};

/// Whether a program that is called \p Name behaves like GNU gprof: gprof,
/// gprof-22, x86_64-linux-gnu-gprof, but not llvm-gprof.
bool isGnuName(llvm::StringRef Name);

/// Reads the command line \p Args, program name first. \p SourcePath is the
/// value of GPROF_PATH: folders that are searched after those of -I.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Args,
                                     llvm::StringRef SourcePath);

/// Prints the text of --version.
void printVersion(llvm::raw_ostream &OS);

} // namespace gmon

#endif // GMON_ANALYZER_OPTIONS_H
