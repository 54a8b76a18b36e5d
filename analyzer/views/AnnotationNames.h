//===-- AnnotationNames.h - Files that -y writes ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the name of the file that holds the annotated text of each source
// file. In: the paths of the sources. Out: names in the current folder.
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

/// A name for each of \p Paths: the last part of the path, cut where it is too
/// long for a file system, and "-ann". Where that \p IsSource, it is ".ann". Of
/// several paths with one last part, the second has ".2" in front of the
/// ending, and so on, so that all names differ; they depend on nothing but \p
/// Paths and \p IsSource.
std::vector<std::string>
annotationNames(llvm::ArrayRef<llvm::StringRef> Paths,
                llvm::function_ref<bool(llvm::StringRef)> IsSource);

} // namespace gmon

#endif // GMON_ANALYZER_ANNOTATIONNAMES_H
