//===-- FileFormat.h - The formats of data files ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats that the user may choose. Otherwise the reader recognizes the
// format.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILEFORMAT_H
#define GMON_ANALYZER_FILEFORMAT_H

namespace gmon {

enum class FileFormat { Auto, Magic, Bsd, Bsd44 };

} // namespace gmon

#endif // GMON_ANALYZER_FILEFORMAT_H
