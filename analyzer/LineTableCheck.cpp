//===-- LineTableCheck.cpp - Guards the reader of line tables -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the head of a line table up to the end of its file names, as DWARF 5,
// section 6.2.4, lays it out.
//
//===----------------------------------------------------------------------===//

#include "LineTableCheck.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFFormValue.h"

using namespace gmon;
using namespace llvm;

using Cursor = DataExtractor::Cursor;

/// Whether the table of folders or files at \p At has known forms only; leaves
/// \p At behind it.
static bool skipTable(const DataExtractor &Section, Cursor &At,
                      dwarf::FormParams Params) {
  SmallVector<dwarf::Form, 4> Forms;
  for (unsigned Count = Section.getU8(At); Count > 0 && At; --Count) {
    Section.getULEB128(At);
    uint64_t Form = Section.getULEB128(At);
    if (Form > UINT16_MAX)
      return false;
    Forms.push_back(dwarf::Form(Form));
  }
  uint64_t NumEntries = Section.getULEB128(At);
  uint64_t Offset = At.tell();
  // Entries without bytes would make the count below a loop without end.
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
    // Five bytes of the line program's parameters and the number of its
    // standard opcodes, whose lengths follow.
    Section.skip(At, 5);
    unsigned OpcodeBase = Section.getU8(At);
    Section.skip(At, OpcodeBase ? OpcodeBase - 1 : 0);
    Result =
        At && skipTable(Section, At, Params) && skipTable(Section, At, Params);
  }
  consumeError(At.takeError());
  return Result;
}
