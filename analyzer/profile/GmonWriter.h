//===-- GmonWriter.h - Writes gmon.sum --------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a profile as a data file. In: a Profile, and arcs and block counts in
// terms of symbols. Out: the file's bytes.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_GMONWRITER_H
#define GMON_ANALYZER_GMONWRITER_H

#include "profile/Profile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// The byte order and address size of the program.
struct GmonLayout {
  bool IsLittleEndian;
  unsigned AddressSize;
};

/// Whether a file of \p Format can contain \p Data. The BSD formats have one
/// histogram with 16-bit bins, and no blocks. A count that exceeds its field
/// takes several records, up to a limit.
llvm::Error checkFits(const Profile &Data, GmonLayout Layout,
                      FileFormat Format);

/// Writes a file of \p Format to \p OS: the header, then the kinds of data that
/// \p Data has. The given arcs and blocks replace those of \p Data. The data
/// must fit \p Format.
void writeGmon(llvm::raw_ostream &OS, const Profile &Data,
               llvm::ArrayRef<RawArc> Arcs, llvm::ArrayRef<BlockCount> Blocks,
               GmonLayout Layout, FileFormat Format);

/// Sorts \p Arcs and \p Blocks by address, so that sums have one order.
void sortByAddress(std::vector<RawArc> &Arcs, std::vector<BlockCount> &Blocks);

/// Writes \p Data as a gmon file to \p OS.
inline void writeGmon(llvm::raw_ostream &OS, const Profile &Data,
                      bool IsLittleEndian, unsigned AddressSize) {
  writeGmon(OS, Data, Data.Arcs, Data.Blocks, {IsLittleEndian, AddressSize},
            FileFormat::Magic);
}

} // namespace gmon

#endif // GMON_ANALYZER_GMONWRITER_H
