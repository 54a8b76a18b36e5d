//===-- ModuleFile.h - The file of a module on stacks -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library on stacks. In: its path and build-id. Out: its symbols and debug
// information, which may be in a file of their own: by build-id or by the name
// in .gnu_debuglink.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODULEFILE_H
#define GMON_ANALYZER_MODULEFILE_H

#include "code/PltStubs.h"
#include "profile/StackProfile.h"
#include "program/DebugInfo.h"
#include "program/SymbolTable.h"
#include "support/Errors.h"

namespace gmon {

/// Where files of modules may be, apart from their paths.
class ModuleSearch {
public:
  /// The program was \p Then when it ran, and is \p Now: if its folder was
  /// moved, so were libraries. \p DebugFolders have the structure of
  /// /usr/lib/debug, which is searched after them.
  ModuleSearch(llvm::StringRef Then, llvm::StringRef Now,
               llvm::ArrayRef<std::string> DebugFolders);

  /// Returns where the file \p Path may be now: as far from the program as it
  /// was, or beside it.
  std::vector<std::string> movedPaths(llvm::StringRef Path) const;
  const std::vector<std::string> &debugFolders() const { return DebugFolders; }

private:
  std::string Folder; ///< of the program
  /// The same folder, then and now.
  std::string OldRoot, NewRoot;
  std::vector<std::string> DebugFolders;
};

class ModuleFile {
public:
  /// Opens the file of \p Module: at its path, or else a file with its build-id
  /// where \p Search says. Returns null if there is none with its build-id and
  /// symbols; warns if the file at its path has another one, or is damaged.
  /// Reads debug information of the addresses \p Wanted, which are sorted.
  static std::unique_ptr<ModuleFile> open(const StackModule &Module,
                                          const ModuleSearch &Search,
                                          const std::vector<uint64_t> &Wanted,
                                          Warnings &Warn);

  /// The module itself, or its debug file if the module is gone.
  const Image &image() const { return *File; }
  const SymbolTable &table() const { return *Table; }
  const DebugInfo &info() const { return *Info; }

private:
  ModuleFile() = default;
  void findFiles(const StackModule &Module, const ModuleSearch &Search,
                 Warnings &Warn);

  std::optional<Image> File;
  std::optional<Image> Debug; ///< its separate debug file
  std::optional<DebugInfo> Info;
  std::optional<PltStubs> Stubs;
  std::optional<SymbolTable> Table;
};

} // namespace gmon

#endif // GMON_ANALYZER_MODULEFILE_H
