//===-- OutputFile.h - Writes files whole or not at all ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analyzer writes all its files by this function. In: a name and a function
// that prints the contents. Out: the file; on an error, the old file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OUTPUTFILE_H
#define GMON_ANALYZER_OUTPUTFILE_H

#include "files/FileNames.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// Fails if \p Path leads to one of the files \p Inputs, which must not be
/// replaced. "-" is standard input.
llvm::Error refuseInput(llvm::StringRef Path, const NameList &Inputs);

/// Writes the output of \p Print to \p Path, following symbolic links. Refuses
/// to replace a program, a source file or profile data.
///
/// A regular file is replaced by a new one with its mode and owner; its other
/// hard links keep the old contents. If no such new file is possible, the old
/// one is overwritten. After an error, such as a full disk, the old file is
/// unchanged. Devices, pipes and /dev/fd/N are written as streams.
llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Print);

/// Does the same, also in place of profile data. An error of \p Print leaves
/// the old file as it is, too.
llvm::Error
writeFileOrFail(llvm::StringRef Path,
                llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

/// Does the same, but never overwrites a regular file: if no new file can take
/// its place, fails.
llvm::Error
replaceFileOrFail(llvm::StringRef Path,
                  llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

/// A file to be written.
struct NewFile {
  std::string Path, Bytes;
};

/// Writes \p Files like writeFileOrFail(). After an error no old file is
/// replaced.
llvm::Error writeFiles(llvm::ArrayRef<NewFile> Files);

} // namespace gmon

#endif // GMON_ANALYZER_OUTPUTFILE_H
