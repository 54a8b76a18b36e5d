//===-- DwarfFile.h - Files with DWARF --------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The debug information of a program may be in several files: the program
// itself, .dwo and .dwp files of -gsplit-dwarf (DWARF 5, section 7.3.2), and
// the file to which dwz -m moves what several programs have in common (section
// 7.3.6). In: such a file, or the DWARF that names it. Out: LLVM's reader for
// it, if reading costs in proportion to the file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAM_DWARF_DWARFFILE_H
#define GMON_ANALYZER_PROGRAM_DWARF_DWARFFILE_H

#include "program/Image.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <functional>
#include <memory>

namespace gmon {

/// Takes an error of a damaged file.
using DwarfErrorHandler = std::function<void(llvm::Error)>;

class DwarfFile {
public:
  /// Reads \p Object, which must outlive the result; null if it may take long.
  static std::unique_ptr<DwarfFile>
  of(const llvm::object::ELFObjectFileBase &Object,
     const DwarfErrorHandler &Damaged);

  /// Reads the regular file \p Path, which DWARF names. Returns null if there
  /// is none that is an ELF file, or if reading it might take too long.
  static std::unique_ptr<DwarfFile> open(llvm::StringRef Path,
                                         const DwarfErrorHandler &Damaged);

  llvm::DWARFContext &context() const { return *Context; }
  const llvm::object::ELFObjectFileBase &object() const { return *Object; }

private:
  DwarfFile() = default;

  llvm::object::OwningBinary<llvm::object::Binary> Opened; ///< or empty
  const llvm::object::ELFObjectFileBase *Object = nullptr;
  /// The sections of a file that has compressed ones in GNU's old form.
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> Sections;
  std::unique_ptr<llvm::DWARFContext> Context;
};

/// Returns the number of bytes of which DWARF in \p Context takes names.
size_t sizeOfNames(const llvm::DWARFContext &Context);

class SplitUnits {
public:
  /// Searches for units of \p Program with the DWARF \p Main; \p Opened gets
  /// files.
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

#endif // GMON_ANALYZER_PROGRAM_DWARF_DWARFFILE_H
