//===-- DynamicEntries.h - The dynamic section of a program -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's ELFFile::dynamicEntries() reads beyond the end of the file if the
// PT_DYNAMIC header says so. In: an ELF file. Out: its entries, all within the
// file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_DYNAMICENTRIES_H
#define GMON_ANALYZER_DYNAMICENTRIES_H

#include "llvm/Object/ELF.h"

namespace gmon {

/// Returns the entries of the dynamic section of \p File; none if there is no
/// such section or it is damaged.
template <class ELFT>
typename ELFT::DynRange
dynamicEntries(const llvm::object::ELFFile<ELFT> &File) {
  auto Headers = File.program_headers();
  if (!Headers) {
    llvm::consumeError(Headers.takeError());
    return {};
  }
  const uint64_t FileSize = File.getBufSize();
  for (const typename ELFT::Phdr &Header : *Headers)
    if (Header.p_type == llvm::ELF::PT_DYNAMIC &&
        (Header.p_offset > FileSize ||
         Header.p_filesz > FileSize - Header.p_offset))
      return {};
  auto Entries = File.dynamicEntries();
  if (!Entries) {
    llvm::consumeError(Entries.takeError());
    return {};
  }
  return *Entries;
}

} // namespace gmon

#endif // GMON_ANALYZER_DYNAMICENTRIES_H
