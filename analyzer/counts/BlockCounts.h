//===-- BlockCounts.h - Executions of code by its blocks --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often code was executed, also in the middle of a block, and where the
// code generator moved or copied it. In: counts of basic blocks, the program's
// functions, its debug information, and the description of its flow if it has
// one. Out: a count for each piece of code, if the counts determine it; the
// blocks of each symbol, in the order of the profile; and where the count 0 of
// a line is none.
//
// A function has copies: its code out of line, and where it is inlined. The
// optimizer removes the code of a line from some of them. If the others were
// never executed, their count 0 is not how often the line was; nor if code that
// is inlined into the line was executed.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COUNTS_BLOCKCOUNTS_H
#define GMON_ANALYZER_COUNTS_BLOCKCOUNTS_H

#include "costs/SumEquations.h"
#include "profile/Profile.h"
#include "program/DebugInfo.h"
#include "program/Image.h"
#include "program/SymbolTable.h"
#include "support/Errors.h"

namespace gmon {

/// Code whose count is the same everywhere.
struct CountedCode {
  AddressRange Code;
  uint32_t Piece = 0; ///< index of what is known of it
};

/// What is known of a piece of code.
struct CountedPiece {
  Bounds Count;
  uint32_t Block = 0; ///< the block of which it is a copy; equal for all copies
};

class CodeCounts {
public:
  /// Makes an object without counts.
  CodeCounts() = default;
  /// \p Table has the functions of \p Program, and \p Info its lines.
  CodeCounts(const Image &Program, const Profile &Data,
             const SymbolTable &Table, const DebugInfo &Info, Warnings &Warn);

  /// Returns the bounds of the count of the block of which \p Code, parts of
  /// one function, has most executions; nothing if none of it has counts.
  /// Copies of a block add up. Optimized code without a line, and the
  /// profiler's, is none.
  std::optional<Bounds> mostOf(llvm::ArrayRef<AddressRange> Code) const;

  /// Whether blocks are those of optimized code.
  bool areOptimized() const { return AreOptimized; }

private:
  friend class CodeCollector;
  /// A block, or a piece that is no copy of one.
  struct Block {
    std::optional<uint64_t> Count; ///< of all copies
    uint32_t NumCopies = 0;
  };
  std::vector<CountedCode> Code; ///< by address; does not overlap
  std::vector<CountedPiece> Pieces;
  std::vector<Block> Blocks;
  bool AreOptimized = false;
};

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

class BlockCounts {
public:
  /// Makes an object without blocks.
  BlockCounts() = default;
  BlockCounts(const Profile &Data, const SymbolTable &Table);

  llvm::ArrayRef<BlockCount> of(SymbolIndex Index) const {
    if (Starts.empty())
      return {};
    return llvm::ArrayRef(Blocks).slice(Starts[Index],
                                        Starts[Index + 1] - Starts[Index]);
  }
  /// All blocks, by symbol.
  llvm::ArrayRef<BlockCount> all() const { return Blocks; }

  CodeCounts Code;
  /// Whether the count 0 of a line is one.
  LineCopies Copies;

private:
  std::vector<BlockCount> Blocks;
  std::vector<size_t> Starts; ///< index of each symbol's first block
};

} // namespace gmon

#endif // GMON_ANALYZER_COUNTS_BLOCKCOUNTS_H
