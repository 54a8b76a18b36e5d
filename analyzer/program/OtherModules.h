//===-- OtherModules.h - Data files of other modules ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program and each of its libraries write a file, so a pattern like gmon.out*
// names files of several modules, and of their threads. In: the program, or a
// library, and names of data files. Out: which of them are not of it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OTHERMODULES_H
#define GMON_ANALYZER_OTHERMODULES_H

#include "program/Image.h"
#include "support/Errors.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <string>
#include <vector>

namespace gmon {

class OtherModules {
public:
  /// Is to choose the files of \p Module, or without one those that may be data
  /// files at all. \p Module is to live as long.
  explicit OtherModules(const Image *Module);

  /// Looks at the first bytes of the file \p Name, unless that is a pipe, whose
  /// bytes would be gone.
  void look(llvm::StringRef Name);
  /// Whether that file, which was looked at, is to be passed over.
  bool has(llvm::StringRef Name) const;
  /// Warns of the files that are passed over, if there are any; fails if that
  /// is all of them.
  llvm::Error tell(Warnings &Warn) const;

private:
  /// Of which module a file is, as far as it tells.
  enum class Owner { Mine, Program, Library, Threads, OtherProgram };
  /// Whether files of \p Kind are passed over. Those of other programs, which
  /// may be of another build of this one, are if any file is surely of it:
  /// otherwise the program was built anew, which is an error.
  bool isOther(Owner Kind) const {
    return Kind != Owner::Mine && (Kind != Owner::OtherProgram || HasMine);
  }
  Owner ownerOf(llvm::StringRef Name);
  std::string moduleOf(llvm::StringRef Name, Owner Kind) const;
  bool isNamedAfterMe(llvm::StringRef Name) const;

  const Image *Module;
  std::string Id; ///< of Module, as a data file has it
  bool IsLibrary = false;
  bool HasMine = false;                      ///< a file with Id was looked at
  llvm::SmallVector<std::string, 2> MyNames; ///< soname and file name
  llvm::MapVector<std::string, Owner, std::map<std::string, unsigned>> Files;
};

/// Takes those files out of \p Names that are not of \p Module, as above.
llvm::Error dropOtherModules(std::vector<std::string> &Names,
                             const Image &Module, Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_OTHERMODULES_H
