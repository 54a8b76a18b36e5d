//===-- OptionTable.h - The names of the options ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Opts.td says of each option: names, kind, group and help. In: words of
// the command line, as they were typed. Out: words that LLVM's OptTable can
// take apart, or the error that they name no option.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_OPTIONTABLE_H
#define GMON_ANALYZER_OPTIONTABLE_H

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class StringSaver;
} // namespace llvm

namespace gmon {

enum OptionID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Opts.inc"
#undef OPTION
};

/// The flags of Opts.td, behind those of LLVM.
enum OptionFlag {
  NotInGnu = 1 << 4,
};

class OptionTable : public llvm::opt::GenericOptTable {
public:
  OptionTable();

  /// Writes each abbreviated long option among \p Words out in full, as
  /// getopt_long understands them. \p Saver owns the new words. It is an error
  /// if an abbreviation is ambiguous or a word is empty.
  llvm::Error completeNames(llvm::StringSaver &Saver,
                            llvm::SmallVectorImpl<const char *> &Words) const;

  /// The error that the option \p Name does not exist, with one that does.
  llvm::Error makeUnknownOptionError(llvm::StringRef Name) const;

private:
  /// How the option called \p Name with its dashes takes its argument, or
  /// UnknownClass.
  llvm::opt::Option::OptionClass classOf(llvm::StringRef Name) const;

  /// Whether the group of letters \p Word ends in an option whose argument is
  /// the next word.
  bool takesNextWord(llvm::StringRef Word) const;

  /// The full long name that \p Name begins: itself if it is one or begins
  /// none.
  llvm::Expected<std::string> completeName(llvm::StringRef Name) const;
  /// Fails if \p Word, which has a single dash, has too many options in it.
  llvm::Error checkGroup(llvm::StringRef Word) const;
};

} // namespace gmon

#endif // GMON_ANALYZER_OPTIONTABLE_H
