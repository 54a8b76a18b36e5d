//===-- LineTableCheck.h - Guards the reader of line tables -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 reads the tables of folders and files in a DWARF 5 line table without
// checking the forms that the table declares. A form that it does not know, or
// that does not fit, causes undefined behaviour. In: the bytes of a line table.
// Out: whether its forms are valid.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_LINETABLECHECK_H
#define GMON_ANALYZER_LINETABLECHECK_H

#include "llvm/Support/DataExtractor.h"

namespace gmon {

/// Whether LLVM can be trusted with the line table at \p Offset of \p Section,
/// the contents of .debug_line.
bool hasKnownForms(const llvm::DataExtractor &Section, uint64_t Offset);

/// The size of the line table at \p Offset of \p Section, as far as it is
/// there.
uint64_t lineTableSize(const llvm::DataExtractor &Section, uint64_t Offset);

} // namespace gmon

#endif // GMON_ANALYZER_LINETABLECHECK_H
