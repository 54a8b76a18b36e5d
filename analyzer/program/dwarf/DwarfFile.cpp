//===-- DwarfFile.cpp - A file with DWARF ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 does not read sections that GNU's tools compressed before ELF had
// compression (--compress-debug-sections=zlib-gnu), whose names begin with
// ".zdebug". Of a file with such sections, all sections are decompressed here.
//
//===----------------------------------------------------------------------===//

#include "program/dwarf/DwarfFile.h"
#include "files/FileBytes.h"
#include "program/LLVMVersion.h"
#include "program/dwarf/DwarfBounds.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

/// Whether the abbreviations of all units in \p Context are bounded.
static bool hasBoundedUnits(DWARFContext &Context, unsigned AddressSize) {
  const DWARFObject &Sections = Context.getDWARFObj();
  auto AreBounded = [&](auto &&Units, StringRef Abbreviations) {
    std::vector<uint64_t> Offsets;
    for (const std::unique_ptr<DWARFUnit> &Unit : Units)
      Offsets.push_back(Unit->getAbbreviationsOffset());
    return hasBoundedAbbreviations(
        DataExtractor(Abbreviations, Sections.isLittleEndian(), AddressSize),
        Offsets);
  };
  return AreBounded(Context.normal_units(), Sections.getAbbrevSection()) &&
         AreBounded(Context.dwo_units(), Sections.getAbbrevDWOSection());
}

/// Returns the contents of \p Section, decompressed; null if they are damaged.
static std::unique_ptr<MemoryBuffer> decompress(const ELFObjectFileBase &Object,
                                                ELFSectionRef Section,
                                                StringRef Contents,
                                                bool IsGnu) {
  if (IsGnu) {
    const std::optional<uint64_t> Size = gnuDecompressedSize(Contents);
    SmallVector<uint8_t, 0> Bytes;
    if (!Size || !compression::zlib::isAvailable())
      return nullptr;
    if (Error E = compression::zlib::decompress(
            arrayRefFromStringRef(Contents.drop_front(GnuHeaderSize)), Bytes,
            *Size)) {
      consumeError(std::move(E));
      return nullptr;
    }
    return MemoryBuffer::getMemBufferCopy(toStringRef(Bytes));
  }
  if (!(Section.getFlags() & ELF::SHF_COMPRESSED))
    return MemoryBuffer::getMemBuffer(Contents, "", false);
  Expected<Decompressor> Source = Decompressor::create(
      "", Contents, Object.isLittleEndian(), Object.getBytesInAddress() == 8);
  SmallString<0> Bytes;
  Error E = Source ? Source->resizeAndDecompress(Bytes) : Source.takeError();
  if (!E)
    return MemoryBuffer::getMemBufferCopy(Bytes);
  consumeError(std::move(E));
  return nullptr;
}

/// Returns the sections with DWARF of \p Object by their names without a dot,
/// if some are compressed in GNU's old form.
static StringMap<std::unique_ptr<MemoryBuffer>>
readGnuSections(const ELFObjectFileBase &Object,
                const DwarfErrorHandler &Damaged) {
  StringMap<std::unique_ptr<MemoryBuffer>> Result;
  bool HasGnu = false;
  for (ELFSectionRef Section : Object.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (errorToBool(Name.takeError()))
      continue;
    const bool IsGnu = Name->consume_front(".z");
    HasGnu |= IsGnu && Name->starts_with("debug");
    if ((!IsGnu && !Name->consume_front(".")) || !Name->starts_with("debug"))
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents) {
      Damaged(Contents.takeError());
      continue;
    }
    Result[*Name] = nullptr;
    if (std::unique_ptr<MemoryBuffer> Bytes =
            decompress(Object, Section, *Contents, IsGnu))
      Result[*Name] = std::move(Bytes);
  }
  if (!HasGnu)
    Result.clear();
  return Result;
}

std::unique_ptr<DwarfFile> DwarfFile::of(const ELFObjectFileBase &Object,
                                         const DwarfErrorHandler &Damaged) {
  if (!hasBoundedSections(Object))
    return nullptr;
  std::unique_ptr<DwarfFile> Result(new DwarfFile);
  Result->Object = &Object;
  Result->Sections = readGnuSections(Object, Damaged);
  Result->Context =
      Result->Sections.empty()
          ? DWARFContext::create(Object,
                                 DWARFContext::ProcessDebugRelocations::Ignore,
                                 nullptr, "", Damaged, Damaged)
          : DWARFContext::create(Result->Sections, Object.getBytesInAddress(),
                                 Object.isLittleEndian(), Damaged, Damaged);
  if (!hasBoundedUnits(*Result->Context, Object.getBytesInAddress()))
    return nullptr;
  return Result;
}

std::unique_ptr<DwarfFile> DwarfFile::open(StringRef Path,
                                           const DwarfErrorHandler &Damaged) {
  if (!sys::fs::is_regular_file(Path))
    return nullptr;
  Expected<std::unique_ptr<MemoryBuffer>> Bytes = readWhole(Path);
  if (errorToBool(Bytes.takeError()))
    return nullptr;
  Expected<std::unique_ptr<Binary>> File = createBinary(**Bytes);
  if (errorToBool(File.takeError()))
    return nullptr;
  const auto *Object = dyn_cast<ELFObjectFileBase>(File->get());
  std::unique_ptr<DwarfFile> Result = Object ? of(*Object, Damaged) : nullptr;
  if (Result)
    Result->Opened = OwningBinary<Binary>(std::move(*File), std::move(*Bytes));
  return Result;
}

size_t gmon::sizeOfNames(const DWARFContext &Context) {
  const DWARFObject &Sections = Context.getDWARFObj();
  size_t Size = Sections.getLineSection().Data.size() +
                Sections.getLineDWOSection().Data.size() +
                Sections.getStrSection().size() +
                Sections.getStrDWOSection().size() +
                Sections.getLineStrSection().size();
  auto Add = [&](const DWARFSection &Info) { Size += Info.Data.size(); };
  Sections.forEachInfoSections(Add);
  Sections.forEachInfoDWOSections(Add);
  return Size;
}

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

/// Makes \p Split find addresses and, before DWARF 5, ranges in the program.
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
  if (File && toStringRef(buildIdOf(File->object())) != Id)
    File.reset();
  return File;
}
