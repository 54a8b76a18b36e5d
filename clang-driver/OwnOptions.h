//===-- OwnOptions.h - Options that Clang does not have ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gmon-clang passes them to the plugin, under the plugin's names. Clang's
// errors would name those, so gmon-clang looks at the values itself.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_CLANG_DRIVER_OWNOPTIONS_H
#define GMON_CLANG_DRIVER_OWNOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gmon {

/// What --help prints in front of Clang's help.
extern const char OwnHelp[];

/// Why \p Option, which begins with -a or -gmon-, is wrong; empty if it is not.
std::string whyWrong(llvm::StringRef Option);

} // namespace gmon

#endif // GMON_CLANG_DRIVER_OWNOPTIONS_H
