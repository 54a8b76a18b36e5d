//===-- LineTableCheck.cpp - Guards the reader of line tables -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the header of a line table up to the end of its file names, as
// specified by DWARF 5, section 6.2.4.
//
//===----------------------------------------------------------------------===//

#include "program/dwarf/LineTableCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFFormValue.h"

using namespace gmon;
using namespace llvm;

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

/// Whether the table of folders or files at \p At has only known forms. Moves
/// \p At behind the table.
static bool skipTable(const DataExtractor &Section, Cursor &At,
                      dwarf::FormParams Params) {
  SmallVector<dwarf::Form, 4> Forms;
  for (unsigned Count = Section.getU8(At); Count > 0 && At; --Count) {
    uint64_t Content = Section.getULEB128(At);
    uint64_t Form = Section.getULEB128(At);
    if (Form > UINT16_MAX || !fits(Content, Form))
      return false;
    Forms.push_back(dwarf::Form(Form));
  }
  uint64_t NumEntries = Section.getULEB128(At);
  uint64_t Offset = At.tell();
  // Entries without bytes would make the following loop endless.
  if (!At || (NumEntries && Forms.empty()))
    return false;
  for (uint64_t I = 0; I < NumEntries; ++I) {
    uint64_t Start = Offset;
    for (dwarf::Form Form : Forms)
      if (!DWARFFormValue::skipValue(Form, Section, &Offset, Params))
        return false;
    if (Offset == Start || Offset > Section.size())
      return false;
  }
  At.seek(Offset);
  return true;
}

bool gmon::hasKnownForms(const DataExtractor &Section, uint64_t Offset) {
  Cursor At(Offset);
  dwarf::FormParams Params = {0, 0, dwarf::DWARF32};
  if (Section.getU32(At) == dwarf::DW_LENGTH_DWARF64) {
    Params.Format = dwarf::DWARF64;
    Section.getU64(At);
  }
  Params.Version = Section.getU16(At);
  bool Result = bool(At);
  if (Result && Params.Version >= 5) {
    Params.AddrSize = Section.getU8(At);
    Section.getU8(At); // size of a segment selector
    Section.getUnsigned(At, Params.getDwarfOffsetByteSize());
    // The line program's parameters, five bytes, and the number of its standard
    // opcodes, whose lengths follow.
    Section.skip(At, 5);
    unsigned OpcodeBase = Section.getU8(At);
    Section.skip(At, OpcodeBase ? OpcodeBase - 1 : 0);
    Result =
        At && skipTable(Section, At, Params) && skipTable(Section, At, Params);
  }
  consumeError(At.takeError());
  return Result;
}

uint64_t gmon::lineTableSize(const DataExtractor &Section, uint64_t Offset) {
  Cursor At(Offset);
  uint64_t Length = Section.getU32(At);
  if (Length == dwarf::DW_LENGTH_DWARF64)
    Length = Section.getU64(At);
  uint64_t Start = At.tell();
  consumeError(At.takeError());
  uint64_t Rest = Section.size() - std::min<uint64_t>(Start, Section.size());
  return Start - Offset + std::min(Length, Rest);
}
