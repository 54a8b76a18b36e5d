//===-- AnnotationNames.h - Files that -y writes ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the names of the files for annotated sources. In: the paths of the
// sources. Out: names in the current folder.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ANNOTATIONNAMES_H
#define GMON_ANALYZER_ANNOTATIONNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gmon {

/// Returns a name for each of \p Paths: the last part of the path, shortened
/// for the file system, and "-ann"; ".ann" where \p IsSource. If several paths
/// have the same last part, the second one has ".2" in front of the ending, and
/// so on. So all names differ. They depend only on \p Paths and \p IsSource.
std::vector<std::string>
annotationNames(llvm::ArrayRef<llvm::StringRef> Paths,
                llvm::function_ref<bool(llvm::StringRef)> IsSource);

} // namespace gmon

#endif // GMON_ANALYZER_ANNOTATIONNAMES_H
