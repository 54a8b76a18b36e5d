//===-- SetReader.h - Reads sets of profiles --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a file with segments, as gmon/format.h specifies it. Out: the segments
// that count. A segment whose writer was killed costs only itself.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_SETREADER_H
#define GMON_ANALYZER_FILES_SETREADER_H

#include "files/FileBytes.h"
#include "files/ProfileSet.h"

namespace gmon {

/// Whether the regular file \p Name is a set: it begins as one, or has the name
/// of one and does not begin as gmon.out, or is empty and named "NAME.set.PID".
bool isSet(llvm::StringRef Name);

/// Whether the regular file \p Name begins as a set.
bool beginsAsSet(llvm::StringRef Name);

/// Whether \p Name is the name of a set: "NAME.set".
bool isNameOfSet(llvm::StringRef Name);

void readSegments(FileBytes &Bytes, ProfileSet &Set);

/// Reads the set \p Path, which is open as \p File, and takes that.
llvm::Expected<std::shared_ptr<ProfileSet>> readSet(llvm::StringRef Path,
                                                    llvm::sys::fs::file_t File);

/// Reads the set \p Path; from now on the names of its members are known.
llvm::Expected<std::shared_ptr<const ProfileSet>> openSet(llvm::StringRef Path);

} // namespace gmon

#endif // GMON_ANALYZER_FILES_SETREADER_H
