//===-- DwarfBounds.h - Bounds what LLVM reads of DWARF ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 trusts the sizes in DWARF, and reads shared data once for each
// reference to it. So a small file can cost any amount of memory and time. In:
// a program's sections, before LLVM reads them. Out: whether the cost is in
// proportion to the file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAM_DWARF_DWARFBOUNDS_H
#define GMON_ANALYZER_PROGRAM_DWARF_DWARFBOUNDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/DataExtractor.h"

namespace gmon {

/// The remaining number of bytes that may be read of shared data. In valid
/// files, each byte is referred to about once.
class ReadBudget {
public:
  ReadBudget() = default;
  explicit ReadBudget(uint64_t Size) : Left(Size) {}

  /// Takes \p Size bytes. If fewer are left, returns false, and none are left.
  bool take(uint64_t Size) {
    bool Result = Size <= Left;
    Left = Result ? Left - Size : 0;
    return Result;
  }
  /// Adds \p Size bytes, of another file.
  void add(uint64_t Size) { Left += Size; }
  bool isExhausted() const { return Left == 0; }

private:
  uint64_t Left = 0;
};

/// The bytes in front of a section that is compressed in GNU's old form: "ZLIB"
/// and the size, with its most significant byte first.
inline constexpr size_t GnuHeaderSize = 12;
/// Returns the decompressed size of such a section with \p Contents.
std::optional<uint64_t> gnuDecompressedSize(llvm::StringRef Contents);

/// Whether the sizes of the compressed sections of \p Object are plausible.
bool hasBoundedSections(const llvm::object::ELFObjectFileBase &Object);

/// Whether the sets of abbreviations at \p Offsets of \p Section, the contents
/// of .debug_abbrev, overlap little and can be searched quickly.
bool hasBoundedAbbreviations(const llvm::DataExtractor &Section,
                             llvm::ArrayRef<uint64_t> Offsets);

/// Returns the size of the range list at \p Offset of \p Section, the contents
/// of .debug_rnglists in DWARF 5 and of .debug_ranges in earlier versions.
uint64_t rangeListSize(const llvm::DataExtractor &Section, uint64_t Offset,
                       bool IsDwarf5);

/// Whether LLVM can be trusted with the line table at \p Offset of \p Section,
/// the contents of .debug_line.
bool hasKnownForms(const llvm::DataExtractor &Section, uint64_t Offset);

/// The size of the line table at \p Offset of \p Section, if it is there.
uint64_t lineTableSize(const llvm::DataExtractor &Section, uint64_t Offset);

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAM_DWARF_DWARFBOUNDS_H
