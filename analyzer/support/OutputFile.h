//===-- OutputFile.h - Writes files whole or not at all ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every file that the analyzer writes is written here. In: a name and who
// prints its contents. Out: the file, or what was there before if there is an
// error.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OUTPUTFILE_H
#define GMON_ANALYZER_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// Fails if \p Path leads to one of the files \p Inputs, which the caller reads
/// and must not replace. "-" stands for standard input.
llvm::Error refuseInput(llvm::StringRef Path,
                        llvm::ArrayRef<std::string> Inputs);

/// Writes what \p Print prints to \p Path, and follows symbolic links.
///
/// A regular file is replaced by a new one that has its mode and its owner; its
/// other names, if it has hard links, keep the old contents. Where there can be
/// no such new file, the old one is overwritten. An error, such as a full disk,
/// leaves the old file. Devices, pipes and /dev/fd/N are written to as streams.
llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Print);

} // namespace gmon

#endif // GMON_ANALYZER_OUTPUTFILE_H
