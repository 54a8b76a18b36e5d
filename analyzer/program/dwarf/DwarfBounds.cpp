//===-- DwarfBounds.cpp - Bounds what LLVM reads of DWARF -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the headers of compressed sections, and walks abbreviations and range
// lists: DWARF 5, sections 7.5.3 and 7.25, and DWARF 4, section 2.17.3.
//
//===----------------------------------------------------------------------===//

#include "program/dwarf/DwarfBounds.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFFormValue.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Support/Endian.h"

using namespace gmon;
using namespace llvm;
using namespace llvm::object;

std::optional<uint64_t> gmon::gnuDecompressedSize(StringRef Contents) {
  if (!Contents.starts_with("ZLIB") || Contents.size() < GnuHeaderSize)
    return std::nullopt;
  return support::endian::read64be(Contents.data() + 4);
}

/// Returns the decompressed size of \p Section; 0 if it is not compressed.
static Expected<uint64_t> decompressedSize(const ELFObjectFileBase &Object,
                                           ELFSectionRef Section) {
  Expected<StringRef> Name = Section.getName();
  const bool IsGnu = Name && Name->starts_with(".zdebug");
  if (!Name)
    consumeError(Name.takeError());
  if (!IsGnu && !(Section.getFlags() & ELF::SHF_COMPRESSED))
    return 0;
  Expected<StringRef> Contents = Section.getContents();
  if (!Contents)
    return Contents.takeError();
  if (IsGnu)
    return gnuDecompressedSize(*Contents).value_or(0);
  Expected<Decompressor> Head = Decompressor::create(
      "", *Contents, Object.isLittleEndian(), Object.getBytesInAddress() == 8);
  if (!Head)
    return Head.takeError();
  return Head->getDecompressedSize();
}

bool gmon::hasBoundedSections(const ELFObjectFileBase &Object) {
  // Debug information shrinks to a quarter or less, rarely to a hundredth.
  constexpr uint64_t MostExpansion = 256;
  ReadBudget Budget(Object.getData().size() * MostExpansion);
  for (ELFSectionRef Section : Object.sections()) {
    Expected<uint64_t> Size = decompressedSize(Object, Section);
    if (errorToBool(Size.takeError()))
      return false;
    if (!Budget.take(*Size))
      return false;
  }
  return true;
}

/// Returns the end of the set of abbreviations at \p Offset; none if searching
/// the set would take too long.
static std::optional<uint64_t> endOfSet(const DataExtractor &Section,
                                        uint64_t Offset) {
  // LLVM searches linearly for codes that do not ascend, and walks attributes
  // for each entry.
  constexpr unsigned MostUnsorted = 1000, MostAttributes = 1000;
  DataExtractor::Cursor Place(Offset);
  bool Ascends = true, IsBounded = true;
  uint64_t Last = 0;
  unsigned NumDeclarations = 0;
  while (uint64_t Code = Section.getULEB128(Place)) {
    Ascends &= NumDeclarations == 0 || Code == Last + 1;
    Last = Code;
    ++NumDeclarations;
    Section.getULEB128(Place); // tag
    Section.getU8(Place);      // whether it has children
    unsigned NumAttributes = 0;
    while (Place) {
      uint64_t Attribute = Section.getULEB128(Place);
      uint64_t Form = Section.getULEB128(Place);
      if (!Attribute && !Form)
        break;
      if (Form == dwarf::DW_FORM_implicit_const)
        Section.getSLEB128(Place);
      ++NumAttributes;
    }
    IsBounded &= NumAttributes <= MostAttributes &&
                 (Ascends || NumDeclarations <= MostUnsorted);
    if (!Place || !IsBounded)
      break;
  }
  // LLVM reports truncated data.
  uint64_t End = Place ? Place.tell() : Section.size();
  consumeError(Place.takeError());
  return IsBounded ? std::optional(End) : std::nullopt;
}

bool gmon::hasBoundedAbbreviations(const DataExtractor &Section,
                                   ArrayRef<uint64_t> Offsets) {
  ReadBudget Budget(2 * Section.size());
  DenseSet<uint64_t> Seen;
  return all_of(Offsets, [&](uint64_t Offset) {
    if (Offset >= Section.size() || !Seen.insert(Offset).second)
      return true;
    std::optional<uint64_t> End = endOfSet(Section, Offset);
    return End && Budget.take(*End - Offset);
  });
}

/// Skips an entry of a range list of DWARF 5. Returns false at its end.
static bool skipRange(const DataExtractor &Section,
                      DataExtractor::Cursor &Place) {
  uint8_t Kind = Section.getU8(Place);
  switch (Kind) {
  case dwarf::DW_RLE_startx_endx:
  case dwarf::DW_RLE_startx_length:
  case dwarf::DW_RLE_offset_pair:
    Section.getULEB128(Place);
    [[fallthrough]];
  case dwarf::DW_RLE_base_addressx:
    Section.getULEB128(Place);
    break;
  case dwarf::DW_RLE_start_end:
    Section.getAddress(Place);
    [[fallthrough]];
  case dwarf::DW_RLE_base_address:
    Section.getAddress(Place);
    break;
  case dwarf::DW_RLE_start_length:
    Section.getAddress(Place);
    Section.getULEB128(Place);
    break;
  default:
    return false;
  }
  return bool(Place);
}

uint64_t gmon::rangeListSize(const DataExtractor &Section, uint64_t Offset,
                             bool IsDwarf5) {
  DataExtractor::Cursor Place(Offset);
  if (IsDwarf5) {
    while (skipRange(Section, Place))
      ;
  } else {
    while (Place) {
      uint64_t Low = Section.getAddress(Place);
      uint64_t High = Section.getAddress(Place);
      if (Low == 0 && High == 0)
        break;
    }
  }
  uint64_t End = Place.tell();
  consumeError(Place.takeError());
  return End - Offset;
}

using Cursor = DataExtractor::Cursor;

/// Whether \p Form is valid for the kind \p Content of a file's facts: LLVM
/// treats these as numbers without a check.
static bool fits(uint64_t Content, uint64_t Form) {
  switch (Content) {
  case dwarf::DW_LNCT_directory_index:
  case dwarf::DW_LNCT_timestamp:
  case dwarf::DW_LNCT_size:
    return is_contained({dwarf::DW_FORM_data1, dwarf::DW_FORM_data2,
                         dwarf::DW_FORM_data4, dwarf::DW_FORM_data8,
                         dwarf::DW_FORM_udata},
                        dwarf::Form(Form));
  default:
    return true;
  }
}

/// Whether the table at \p Place has only known forms. Moves \p Place behind
/// it.
static bool skipTable(const DataExtractor &Section, Cursor &Place,
                      dwarf::FormParams Params) {
  SmallVector<dwarf::Form, 4> Forms;
  for (unsigned Count = Section.getU8(Place); Count > 0 && Place; --Count) {
    uint64_t Content = Section.getULEB128(Place);
    uint64_t Form = Section.getULEB128(Place);
    if (Form > UINT16_MAX || !fits(Content, Form))
      return false;
    Forms.push_back(dwarf::Form(Form));
  }
  uint64_t NumEntries = Section.getULEB128(Place);
  uint64_t Offset = Place.tell();
  // Entries without bytes would make the following loop endless.
  if (!Place || (NumEntries && Forms.empty()))
    return false;
  for (uint64_t I = 0; I < NumEntries; ++I) {
    uint64_t Start = Offset;
    for (dwarf::Form Form : Forms)
      if (!DWARFFormValue::skipValue(Form, Section, &Offset, Params))
        return false;
    if (Offset == Start || Offset > Section.size())
      return false;
  }
  Place.seek(Offset);
  return true;
}

bool gmon::hasKnownForms(const DataExtractor &Section, uint64_t Offset) {
  Cursor Place(Offset);
  dwarf::FormParams Params = {0, 0, dwarf::DWARF32};
  if (Section.getU32(Place) == dwarf::DW_LENGTH_DWARF64) {
    Params.Format = dwarf::DWARF64;
    Section.getU64(Place);
  }
  Params.Version = Section.getU16(Place);
  bool Result = bool(Place);
  if (Result && Params.Version >= 5) {
    Params.AddrSize = Section.getU8(Place);
    Section.getU8(Place); // size of a segment selector
    Section.getUnsigned(Place, Params.getDwarfOffsetByteSize());
    // The line program's parameters, five bytes, and the number of its standard
    // opcodes, whose lengths follow.
    Section.skip(Place, 5);
    unsigned OpcodeBase = Section.getU8(Place);
    Section.skip(Place, OpcodeBase ? OpcodeBase - 1 : 0);
    Result = Place && skipTable(Section, Place, Params) &&
             skipTable(Section, Place, Params);
  }
  consumeError(Place.takeError());
  return Result;
}

uint64_t gmon::lineTableSize(const DataExtractor &Section, uint64_t Offset) {
  Cursor Place(Offset);
  uint64_t Length = Section.getU32(Place);
  if (Length == dwarf::DW_LENGTH_DWARF64)
    Length = Section.getU64(Place);
  uint64_t Start = Place.tell();
  consumeError(Place.takeError());
  uint64_t Rest = Section.size() - std::min<uint64_t>(Start, Section.size());
  return Start - Offset + std::min(Length, Rest);
}
