//===-- commands/list/SourceListing.h - Source with figures -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints lines of a source file, or instructions below their lines, with the
// time and the executions of each. In: the lines, their figures, and which
// neighbouring lines belong together. Out: a table, with an omission mark
// between lines that are far apart.
//
// Debug information has the line of a function's name and the lines of its
// code, but neither the first line of its head nor that of its closing brace.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_LIST_SOURCELISTING_H
#define GMON_ANALYZER_COMMANDS_LIST_SOURCELISTING_H

#include "assembly/AssemblySource.h"
#include "commands/Commands.h"
#include "commands/TextTable.h"
#include "model/ProfileModel.h"
#include "program/SourceFiles.h"
#include <map>
#include <set>

namespace gmon::command {

/// Neighbouring lines of a file, by number from 1.
struct LineRange {
  uint32_t First = 1;
  uint32_t Last = UINT32_MAX;
};

/// Extends \p Ranges, the known lines of a function in \p Source, to its whole
/// head and to its closing brace. Languages without braces stay as they are.
void completeFunction(llvm::ArrayRef<llvm::StringRef> Source,
                      std::vector<LineRange> &Ranges);

/// A line of source, or an instruction.
struct ListedLine {
  double Samples = 0;
  bool IsEstimate = false;
  std::string Executed = {}, Number = {}, Text = {};
  bool IsGrey = false; ///< Text is
};

/// Returns the table of lines with \p Cost, of \p Total samples.
TableOf<ListedLine> listingTable(const CostKind &Cost, double Total);

/// What is known of a function beside its code.
struct AssemblyContext {
  llvm::StringRef Path;                  ///< of its source; empty if unknown
  std::optional<llvm::StringRef> Source; ///< the text of the file
  std::map<uint32_t, uint64_t> Counts;   ///< executions of lines
  uint32_t FirstLine = 0, LastLine = 0;  ///< of the function; 0 if unknown
  CostKind Cost;                         ///< what samples count
  double Total = 0;                      ///< samples that are 100%
  uint64_t Granularity = 0; ///< bytes of code that a sample tells apart
};

/// Returns \p Text with tabs replaced by spaces, and escapes in place of
/// control characters.
std::string expandTabs(llvm::StringRef Text);

/// Prints \p Code, and notes about it.
void printAssembly(llvm::raw_ostream &OS, const Terminal &Display,
                   const FunctionAssembly &Code,
                   const AssemblyContext &Context);

/// The data of a line.
struct LineFigures {
  double Samples = 0;
  bool IsEstimate = false;       ///< some of them are of functions with bounds
  std::optional<uint64_t> Count; ///< none if the line has no code
  bool IsUnknown = false;        ///< it has code, and nobody knows its count

  /// Whether samples are those of other lines: nothing was executed.
  bool hasSkid() const { return Samples > 0 && Count && *Count == 0; }
  void add(const ProfileModel &Model, const ModelRow &Row) {
    Samples += Row.Self;
    IsEstimate |= Model.Functions[Row.Function].Bounds.has_value();
  }
  /// Adds the samples of \p Figures.
  void add(const LineFigures &Figures) {
    Samples += Figures.Samples;
    IsEstimate |= Figures.IsEstimate;
  }
};

/// Returns the lines \p Numbers, and those between them unless they are many.
std::vector<LineRange> rangesOf(const std::set<uint32_t> &Numbers);

/// Returns the lines of \p File.
std::vector<llvm::StringRef> linesOf(const llvm::MemoryBuffer &File);

/// Lines of a file, and which of them to print.
struct SourceListing {
  llvm::StringRef Path;
  std::map<uint32_t, LineFigures> Lines;
  std::vector<LineRange> Ranges = {LineRange()}; ///< in order

  bool has(uint32_t Number) const;
  /// Adds those of \p Counts that are printed. A line of several functions has
  /// their sum.
  void add(llvm::ArrayRef<CountedLine> Counts);
  /// Adds all of \p Counted, known and unknown.
  void addFile(const CountedFile &Counted) {
    add(Counted.Lines);
    noteUnknown(Counted);
  }
  /// Notes the lines of \p Counted that are printed and that nobody counted.
  void noteUnknown(const CountedFile &Counted);
};

class SourcePrinter {
public:
  SourcePrinter(const ProfileModel &Model, SourceSettings Sources,
                const Terminal &Display, Context &Ctx)
      : Model(Model), AllSamples(Model.allSamples()), Sources(Sources),
        Display(Display), Ctx(Ctx) {}

  /// Returns the text of the file \p Path. If there is none, or if it must not
  /// be shown, warns if \p WarnIfMissing, and returns null.
  std::unique_ptr<llvm::MemoryBuffer> open(llvm::StringRef Path,
                                           bool WarnIfMissing = true) const {
    return SourceOpener(Sources, *Model.Origins, Ctx.Warn)
        .open(Path, WarnIfMissing);
  }

  /// Returns all lines of the function whose code has the lines \p Numbers of
  /// \p Path. \p Definition may be null.
  SourceListing wholeFunction(llvm::StringRef Path, std::set<uint32_t> Numbers,
                              const UnitFunction *Definition) const;

  /// Marks the line that \p Name, a user's word, has: "list.cpp:12" or "push
  /// (list.cpp:12)".
  void mark(llvm::StringRef Name);

  /// Prints \p Separator and the lines of \p Listing: without source, those
  /// with figures, and how to find it. If \p NeedsSource, returns false and
  /// prints nothing then.
  bool print(const SourceListing &Listing, llvm::StringRef Separator,
             bool NeedsSource) const;

private:
  std::vector<ListedLine> linesWith(const SourceListing &Listing,
                                    llvm::ArrayRef<llvm::StringRef> Text) const;
  std::vector<ListedLine>
  linesWithoutSource(const SourceListing &Listing) const;
  ListedLine lineOf(const SourceListing &Listing, uint32_t Number,
                    llvm::StringRef Text) const;

  const ProfileModel &Model;
  const double AllSamples; ///< 100%
  SourceSettings Sources;
  const Terminal &Display;
  Context &Ctx;
  llvm::StringRef MarkedFile; ///< the end of its path; or empty
  uint32_t MarkedLine = 0;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIST_SOURCELISTING_H
