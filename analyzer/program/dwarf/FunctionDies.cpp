//===-- FunctionDies.cpp - Names and files of DWARF functions -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program/dwarf/FunctionDies.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"

using namespace gmon;
using namespace llvm;

// LLVM 22 does not follow references to a supplementary file.

DWARFDie FunctionDies::referenced(const DWARFDie &Die,
                                  dwarf::Attribute Attribute) const {
  std::optional<DWARFFormValue> Value = Die.find(Attribute);
  if (!Value)
    return DWARFDie();
  if (std::optional<uint64_t> Offset = Value->getAsSupplementaryReference())
    return Supplement ? Supplement->getDIEForOffset(*Offset) : DWARFDie();
  return Die.getAttributeValueAsReferencedDie(*Value);
}

StringRef FunctionDies::stringOf(const DWARFDie &Die,
                                 ArrayRef<dwarf::Attribute> Attributes) const {
  std::optional<DWARFFormValue> Value = Die.find(Attributes);
  if (!Value)
    return "";
  if (Value->getForm() != dwarf::DW_FORM_GNU_strp_alt &&
      Value->getForm() != dwarf::DW_FORM_strp_sup)
    return dwarf::toStringRef(Value);
  if (!Supplement)
    return "";
  StringRef Strings = Supplement->getDWARFObj().getStrSection();
  return Strings
      .drop_front(std::min<uint64_t>(Value->getRawUValue(), Strings.size()))
      .take_until([](char C) { return C == '\0'; });
}

/// Returns the DIE to which \p Function refers for missing attributes.
DWARFDie FunctionDies::originOf(const DWARFDie &Function) const {
  DWARFDie Origin = referenced(Function, dwarf::DW_AT_abstract_origin);
  return Origin ? Origin : referenced(Function, dwarf::DW_AT_specification);
}

uint32_t FunctionDies::fileOf(const DWARFDie &Die, uint64_t File) const {
  DWARFUnit *Unit = Die.getDwarfUnit();
  auto TableOf = [](DWARFUnit &Unit) {
    return dwarf::toSectionOffset(
        Unit.getUnitDIE().find(dwarf::DW_AT_stmt_list));
  };
  std::optional<uint64_t> Table = TableOf(*Unit);
  // Clang's split units have the files of their skeletons.
  if (!Table && Unit->isDWOUnit()) {
    Unit = Unit->getLinkedUnit();
    Table = TableOf(*Unit);
  }
  if (!Table)
    return NoFile;
  auto Known = FilesOf.find({Unit->getLineSection().Data.data(), *Table});
  return Known != FilesOf.end() && File < Known->second.size()
             ? Known->second[File]
             : NoFile;
}

uint32_t FunctionDies::unitFile(const DWARFDie &Die) {
  DWARFUnit &Unit = *Die.getDwarfUnit();
  auto [It, IsNew] = UnitFiles.try_emplace(&Unit, NoFile);
  if (!IsNew)
    return It->second;
  StringRef Name = stringOf(Unit.getUnitDIE(), dwarf::DW_AT_name);
  if (Name.empty() || !NameBytes.take(Name.size()))
    return NoFile;
  It->second = Paths.size();
  Paths.push_back(Strings.save(Name));
  return It->second;
}

uint32_t FunctionDies::declaringFile(ArrayRef<DWARFDie> Dies, bool &IsKnown) {
  if (FilesOf.empty() || Dies.empty())
    return NoFile;
  // A definition may be in another file than its declaration in a class, which
  // all copies share.
  for (const DWARFDie &Die : reverse(Dies))
    if (std::optional<uint64_t> File =
            dwarf::toUnsigned(Die.find(dwarf::DW_AT_decl_file)))
      return IsKnown = true, fileOf(Die, *File);
  return unitFile(Dies.back());
}

/// Returns \p Function and the DIEs to which it refers for missing attributes.
SmallVector<DWARFDie, 4> FunctionDies::withOrigins(DWARFDie Function) const {
  // A copy, its origin, its declaration: valid files have few more levels.
  constexpr size_t MostDies = 8;
  SmallVector<DWARFDie, 4> Dies;
  for (; Function && Dies.size() < MostDies; Function = originOf(Function))
    Dies.push_back(Function);
  return Dies;
}

/// Reads where the function of \p Dies is defined. What a definition has in
/// common with its declaration in a class stands there only.
void FunctionDies::readDefinition(ArrayRef<DWARFDie> Dies,
                                  UnitFunction &Function) const {
  uint32_t File = NoFile;
  uint64_t Line = 0;
  for (const DWARFDie &Die : reverse(Dies)) {
    if (auto Value = dwarf::toUnsigned(Die.find(dwarf::DW_AT_decl_file)))
      File = fileOf(Die, *Value);
    Line = dwarf::toUnsigned(Die.find(dwarf::DW_AT_decl_line), Line);
  }
  if (File >= Paths.size() || Line > UINT32_MAX)
    return;
  Function.Path = Paths[File];
  Function.Line = uint32_t(Line);
}

FunctionFacts FunctionDies::read(ArrayRef<DWARFDie> Dies) {
  auto Find = [&](ArrayRef<dwarf::Attribute> Attributes) -> StringRef {
    for (const DWARFDie &Die : Dies) {
      if (NameBytes.isExhausted())
        return "";
      StringRef Name = stringOf(Die, Attributes);
      if (!NameBytes.take(Name.size()))
        return "";
      if (!Name.empty())
        return Name;
    }
    return "";
  };
  StringRef Name =
      Find({dwarf::DW_AT_MIPS_linkage_name, dwarf::DW_AT_linkage_name});
  FunctionFacts Facts;
  Facts.HasLinkageName = !Name.empty();
  Facts.Name = Strings.save(Name.empty() ? Find({dwarf::DW_AT_name}) : Name);
  Facts.File = declaringFile(Dies, Facts.HasFile);
  return Facts;
}

/// Reads \p Origin, to which all copies of a function in a unit refer.
FunctionFacts FunctionDies::readOrigin(const DWARFDie &Origin) {
  const SmallVector<DWARFDie, 4> Dies = withOrigins(Origin);
  FunctionFacts Facts = read(Dies);
  if (!ListsFunctions || Facts.Name.empty())
    return Facts;
  Facts.OfUnit = OfUnits.size();
  UnitFunction &New = OfUnits.emplace_back();
  New.Name = Facts.Name;
  if (Facts.File < Paths.size())
    New.Declared = Paths[Facts.File];
  readDefinition(Dies, New);
  New.Unit = uint32_t(Origin.getDwarfUnit()->getLinkedUnit()->getOffset());
  New.HasLinkageName = Facts.HasLinkageName;
  New.HasFile = Facts.HasFile && Facts.File != NoFile;
  return Facts;
}

FunctionFacts FunctionDies::factsOf(const DWARFDie &Function) {
  // A function that is often inlined has one origin and many copies.
  if (!Function.find(dwarf::DW_AT_abstract_origin))
    return Function.find({dwarf::DW_AT_low_pc, dwarf::DW_AT_ranges})
               ? readOrigin(Function)
               : read(withOrigins(Function));
  DWARFDie Origin = originOf(Function);
  if (!Origin)
    return readOrigin(Function);
  auto [It, New] = Origins.try_emplace(
      std::make_pair(Origin.getDwarfUnit(), Origin.getOffset()));
  if (New)
    It->second = readOrigin(Origin);
  return It->second;
}
