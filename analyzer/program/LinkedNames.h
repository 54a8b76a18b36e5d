//===-- LinkedNames.h - Names that a file is linked by ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a program or a library. Out: the names of functions that it defines or
// that it takes from libraries, and the libraries that it needs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_LINKEDNAMES_H
#define GMON_ANALYZER_LINKEDNAMES_H

#include "program/Image.h"
#include "llvm/ADT/StringSet.h"

namespace gmon {

/// Returns the names, without versions, of the functions of \p File and of
/// those that it calls elsewhere; some more than once. They refer to \p File.
/// Leaves out damaged tables.
std::vector<llvm::StringRef> linkedFunctions(const Image &File);

/// Returns the names, without versions, of the functions that other files can
/// call in \p File. They refer to \p File. Leaves out damaged tables.
std::vector<llvm::StringRef> exportedFunctions(const Image &File);

/// Returns the names of the libraries that \p File needs, such as libc.so.6.
/// They refer to \p File.
std::vector<llvm::StringRef> neededLibraries(const Image &File);

/// Opens the libraries that \p Files need and whose names are not in \p Known.
/// They are in the folders of \p Files or of their dynamic loader, or not
/// found. Their build is that of now, which may not be that of the run.
std::vector<Image> openNeeded(llvm::ArrayRef<const Image *> Files,
                              const llvm::StringSet<> &Known);

} // namespace gmon

#endif // GMON_ANALYZER_LINKEDNAMES_H
