//===-- OutputFile.h - Writes files whole or not at all ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a file beside its name and renames it, so that an error leaves the
// file that was there. In: a name and who prints its contents. Out: the file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OUTPUTFILE_H
#define GMON_ANALYZER_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// Writes what \p Print prints to the file \p Path.
llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Print);

} // namespace gmon

#endif // GMON_ANALYZER_OUTPUTFILE_H
