//===-- FileFormats.h - Readers of data files, by format --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a file's bytes. Out: what they say is added to a ProfileSum and counted in
// a FileContents. The formats are specified in gmon/format.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILEFORMATS_H
#define GMON_ANALYZER_FILEFORMATS_H

#include "profile/DataFile.h"
#include "profile/ProfileSum.h"

namespace gmon {

/// What an error says of a count that no longer fits.
inline constexpr llvm::StringLiteral CountsTooGreat =
    "with this count, those of all calls and blocks are more than 64 bits hold";

/// Whether \p File starts as gmon.out does.
bool isGmonFile(const DataFile &File);

/// Adds a file of GNU's format, version 0 or 1, to \p Sum. Of \p Contents all
/// but the name is set.
llvm::Error readGmonFile(const DataFile &File, ProfileSum &Sum,
                         FileContents &Contents);

/// What stands where a file of 4.4BSD has GMON_BSD44_VERSION; the older format
/// has no mark. 0 if the file is too short.
uint32_t bsdVersion(const DataFile &File);

/// Adds a BSD file, old or of 4.4BSD, to \p Sum. Unless \p IsSure, errors say
/// that it may have been meant as a gmon file.
llvm::Error readBsdFile(const DataFile &File, bool IsSure, ProfileSum &Sum,
                        FileContents &Contents);

/// Whether \p File is a listing of basic blocks (bb.out).
bool isBlockListing(const DataFile &File);

/// Adds the blocks of a listing to \p Sum.
llvm::Error readBlockListing(const DataFile &File, ProfileSum &Sum,
                             FileContents &Contents);

} // namespace gmon

#endif // GMON_ANALYZER_FILEFORMATS_H
