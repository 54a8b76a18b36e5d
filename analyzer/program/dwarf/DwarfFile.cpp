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
#include "program/dwarf/DwarfBounds.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Support/Compression.h"

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
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
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
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return nullptr;
  }
  Expected<std::unique_ptr<Binary>> File = createBinary(**Bytes);
  if (!File) {
    consumeError(File.takeError());
    return nullptr;
  }
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
