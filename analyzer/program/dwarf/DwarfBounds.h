//===-- DwarfBounds.h - Bounds what LLVM reads of DWARF ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 believes the sizes that DWARF claims, and reads what many places
// refer to once for each of them, so that a small file can cost any amount of
// memory and time. In: a program's sections, before LLVM reads them. Out:
// whether that is in proportion to the file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DWARFBOUNDS_H
#define GMON_ANALYZER_DWARFBOUNDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/DataExtractor.h"

namespace gmon {

/// What may still be read of something that files refer to. Honest files refer
/// to each byte about once.
class ReadBudget {
public:
  ReadBudget() = default;
  explicit ReadBudget(uint64_t Size) : Left(Size) {}

  /// Takes \p Size bytes; false if there are not as many, and then nothing is
  /// left.
  bool take(uint64_t Size) {
    bool Result = Size <= Left;
    Left = Result ? Left - Size : 0;
    return Result;
  }
  bool isExhausted() const { return Left == 0; }

private:
  uint64_t Left = 0;
};

/// Whether the compressed sections of \p Object are of a plausible size.
bool hasBoundedSections(const llvm::object::ELFObjectFileBase &Object);

/// Whether the sets of abbreviations at \p Offsets of \p Section, the contents
/// of .debug_abbrev, do not overlap much, and are quickly searched.
bool hasBoundedAbbreviations(const llvm::DataExtractor &Section,
                             llvm::ArrayRef<uint64_t> Offsets);

/// The size of the range list at \p Offset of \p Section, the contents of
/// .debug_rnglists in DWARF 5 and of .debug_ranges before.
uint64_t rangeListSize(const llvm::DataExtractor &Section, uint64_t Offset,
                       bool IsDwarf5);

} // namespace gmon

#endif // GMON_ANALYZER_DWARFBOUNDS_H
