//===-- BlockListing.h - Reads listings of basic blocks ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the bytes of a file. Out: its records, added to a sum.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_BLOCKLISTING_H
#define GMON_ANALYZER_BLOCKLISTING_H

#include "profile/DataFile.h"
#include "profile/ProfileSum.h"

namespace gmon {

/// Whether \p File is a listing of basic blocks (bb.out).
bool isBlockListing(const DataFile &File);

/// Adds the blocks of a listing to \p Sum.
llvm::Error readBlockListing(const DataFile &File, ProfileSum &Sum,
                             FileContents &Contents);

} // namespace gmon

#endif // GMON_ANALYZER_BLOCKLISTING_H
