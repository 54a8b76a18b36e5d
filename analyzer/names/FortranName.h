//===-- FortranName.h - Names of Fortran procedures -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a name as Flang or GNU Fortran mangles it. Out: the procedure with its
// module, as debuggers print it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORTRANNAME_H
#define GMON_ANALYZER_FORTRANNAME_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gmon {

/// Returns the name that \p Mangled stands for: "m::length" for _QMmPlength and
/// __m_MOD_length. Empty if it is not such a name.
std::string fortranName(llvm::StringRef Mangled);

} // namespace gmon

#endif // GMON_ANALYZER_FORTRANNAME_H
