//===-- ObjectMap.h - Which object file a function is from ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The map of -R, which turns functions into object files. In: what "nm -A" and
// "llvm-nm -A" print, a function on each line: its file up to the first colon,
// its name at the end. Out: changes to the program's symbols.
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

  /// Renames, among \p Symbols, the functions that stand first in each run of
  /// lines of one file to that file, and removes the others of the map. Names
  /// are references into the map. Of functions with one name, the second, in
  /// the order of \p Symbols, is that of the second line, and so on.
  void apply(std::vector<Symbol> &Symbols) const;

  /// The files of the map for which \p Symbols have no symbol, by name.
  std::vector<llvm::StringRef>
  filesWithout(llvm::ArrayRef<Symbol> Symbols) const;

private:
  struct Entry {
    llvm::StringRef File;
    bool IsFirst; ///< of the lines of this file in a row
  };

  bool addLine(llvm::StringRef Line, llvm::StringRef &LastFile);

  std::unique_ptr<llvm::MemoryBuffer> Text;
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<Entry, 1>> Functions;
};

} // namespace gmon

#endif // GMON_ANALYZER_OBJECTMAP_H
