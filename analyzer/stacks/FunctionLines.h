//===-- FunctionLines.h - Lines that tell functions apart -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With -g1, DWARF has neither linkage names nor files of declarations: only a
// function's name without its scopes. The lines of its code tell it from others
// of that name. In: the symbols and the debug information of a module. Out: the
// lines of functions and of symbols.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FUNCTIONLINES_H
#define GMON_ANALYZER_FUNCTIONLINES_H

#include "program/DebugInfo.h"
#include "program/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace gmon {

/// Whether \p A and \p B are one file, by their paths.
bool isSameFile(llvm::StringRef A, llvm::StringRef B);

/// The lines from the first to the last that have code of a function, apart
/// from what is inlined into it.
struct LineSpan {
  llvm::StringRef Path; ///< empty if nothing is known
  uint32_t First = 0, Last = 0;

  void add(llvm::StringRef OfPath, uint32_t Line);
  bool overlaps(const LineSpan &Other) const {
    return First && Other.First && First <= Other.Last && Other.First <= Last &&
           isSameFile(Path, Other.Path);
  }
};

class FunctionLines {
public:
  /// \p Table and \p Info must outlive the result.
  FunctionLines(const SymbolTable &Table, const DebugInfo &Info)
      : Table(Table), Info(Info) {}

  /// The first call walks through all code.
  const LineSpan &ofFunction(UnitFunctionIndex Index);
  LineSpan ofSymbol(SymbolIndex Index) const;

  /// Returns the functions whose name without scopes is \p Name, apart from
  /// operators. The first call reads the names of all symbols.
  llvm::ArrayRef<SymbolIndex> symbolsCalled(llvm::StringRef Name);

private:
  void listSymbols();

  const SymbolTable &Table;
  const DebugInfo &Info;
  std::vector<LineSpan> OfFunctions; ///< once they are needed
  bool HasSymbols = false;
  /// Symbols by each identifier in their names.
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<SymbolIndex, 1>> ByWord;
  llvm::DenseMap<llvm::StringRef, std::vector<SymbolIndex>> Called;
};

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONLINES_H
