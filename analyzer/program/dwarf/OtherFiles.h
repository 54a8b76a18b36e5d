//===-- OtherFiles.h - Debug information in other files ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With -gsplit-dwarf, a program has only skeletons of its units. dwz -m moves
// to a supplementary file what several programs have in common. In: the DWARF
// of a program. Out: the files that it names.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OTHERFILES_H
#define GMON_ANALYZER_OTHERFILES_H

#include "program/Image.h"
#include "program/dwarf/DwarfFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace gmon {

class SplitUnits {
public:
  /// Searches for the units of \p Program, whose DWARF is \p Main; calls \p
  /// Opened for each file.
  SplitUnits(const Image &Program, llvm::DWARFContext &Main,
             const DwarfErrorHandler &Damaged,
             std::function<void(llvm::DWARFContext &)> Opened)
      : Program(Program), Main(Main), Damaged(Damaged),
        Opened(std::move(Opened)) {}

  /// Returns the unit of which \p Skeleton is the skeleton: in the program's
  /// .dwp file; or else in the .dwo file where the compiler wrote it, or beside
  /// the program. Returns null, and the file's name in \p Missing, if it is in
  /// neither. If \p Skeleton is no skeleton, returns it.
  llvm::DWARFUnit *find(llvm::DWARFUnit &Skeleton, std::string &Missing);

private:
  llvm::DWARFUnit *findIn(llvm::StringRef Path, llvm::DWARFUnit &Skeleton);
  void connect(llvm::DWARFUnit &Split, llvm::DWARFUnit &Skeleton) const;

  const Image &Program;
  llvm::DWARFContext &Main;
  const DwarfErrorHandler &Damaged;
  std::function<void(llvm::DWARFContext &)> Opened;
  llvm::StringMap<std::unique_ptr<DwarfFile>> Files; ///< null if not there
};

/// Opens the file that dwz made beside \p Program. Null if there is none; then
/// its name is in \p Missing if \p Program names one.
std::unique_ptr<DwarfFile>
openSupplementaryFile(const Image &Program, const DwarfErrorHandler &Damaged,
                      std::string &Missing);

} // namespace gmon

#endif // GMON_ANALYZER_OTHERFILES_H
