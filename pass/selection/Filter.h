//===-- Filter.h - Functions that are not to be profiled --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A filter file has a symspec on each line, with the words of llvm-gprof's
// options: a function's name as the linker has it, FILE:NAME, FILE:LINE, or a
// FILE, which contains a dot. A # begins a comment. `llvm-gprof export
// --format=filter` writes such files.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SELECTION_FILTER_H
#define GMON_PASS_SELECTION_FILTER_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
}

namespace gmon {

class Filter {
public:
  /// Reads the file \p Path; without a path, the filter that chooses nothing.
  static llvm::Expected<Filter> read(llvm::StringRef Path);

  /// Whether a line of the file chooses \p F.
  bool contains(const llvm::Function &F) const;

private:
  /// A symspec with a file, or a line alone.
  struct Place {
    std::string File, Name;       ///< no name: all functions
    std::optional<unsigned> Line; ///< only functions that begin there
  };

  void add(llvm::StringRef Symspec);

  llvm::StringSet<> Names;
  std::vector<Place> Places;
};

} // namespace gmon

#endif // GMON_PASS_SELECTION_FILTER_H
