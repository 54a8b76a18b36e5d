//===-- FindClang.h - The Clang that gmon-clang executes --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the environment, and where gmon-clang is. Out: the Clang to execute.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_CLANG_DRIVER_FINDCLANG_H
#define GMON_CLANG_DRIVER_FINDCLANG_H

#include "llvm/ADT/StringRef.h"
#include <string>

/// The Clang to execute.
struct ChosenClang {
  std::string Path;
  /// Whether its name does not tell the version, or the user named it.
  bool MayBeOther = false;
};

/// Returns the Clang of the environment, or the one that gmon-clang was built
/// with, or one beside it, or one on the PATH. \p Folder is that of gmon-clang.
ChosenClang findClang(llvm::StringRef Folder);

/// Reports that \p Clang is gmon-clang itself or, if \p MustMatch, has another
/// version than the plugin. Returns whether it is so.
bool reportWrongClang(const ChosenClang &Clang, llvm::StringRef Folder,
                      bool MustMatch);

/// Writes \p Text into a file that disappears with this process. Returns its
/// name; on failure sets errno and returns an empty name.
std::string writeTemporary(llvm::StringRef Text);

#endif // GMON_CLANG_DRIVER_FINDCLANG_H
