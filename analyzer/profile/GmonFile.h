//===-- GmonFile.h - Reads files of the format of gmon.out ------*- C++ -*-===//
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

#ifndef GMON_ANALYZER_GMONFILE_H
#define GMON_ANALYZER_GMONFILE_H

#include "profile/DataFile.h"
#include "profile/ProfileSum.h"

namespace gmon {

/// Whether \p File starts with the cookie of gmon.out.
bool isGmonFile(const DataFile &File);

/// Adds a file of GNU's format, version 0 or 1, to \p Sum. Sets all fields of
/// \p Contents except the name.
llvm::Error readGmonFile(const DataFile &File, ProfileSum &Sum,
                         FileContents &Contents);

} // namespace gmon

#endif // GMON_ANALYZER_GMONFILE_H
