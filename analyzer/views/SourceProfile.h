//===-- SourceProfile.h - Counts of source lines ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the source files of the program and the counts of their lines. In:
// symbols, calls, block counts. Out: AnnotatedFiles, one by one.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_VIEWS_SOURCEPROFILE_H
#define GMON_ANALYZER_VIEWS_SOURCEPROFILE_H

#include "counts/BlockCounts.h"
#include "counts/SourceCounts.h"
#include "counts/Symspec.h"
#include "graph/CallGraph.h"

namespace gmon {

/// A source file with its counts, ready for printing.
struct AnnotatedFile {
  llvm::StringRef Path;
  std::unique_ptr<llvm::MemoryBuffer> Text;
  std::vector<std::string> Notes; ///< for each line; empty without code
  /// The lines with most calls, and the calls.
  std::vector<std::pair<uint32_t, uint64_t>> TopLines;
  uint64_t NumExecutable = 0; ///< lines with code
  uint64_t NumExecuted = 0;   ///< lines with a count
  uint64_t NumCalls = 0;      ///< of all symbols of the file
};

/// How to annotate source files.
struct AnnotationSettings {
  llvm::ArrayRef<std::string> SourceFolders;
  uint64_t MinCount = 1;     ///< smaller counts are printed as "#####"
  uint64_t TableLength = 10; ///< number of lines with most calls in the table
  bool AllLines = false;     ///< all lines of a block have its count, not only
                             ///< the first
  bool ShowUnused = false;   ///< include files without counts
  bool UsesGnuRules = false;
};

class SourceProfile {
public:
  SourceProfile(AnnotationSettings Settings, const SymbolTable &Table,
                const CallGraph &Graph, const BlockCounts &Blocks,
                const SourceCounts &Source, const SpecTables &Specs);

  /// The files that can be annotated.
  llvm::ArrayRef<llvm::StringRef> paths() const { return Paths; }

  /// Annotates each file with counts, in the order of the report, and passes it
  /// to \p Take. Passes the path of a file that cannot be found to \p Miss.
  /// Stops at the first error of \p Take and returns it.
  llvm::Error
  annotate(llvm::function_ref<llvm::Error(const AnnotatedFile &)> Take,
           llvm::function_ref<void(llvm::StringRef)> Miss) const;

private:
  /// The symbols of a line: the first one by address, and the calls of all.
  struct Line {
    uint32_t Number = 0;
    SymbolIndex First = 0;
    uint64_t Calls = 0;
    bool IsShared = false; ///< several symbols share the line
  };
  /// The source counters' facts about a line.
  struct CountedLine {
    uint32_t Number = 0;
    uint64_t Count = 0; ///< sum over all functions that contain it
    std::string Text;
  };
  struct File {
    std::vector<Line> Lines;          ///< by number
    std::vector<CountedLine> Counted; ///< by number; in place of Lines, if any
    uint64_t NumCalls = 0;
  };

  void addSource(const SourceCounts &Source, const SpecTables &Specs,
                 llvm::DenseMap<llvm::StringRef, size_t> &IndexOf);
  void annotateCounted(const File &Source, AnnotatedFile &Result) const;
  bool isUnknown(const Symbol &Sym) const;
  std::string note(const Line &L, uint64_t &Last, AnnotatedFile &Result) const;
  void annotateLines(const File &Source, uint64_t &Last,
                     AnnotatedFile &Result) const;

  AnnotationSettings Settings;
  const SymbolTable &Table;
  const BlockCounts &Blocks;
  std::vector<llvm::StringRef> Paths; ///< Table.files(), then others
  std::vector<File> Files;            ///< as Paths
};

/// Returns a name for each of \p Paths: the last part of the path, shortened
/// for the file system, and "-ann"; ".ann" where \p IsSource. If several paths
/// have the same last part, the second one has ".2" in front of the ending, and
/// so on. So all names differ. They depend only on \p Paths and \p IsSource.
std::vector<std::string>
annotationNames(llvm::ArrayRef<llvm::StringRef> Paths,
                llvm::function_ref<bool(llvm::StringRef)> IsSource);

} // namespace gmon

#endif // GMON_ANALYZER_VIEWS_SOURCEPROFILE_H
