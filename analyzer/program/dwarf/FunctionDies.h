//===-- FunctionDies.h - Names and files of DWARF functions -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the DIE of a function or of its inlined copy. Out: its name, and the file
// that declares it, from the DIE or from those to which it refers.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FUNCTIONDIES_H
#define GMON_ANALYZER_FUNCTIONDIES_H

#include "program/DebugInfo.h"
#include "program/dwarf/DwarfBounds.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include "llvm/DebugInfo/DWARF/DWARFUnit.h"

namespace gmon {

/// The index of a file that is not in a line table.
inline constexpr uint32_t NoFile = UINT32_MAX;

/// What DWARF says about a function.
struct FunctionFacts {
  llvm::StringRef Name; ///< linkage name, or else the name; may be empty
  /// Index of the path of the file that declares it. Of its compilation unit if
  /// DWARF has no files of declarations, as with -g1. NoFile if the unit's line
  /// table was not read.
  uint32_t File = NoFile;
  bool HasLinkageName = false;
  bool HasFile = false; ///< File is that of a declaration
  UnitFunctionIndex OfUnit = NoUnitFunction;
};

class FunctionDies {
public:
  /// Keeps names in \p Strings, and adds the names of compilation units to \p
  /// Paths. All must outlive the result.
  FunctionDies(llvm::UniqueStringSaver &Strings,
               std::vector<llvm::StringRef> &Paths,
               std::vector<UnitFunction> &OfUnits)
      : Strings(Strings), Paths(Paths), OfUnits(OfUnits) {}

  /// Limits how much is read of names and paths.
  ReadBudget NameBytes;
  /// Whether to list the functions of units.
  bool ListsFunctions = false;

  /// The file where dwz put what several programs have in common, or null.
  llvm::DWARFContext *Supplement = nullptr;

  /// Notes that \p Files are those of the line table of \p Unit at \p Offset,
  /// as indexes of paths. Without any, functions have no files.
  void addTable(const llvm::DWARFUnit &Unit, uint64_t Offset,
                std::vector<uint32_t> Files) {
    FilesOf[{Unit.getLineSection().Data.data(), Offset}] = std::move(Files);
  }

  FunctionFacts factsOf(const llvm::DWARFDie &Function);
  /// Returns the index of the path of file \p File in the unit of \p Die.
  uint32_t fileOf(const llvm::DWARFDie &Die, uint64_t File) const;
  /// Returns the first of \p Attributes that \p Die has, a string; else "".
  llvm::StringRef
  stringOf(const llvm::DWARFDie &Die,
           llvm::ArrayRef<llvm::dwarf::Attribute> Attributes) const;

private:
  llvm::DWARFDie referenced(const llvm::DWARFDie &Die,
                            llvm::dwarf::Attribute Attribute) const;
  llvm::DWARFDie originOf(const llvm::DWARFDie &Function) const;
  llvm::SmallVector<llvm::DWARFDie, 4>
  withOrigins(llvm::DWARFDie Function) const;
  FunctionFacts read(llvm::ArrayRef<llvm::DWARFDie> Dies);
  FunctionFacts readOrigin(const llvm::DWARFDie &Origin);
  uint32_t declaringFile(llvm::ArrayRef<llvm::DWARFDie> Dies, bool &IsKnown);
  void readDefinition(llvm::ArrayRef<llvm::DWARFDie> Dies,
                      UnitFunction &Function) const;
  uint32_t unitFile(const llvm::DWARFDie &Die);

  llvm::UniqueStringSaver &Strings;
  std::vector<llvm::StringRef> &Paths;
  std::vector<UnitFunction> &OfUnits;
  /// The files of line tables, by section and offset.
  llvm::DenseMap<std::pair<const char *, uint64_t>, std::vector<uint32_t>>
      FilesOf;
  llvm::DenseMap<const llvm::DWARFUnit *, uint32_t> UnitFiles;
  /// The DIEs to which inlined copies refer, by unit and its own offsets.
  llvm::DenseMap<std::pair<const llvm::DWARFUnit *, uint64_t>, FunctionFacts>
      Origins;
};

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONDIES_H
