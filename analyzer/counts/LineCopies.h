//===-- LineCopies.h - Lines in the copies of functions ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function has copies: its code out of line, and where it is inlined. The
// optimizer removes the code of a line from some of them. If the others were
// never executed, their count 0 is not how often the line was; nor if code that
// is inlined into the line was executed. In: counts of code, and the debug
// information. Out: the code of each line in each copy, and the lines and
// functions whose 0 is no count.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_LINECOPIES_H
#define GMON_ANALYZER_LINECOPIES_H

#include "counts/CodeCounts.h"
#include "program/DebugInfo.h"
#include "program/SymbolTable.h"
#include <map>
#include <set>

namespace gmon {

/// Code of a line in one copy of its function.
struct LineCode {
  SymbolIndex Owner = NoSymbol; ///< the function that contains the code
  llvm::StringRef Path;         ///< one of SymbolTable::files()
  uint32_t Line = 0;
  InlinedCall Inlined = NotInlined; ///< what the copy replaces
  AddressRange Code;
};

class LineCopies {
public:
  /// Makes an object without lines.
  LineCopies() = default;
  /// Finds the lines' code. If inlined calls were read, finds zeros that are no
  /// counts; else each 0 is one, as for GNU gprof. \p Info need not outlive the
  /// result; \p Table has the program's functions and files.
  LineCopies(const CodeCounts &Counts, const SymbolTable &Table,
             const DebugInfo &Info);

  /// The code of the functions' lines: by function, path, line, and copy.
  llvm::ArrayRef<LineCode> code() const { return Code; }

  /// Whether nobody knows how often the line was executed if its count is 0.
  bool isUnknown(llvm::StringRef Path, uint32_t Line) const {
    auto Found = Lines.find(Path);
    return Found != Lines.end() && Found->second.count(Line);
  }

  /// Returns the lines of \p Path that have no code but what is inlined into
  /// them, which was executed. Nobody knows how often they were.
  std::set<uint32_t> linesOfCalls(llvm::StringRef Path) const {
    auto Found = Calls.find(Path);
    return Found == Calls.end() ? std::set<uint32_t>() : Found->second;
  }

  /// Whether a function was, or may have been, executed where it is inlined: a
  /// number of calls that is 0 is not its number of executions then. \p
  /// LinkName is its linkage name, or else its name; it has code in \p Path.
  bool isInlined(llvm::StringRef LinkName, llvm::StringRef Path) const {
    auto Found = Functions.find(LinkName);
    return Found != Functions.end() && Found->second.count(Path);
  }

private:
  std::vector<LineCode> Code;
  /// By path: lines for which isUnknown() is true, and those of calls only.
  std::map<std::string, std::set<uint32_t>, std::less<>> Lines, Calls;
  /// The paths of the code of functions that are inlined, by name.
  std::map<std::string, std::set<std::string, std::less<>>, std::less<>>
      Functions;
};

} // namespace gmon

#endif // GMON_ANALYZER_LINECOPIES_H
