//===-- ObjectMap.h - Which object file a function is from ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The map of -R, which replaces functions by object files. In: the output of
// "nm -A" or "llvm-nm -A": lines with a file up to the first colon, and a
// function at the end. Out: changes of the program's symbols.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OBJECTMAP_H
#define GMON_ANALYZER_OBJECTMAP_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <vector>

namespace gmon {

struct Symbol;

class ObjectMap {
public:
  /// Reads the map \p Path.
  static llvm::Expected<ObjectMap> read(llvm::StringRef Path);

  /// Of each sequence of lines with one file, renames the first function among
  /// \p Symbols to the file, and removes the others. New names refer to the
  /// map. If several functions have one name, the second in the order of \p
  /// Symbols is that of the second line, and so on.
  void apply(std::vector<Symbol> &Symbols) const;

  /// Returns the files of the map for which \p Symbols has no symbol, by name.
  std::vector<llvm::StringRef>
  filesWithout(llvm::ArrayRef<Symbol> Symbols) const;

private:
  struct Entry {
    llvm::StringRef File;
    bool IsFirst; ///< of a sequence of lines with this file
  };

  bool addLine(llvm::StringRef Line, llvm::StringRef &LastFile);

  std::unique_ptr<llvm::MemoryBuffer> Text;
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<Entry, 1>> Functions;
};

} // namespace gmon

#endif // GMON_ANALYZER_OBJECTMAP_H
