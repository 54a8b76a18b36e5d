//===-- BsdFile.h - Reads data files of BSD ---------------------*- C++ -*-===//
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

#ifndef GMON_ANALYZER_BSDFILE_H
#define GMON_ANALYZER_BSDFILE_H

#include "profile/DataFile.h"
#include "profile/ProfileSum.h"

namespace gmon {

/// Returns the number at the place where a file of 4.4BSD has
/// GMON_BSD44_VERSION. Files of the older format have no such mark. Returns 0
/// if the file is too short.
uint32_t bsdVersion(const DataFile &File);

/// Adds a BSD file, old or of 4.4BSD, to \p Sum. Unless \p IsSure, errors say
/// that the file may be a damaged gmon file.
llvm::Error readBsdFile(const DataFile &File, bool IsSure, ProfileSum &Sum,
                        FileContents &Contents);

} // namespace gmon

#endif // GMON_ANALYZER_BSDFILE_H
