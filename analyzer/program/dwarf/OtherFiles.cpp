//===-- OtherFiles.cpp - Debug information in other files -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of another build counts as missing: each skeleton has the number of
// its unit, and .gnu_debugaltlink a build-id. LLVM finds split units too
// (DWARFUnit::getNonSkeletonUnitDIE), but it takes any file that DWARF names,
// devices included, and searches at one place only.
//
//===----------------------------------------------------------------------===//

#include "program/dwarf/OtherFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

/// Returns \p Name in \p Folder, unless it is absolute.
static std::string inFolder(StringRef Folder, StringRef Name) {
  SmallString<256> Path;
  if (!sys::path::is_absolute(Name))
    Path = Folder;
  sys::path::append(Path, Name);
  return Path.str().str();
}

DWARFUnit *SplitUnits::findIn(StringRef Path, DWARFUnit &Skeleton) {
  auto [It, IsNew] = Files.try_emplace(Path);
  if (IsNew) {
    It->second = DwarfFile::open(Path, Damaged);
    if (It->second)
      Opened(It->second->context());
  }
  if (!It->second)
    return nullptr;
  DWARFUnit *Split =
      It->second->context().getDWOCompileUnitForHash(*Skeleton.getDWOId());
  if (Split)
    connect(*Split, Skeleton);
  return Split;
}

/// Makes \p Split find what is in the program: addresses, and before DWARF 5
/// ranges.
void SplitUnits::connect(DWARFUnit &Split, DWARFUnit &Skeleton) const {
  const DWARFObject &Sections = Main.getDWARFObj();
  Split.setSkeletonUnit(&Skeleton);
  if (std::optional<uint64_t> Base = Skeleton.getAddrOffsetSectionBase())
    Split.setAddrOffsetSection(&Sections.getAddrSection(), *Base);
  if (Skeleton.getVersion() < 5)
    Split.setRangesSection(
        &Sections.getRangesSection(),
        Skeleton.getUnitDIE().getRangesBaseAttribute().value_or(0));
}

DWARFUnit *SplitUnits::find(DWARFUnit &Skeleton, std::string &Missing) {
  const DWARFDie Die = Skeleton.getUnitDIE();
  const StringRef Name = dwarf::toStringRef(
      Die.find({dwarf::DW_AT_dwo_name, dwarf::DW_AT_GNU_dwo_name}));
  if (Name.empty() || !Skeleton.getDWOId())
    return &Skeleton;
  const char *Compilation = Skeleton.getCompilationDir();
  const StringRef Folder = sys::path::parent_path(Program.path());
  Missing = inFolder(Compilation ? Compilation : "", Name);
  for (const std::string &Path :
       {Program.path().str() + ".dwp", Missing, inFolder(Folder, Name),
        inFolder(Folder, sys::path::filename(Name))})
    if (DWARFUnit *Split = findIn(Path, Skeleton))
      return Split;
  return nullptr;
}

std::unique_ptr<DwarfFile>
gmon::openSupplementaryFile(const Image &Program,
                            const DwarfErrorHandler &Damaged,
                            std::string &Missing) {
  // A name, a NUL, and a build-id.
  const auto [Name, Id] = Program.section(".gnu_debugaltlink").split('\0');
  if (Name.empty())
    return nullptr;
  Missing = inFolder(sys::path::parent_path(Program.path()), Name);
  std::unique_ptr<DwarfFile> File = DwarfFile::open(Missing, Damaged);
  if (File && toStringRef(object::getBuildID(&File->object())) != Id)
    File.reset();
  return File;
}
