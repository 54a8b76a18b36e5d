//===-- DwarfFile.h - A file with DWARF -------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The debug information of a program may be in several files: the program
// itself, .dwo and .dwp files (DWARF 5, section 7.3.2), and the file that dwz
// makes of what several programs have in common (section 7.3.6). In: such a
// file. Out: LLVM's reader for it, if reading costs in proportion to the file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DWARFFILE_H
#define GMON_ANALYZER_DWARFFILE_H

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include <functional>
#include <memory>

namespace gmon {

/// Takes an error of a damaged file.
using DwarfErrorHandler = std::function<void(llvm::Error)>;

class DwarfFile {
public:
  /// Reads \p Object, which must outlive the result. Returns null if reading
  /// it might take too long.
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

} // namespace gmon

#endif // GMON_ANALYZER_DWARFFILE_H
