//===-- OptionHelp.h - What --help prints -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OPTIONHELP_H
#define GMON_ANALYZER_OPTIONHELP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon {

/// Prints the text of --help of a program called \p Program.
void printHelp(llvm::raw_ostream &OS, llvm::StringRef Program);

/// Prints what 'help TOPIC' explains: a command, or something that several of
/// them have. Fails if there is no \p Topic.
llvm::Error printTopic(llvm::raw_ostream &OS, llvm::StringRef Topic);

} // namespace gmon

#endif // GMON_ANALYZER_OPTIONHELP_H
