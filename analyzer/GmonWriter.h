//===-- GmonWriter.h - Writes gmon.sum --------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a profile as a gmon file. In: the histograms of a Profile, and arcs
// and block counts in terms of symbols. Out: the file's bytes.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_GMONWRITER_H
#define GMON_ANALYZER_GMONWRITER_H

#include "Profile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// Writes \p Sum, whose arcs and blocks are in the order of the file, to
/// \p OS: a header, then what of the three kinds of data \p Sum has.
void writeGmon(llvm::raw_ostream &OS, const Profile &Sum, bool IsLittleEndian,
               unsigned AddressSize);

} // namespace gmon

#endif // GMON_ANALYZER_GMONWRITER_H
