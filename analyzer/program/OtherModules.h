//===-- OtherModules.h - Data files of other modules ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program and each of its libraries write a file. So a pattern such as
// gmon.out* matches files of several modules, and files of threads. In: the
// program or a library, and names of data files. Out: the files that belong to
// other modules.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OTHERMODULES_H
#define GMON_ANALYZER_OTHERMODULES_H

#include "files/FileNames.h"
#include "program/Image.h"
#include "support/Errors.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"

namespace gmon {

/// Returns the name of the library whose profile the file \p Name is, if that
/// of a program is beside it; or an empty text. The file's name consists of the
/// name of the program's, a dot, and the library's name.
std::string libraryOf(llvm::StringRef Name);

class OtherModules {
public:
  /// Chooses the files of \p Module; if that is null, all possible data files.
  /// \p Module must outlive this object.
  explicit OtherModules(const Image *Module);

  /// Reads the first bytes of \p Name; not those of a pipe, which would lose
  /// them.
  void look(llvm::StringRef Name);
  /// Whether to ignore the file number \p I that was passed to look().
  bool has(size_t I) const { return isOther(Owners[I]); }
  /// Returns the files that the module, a library, wrote beside the program's
  /// file \p Name; none if there are none, or if \p Name may be its own. A
  /// process may have loaded several copies of the library.
  std::vector<std::string> ownFilesBeside(llvm::StringRef Name) const;
  /// Whether all files certainly belong to other modules. Files in sets have
  /// the names of their programs.
  bool areAllOfOthers() const { return llvm::none_of(Owners, isOfMyBuilds); }
  /// Warns of ignored files, if there are any. Fails if all files are ignored.
  llvm::Error tell(Warnings &Warn) const;

private:
  /// The module that a file belongs to, as the file's records show.
  enum class Owner : uint8_t {
    Mine,
    Unknown, ///< treated as mine
    Program,
    Library,
    Stacks,
    OtherProgram,
    OtherBuild ///< of the module, or another program
  };
  static bool isOfMyBuilds(Owner Kind) {
    return Kind <= Owner::Unknown || Kind == Owner::OtherBuild;
  }
  /// Whether to ignore files of \p Kind. Those of other programs and builds are
  /// ignored if at least one file certainly belongs to this one. Otherwise the
  /// module was rebuilt or renamed, which is an error.
  bool isOther(Owner Kind) const {
    return Kind > Owner::Unknown && (Kind < Owner::OtherProgram || HasMine);
  }
  Owner ownerOf(llvm::StringRef Name) const;
  bool isNamedAfterMe(llvm::StringRef Name) const;
  bool isOfOtherProgram(llvm::StringRef Name) const;

  const Image *Module;
  llvm::SmallString<128> RealPath; ///< of Module
  std::string Id;                  ///< its build-id, as in data files
  bool IsLibrary = false;
  bool HasMine = false;                      ///< a file with Id was read
  llvm::SmallVector<std::string, 2> MyNames; ///< soname and file name
  std::vector<Owner> Owners;       ///< of all files, of which there may be many
  std::set<std::string> Libraries; ///< names of other libraries
};

/// Removes the files from \p Names that do not belong to \p Module, as above.
llvm::Error dropOtherModules(NameList &Names, const Image &Module,
                             Warnings &Warn);

} // namespace gmon

#endif // GMON_ANALYZER_OTHERMODULES_H
