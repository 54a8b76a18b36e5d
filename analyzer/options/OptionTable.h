//===-- OptionTable.h - The names of the options ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data of Opts.td about each option: names, kind, group and help. In: words
// of the command line, as typed. Out: words that LLVM's OptTable can parse, or
// an error for an unknown option.
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

/// The flags of Opts.td, behind LLVM's.
enum OptionFlag {
  NotInGnu = 1 << 4,
};

/// Returns the end of an error that says which command has the option \p Name,
/// which is none of gprof's, or nothing.
std::string optionOfCommand(llvm::StringRef Name);

class OptionTable : public llvm::opt::GenericOptTable {
public:
  OptionTable();

  /// Expands each abbreviated long option of \p Words, as getopt_long does. \p
  /// Saver owns the new words. Fails if an abbreviation is ambiguous or a word
  /// is empty.
  llvm::Error completeNames(llvm::StringSaver &Saver,
                            llvm::SmallVectorImpl<const char *> &Words) const;

  /// Makes the error that the option \p Name does not exist, and suggests one.
  llvm::Error makeUnknownOptionError(llvm::StringRef Name) const;

private:
  /// Returns how the option \p Name, which includes its dashes, takes its
  /// argument, or UnknownClass.
  llvm::opt::Option::OptionClass classOf(llvm::StringRef Name) const;

  /// Whether the group of letters \p Word ends with an option whose argument is
  /// the next word.
  bool takesNextWord(llvm::StringRef Word) const;

  /// Returns the full long name that \p Name abbreviates: \p Name itself if it
  /// is one or abbreviates none.
  llvm::Expected<std::string> completeName(llvm::StringRef Name) const;
  /// Fails if \p Word, which has a single dash, contains too many options.
  llvm::Error checkGroup(llvm::StringRef Word) const;
};

} // namespace gmon

#endif // GMON_ANALYZER_OPTIONTABLE_H
