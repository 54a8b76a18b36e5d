//===-- LinkedNames.h - Names that a file is linked by ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a program or a library. Out: the names of functions that it defines or
// that it takes from libraries, and the libraries that it needs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_LINKEDNAMES_H
#define GMON_ANALYZER_LINKEDNAMES_H

#include "program/Image.h"
#include "llvm/ADT/StringSet.h"
#include <unordered_set>

namespace gmon {

/// Returns the names, without versions, of the functions of \p File and of
/// those that it calls elsewhere; some more than once. They refer to \p File.
/// Leaves out damaged tables.
std::vector<llvm::StringRef> linkedFunctions(const Image &File);

/// A function that other files can call in a file.
struct ExportedFunction {
  llvm::StringRef Name; ///< without version; refers to the file
  uint64_t Address = 0;
};

/// Returns what others can call in \p File. Leaves out damaged tables.
std::vector<ExportedFunction> exportedFunctions(const Image &File);

/// What the loader tells a file.
struct ImportedFunctions {
  /// The functions that the file takes by name, from other files or, where
  /// these may replace its own, from itself. They have no versions, refer to
  /// the file, and some occur more than once.
  std::vector<llvm::StringRef> Names;
  /// Addresses in the file that it asks for: functions whose address it needs,
  /// resolvers, and other places. Any number may occur.
  std::unordered_set<uint64_t> Addresses;
};

/// Returns what \p File takes from the loader. Leaves out damaged tables.
ImportedFunctions importedFunctions(const Image &File);

/// Returns the libraries that \p File needs: "libc.so.6", in \p File.
std::vector<llvm::StringRef> neededLibraries(const Image &File);

/// Opens the libraries that \p Files need, themselves or through others, and
/// whose names are not in \p Known. They are in the folders of \p Files or of
/// their dynamic loader, or not found. They may be of another build than in the
/// run.
std::vector<Image> openNeeded(llvm::ArrayRef<const Image *> Files,
                              const llvm::StringSet<> &Known);

} // namespace gmon

#endif // GMON_ANALYZER_LINKEDNAMES_H
